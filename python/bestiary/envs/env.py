"""One animal, in the shape of ``gymnasium.Env``."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple

import numpy

from .spaces import gymnasium
from .vector_env import AutoresetMode, VectorEnv, _refuse


class PlainEnv:
    """What `Env` needs of ``gymnasium.Env``, where that is not installed."""

    spec: Any = None
    _np_random: Optional[numpy.random.Generator] = None

    @property
    def unwrapped(self) -> Any:
        return self

    @property
    def np_random(self) -> numpy.random.Generator:
        if self._np_random is None:
            self._np_random = numpy.random.default_rng()
        return self._np_random

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None) -> Any:
        if seed is not None:
            self._np_random = numpy.random.default_rng(seed)


Base: Any = PlainEnv if gymnasium is None else gymnasium.Env


class Env(Base):
    """One animal with a task. After an episode has ended, ``reset`` begins the next one.

    Observations and actions are boxes of float32 with the limits that the program gives; `observation_names` and `action_names` say what
    their numbers are.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 30}

    def __init__(self, animal: Any, render_mode: Optional[str] = None, **options: Any) -> None:
        """Starts the program.

        Args:
            animal: a name of `animals`, a creature file, or a toy.
            render_mode: ``"rgb_array"`` or ``None``.
            options: those of `VectorEnv`: ``task``, ``model``, ``observation``, ``actions``, ``set``, ``training``, ``width``, ``height``, ``command``.

        Raises:
            BestiaryError: what is wrong, with code, path, got and hint.
        """
        for name in ("num_envs", "processes", "autoreset_mode"):
            if name in options:
                raise TypeError(f"{name} is an argument of VectorEnv")
        self.lanes = VectorEnv(animal, num_envs=1, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **options)
        self.metadata = {name: self.lanes.metadata[name] for name in ("render_modes", "render_fps")}
        self.render_mode = render_mode
        self.observation_space = self.lanes.single_observation_space
        self.action_space = self.lanes.single_action_space
        self.observation_names = self.lanes.observation_names
        self.action_names = self.lanes.action_names

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[numpy.ndarray, Dict[str, Any]]:
        """Begins an episode. Gives (observation, info).

        Args:
            seed: with it the random stream starts again, without it it continues.
            options: of the task: ``direction`` (three numbers), ``speed`` (share of the animal's own); others are refused.
        """
        super().reset(seed=seed)
        observations, infos = self.lanes.reset(seed=seed, options=options)
        return observations[0], infos

    def step(self, action: Any) -> Tuple[numpy.ndarray, float, bool, bool, Dict[str, Any]]:
        """One decision. Gives (observation, reward, terminated, truncated, info)."""
        shape = numpy.shape(action)
        if shape != self.action_space.shape:
            names = f": {', '.join(self.action_names)}" if self.action_names else ""
            hint = f"It needs the shape {self.action_space.shape}{names}."
            raise _refuse("action", f"the shape {shape}", hint, "inconsistent")
        observations, rewards, terminated, truncated, infos = self.lanes.step([action])
        info = {name: float(infos[name][0]) for name in self.lanes.info_names}
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self) -> Optional[numpy.ndarray]:
        """A picture, height × width × 3 bytes; ``None`` without ``render_mode="rgb_array"``. Needs Chrome or Chromium."""
        pictures = self.lanes.render()
        return None if pictures is None else pictures[0]

    def close(self) -> None:
        """Ends the program. May be called twice."""
        self.lanes.close()

    def __enter__(self) -> "Env":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
