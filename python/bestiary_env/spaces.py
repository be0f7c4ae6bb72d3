"""Boxes and choices: Gymnasium's own where it is installed, else two small classes with the same names and attributes."""

import math
import random

try:
    import numpy
except ImportError:
    numpy = None

try:
    import gymnasium
except ImportError:
    gymnasium = None


class PlainSpace:
    """A space with a random stream of its own."""

    def __init__(self):
        self._random = random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)
        return seed


class PlainBox(PlainSpace):
    """Numbers between limits, each with its own; `low`, `high` and `shape` as in Gymnasium."""

    def __init__(self, low, high):
        super().__init__()
        self.low = to_array(low)
        self.high = to_array(high)
        self.shape = (len(low),)
        self.dtype = float

    def sample(self):
        return to_array([self._draw(low, high) for low, high in zip(self.low, self.high)])

    def contains(self, x):
        return len(x) == self.shape[0] and all(low <= value <= high for low, value, high in zip(self.low, x, self.high))

    def __contains__(self, x):
        return self.contains(x)

    def __repr__(self):
        return f"Box{self.shape}"

    def _draw(self, low, high):
        if math.isfinite(low) and math.isfinite(high):
            return self._random.uniform(low, high)
        if math.isfinite(low):
            return low + self._random.expovariate(1)
        if math.isfinite(high):
            return high - self._random.expovariate(1)
        return self._random.gauss(0, 1)


class PlainDiscrete(PlainSpace):
    """One of 0 … n − 1."""

    def __init__(self, n):
        super().__init__()
        self.n = n
        self.shape = ()
        self.dtype = int

    def sample(self):
        return self._random.randrange(self.n)

    def contains(self, x):
        return int(x) == x and 0 <= x < self.n

    def __contains__(self, x):
        return self.contains(x)

    def __repr__(self):
        return f"Discrete({self.n})"


def to_array(numbers):
    """An array of numpy where it is installed, else a list of numbers."""
    return list(numbers) if numpy is None else numpy.asarray(numbers, dtype=numpy.float64)


def to_rows(numbers, rows, columns):
    """rows × columns: an array of numpy, else a list of lists."""
    if numpy is not None:
        return numpy.array(numbers, dtype=numpy.float64).reshape(rows, columns)
    return [list(numbers[row * columns : (row + 1) * columns]) for row in range(rows)]


if gymnasium is not None:

    def Box(low, high):  # noqa: N802, stands for the class
        return gymnasium.spaces.Box(to_array(low), to_array(high), dtype=numpy.float64)

    def Discrete(n):  # noqa: N802, stands for the class
        return gymnasium.spaces.Discrete(n)

else:
    Box = PlainBox
    Discrete = PlainDiscrete


def parse_space(json):
    """A space from the greeting. Its names are what `names` of the environment gives."""
    if json["kind"] == "discrete":
        return Discrete(json["count"])
    return Box([float(limit) for limit in json["low"]], [float(limit) for limit in json["high"]])
