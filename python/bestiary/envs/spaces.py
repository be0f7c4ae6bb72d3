"""Boxes and choices: Gymnasium's own where it is installed, else two small classes with the same names and attributes."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

import numpy

try:
    import gymnasium
except ImportError:
    gymnasium = None


class PlainSpace:
    """A space with a random stream of its own."""

    def __init__(self, shape: Any, dtype: Any) -> None:
        self.shape = shape
        self.dtype = numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> Optional[int]:
        self._random = numpy.random.default_rng(seed)
        return seed

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def contains(self, x: Any) -> bool:
        raise NotImplementedError


class PlainBox(PlainSpace):
    """Numbers between limits, each with its own; ``low``, ``high`` and ``shape`` as in Gymnasium."""

    def __init__(self, low: Sequence[float], high: Sequence[float]) -> None:
        self.low = numpy.asarray(low, dtype=numpy.float32)
        self.high = numpy.asarray(high, dtype=numpy.float32)
        super().__init__(self.low.shape, numpy.float32)

    def sample(self) -> numpy.ndarray:
        """Uniform between finite limits, else normal about the finite limit or zero."""
        finite_low, finite_high = numpy.isfinite(self.low), numpy.isfinite(self.high)
        low, high = numpy.where(finite_low, self.low, 0), numpy.where(finite_high, self.high, 0)
        normal = self._random.normal(size=self.shape)
        inside = low + (high - low) * self._random.random(self.shape)
        half = numpy.where(finite_low, low + abs(normal), numpy.where(finite_high, high - abs(normal), normal))
        drawn = numpy.where(finite_low & finite_high, inside, half).astype(numpy.float32)
        return numpy.clip(drawn, self.low, self.high)

    def contains(self, x: Any) -> bool:
        x = numpy.asarray(x)
        return bool(x.shape == self.shape and numpy.all(x >= self.low) and numpy.all(x <= self.high))

    def __repr__(self) -> str:
        return f"Box{self.shape}"


class PlainDiscrete(PlainSpace):
    """One of 0 … n − 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), numpy.int64)
        self.n = n

    def sample(self) -> numpy.int64:
        return self._random.integers(self.n)

    def contains(self, x: Any) -> bool:
        return bool(numpy.shape(x) == () and int(x) == x and 0 <= x < self.n)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class PlainBatch(PlainSpace):
    """The same space for many lanes."""

    def __init__(self, single: PlainSpace, count: int) -> None:
        super().__init__((count, *single.shape), single.dtype)
        self._single = single
        if isinstance(single, PlainBox):
            self.low, self.high = (numpy.tile(limit, (count, 1)) for limit in (single.low, single.high))

    def seed(self, seed: Optional[int] = None) -> Optional[int]:
        return self._single.seed(seed)

    def sample(self) -> numpy.ndarray:
        return numpy.array([self._single.sample() for _ in range(self.shape[0])], dtype=self.dtype)

    def contains(self, x: Any) -> bool:
        return len(x) == self.shape[0] and all(self._single.contains(row) for row in x)

    def __repr__(self) -> str:
        return f"{self.shape[0]} × {self._single!r}"


if gymnasium is not None:

    def Box(low: Sequence[float], high: Sequence[float]) -> Any:  # noqa: N802, stands for the class
        """Gymnasium's box of float32."""
        limits = (numpy.asarray(limit, dtype=numpy.float32) for limit in (low, high))
        return gymnasium.spaces.Box(*limits, dtype=numpy.float32)

    def Discrete(n: int) -> Any:  # noqa: N802, stands for the class
        """Gymnasium's choice of 0 … n − 1."""
        return gymnasium.spaces.Discrete(n)

    def make_batch(single: Any, count: int) -> Any:
        return gymnasium.vector.utils.batch_space(single, count)

else:
    Box = PlainBox
    Discrete = PlainDiscrete
    make_batch = PlainBatch


def parse_space(json: Mapping[str, Any]) -> Any:
    """A space from the greeting. Rounding to float32 keeps order, so a number within its limits stays within them."""
    if json["kind"] == "discrete":
        return Discrete(json["count"])
    return Box([float(limit) for limit in json["low"]], [float(limit) for limit in json["high"]])
