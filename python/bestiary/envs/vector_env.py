"""Many animals side by side, in the shape of ``gymnasium.vector.VectorEnv``."""

from __future__ import annotations

import enum
import json
import os
import struct
import warnings
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from ..errors import BestiaryError
from ..program import Command, list_settings
from .connection import Connection
from .spaces import gymnasium, make_batch, parse_space

if gymnasium is not None:
    Base: Any = gymnasium.vector.VectorEnv
    AutoresetMode: Any = gymnasium.vector.AutoresetMode
else:
    Base = object

    class AutoresetMode(enum.Enum):  # type: ignore[no-redef]
        """When an episode that has ended is followed by the next; the names are Gymnasium's."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


class Transition(NamedTuple):
    """What a step of some lanes gave. ``finals`` are the last observations of the lanes that ended, in their order."""

    observations: numpy.ndarray
    rewards: numpy.ndarray
    terminated: numpy.ndarray
    truncated: numpy.ndarray
    infos: numpy.ndarray
    finals: numpy.ndarray


class VectorEnv(Base):
    """Many lanes of one animal and task.

    Observations are float32, rewards float64. ``infos[name]`` is an array with a number for each lane, ``infos["_" + name]`` says
    which of them mean something. When the episode of a lane ends, what follows depends on ``autoreset_mode``, as in Gymnasium:

    - ``SAME_STEP`` (default): the observation is the first of the next episode; ``infos["final_obs"]`` and ``infos["final_info"]``
      have the last of the old one.
    - ``NEXT_STEP``: the observation is the last of the old episode. In the next step the lane's action is ignored, its reward is 0 and its
      observation the first of the next episode.
    - ``DISABLED``: the lane has to be reset, ``reset(options={"reset_mask": terminated | truncated})``.
    """

    def __init__(
        self,
        animal: Union[str, "os.PathLike[str]"],
        num_envs: int = 1,
        task: Optional[str] = None,
        model: Optional[str] = None,
        observation: Optional[str] = None,
        actions: Optional[str] = None,
        set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
        training: bool = False,
        processes: int = 1,
        autoreset_mode: Any = "SameStep",
        render_mode: Optional[str] = None,
        width: int = 480,
        height: int = 360,
        command: Optional[Command] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Starts the program.

        Args:
            animal: a name of `animals`, a creature file, or a toy: ``toy:pendulum``, ``toy:cart-pole``, ``toy:identity``.
            num_envs: lanes.
            task: ``steer`` when left out; a wrong one is refused with those that the animal has.
            model: how actions become muscle excitation: ``ap-mem``, ``cpg-mem``, ``i-mem`` or ``s-mem``.
            observation: ``aim``, ``small`` or ``full``.
            actions: ``default``, ``few`` or ``paper``.
            set: parameters of the animal, ``{"path": value}``.
            training: the coarser mesh and the changing targets of training.
            processes: of the program; lanes are shared out among them, and results do not depend on it. One for each core is fastest.
            autoreset_mode: a mode of Gymnasium, or its name.
            render_mode: ``"rgb_array"`` or ``None``.
            width: of pictures, pixels.
            height: of pictures, pixels.
            command: the program, where `find_program` should not look for it.
            settings: former name of ``set``.

        Raises:
            BestiaryError: what is wrong, with code, path, got and hint.
        """
        if settings is not None:
            warnings.warn("settings= is now set=", DeprecationWarning, stacklevel=2)
        self.autoreset_mode = _parse_mode(autoreset_mode)
        self._parts: List[Tuple[Connection, slice]] = []
        choices = {"task": task, "model": model, "observation": observation, "actions": actions}
        words = [os.fspath(animal)]
        for name, value in choices.items():
            words += [] if value is None else [f"--{name}", value]
        words += list_settings({**(settings or {}), **(set or {})})
        words += ["--training"] if training else []
        self._open(words, num_envs, processes, command)
        hello = self._parts[0][0].hello
        self.hello: Dict[str, Any] = hello
        self.num_envs = num_envs
        self.observation_names: List[str] = hello["observationSpace"]["names"]
        self.action_names: Optional[List[str]] = hello["actionSpace"].get("names")
        self.info_names: List[str] = hello["infoNames"]
        self.single_observation_space = parse_space(hello["observationSpace"])
        self.single_action_space = parse_space(hello["actionSpace"])
        self.observation_space = make_batch(self.single_observation_space, num_envs)
        self.action_space = make_batch(self.single_action_space, num_envs)
        self.render_mode = render_mode
        modes = ["rgb_array"] if hello.get("pictures") else []
        # A picture for each step: this many are one second of the animal's time.
        fps = round(1 / hello.get("stepSeconds", 1 / 30), 3)
        self.metadata: Dict[str, Any] = {"autoreset_mode": self.autoreset_mode, "render_modes": modes, "render_fps": fps}
        self._size = (width, height)
        self._observations = numpy.zeros((num_envs, len(self.observation_names)), dtype=numpy.float32)
        #: Lanes whose episode has ended and whose next one is not shown yet; its first observation waits.
        self._ended = numpy.zeros(num_envs, dtype=bool)
        self._first = self._observations.copy()
        self._begun = False
        if render_mode is not None and render_mode not in modes:
            self.close()
            known = ", ".join(modes) if modes else "none: a toy has no pictures"
            raise _refuse("render_mode", repr(render_mode), f"Known: {known}.", "unsupported")

    def reset(
        self,
        *,
        seed: Optional[Union[int, Sequence[Optional[int]]]] = None,
        options: Optional[Mapping[str, Any]] = None,
        lanes: Optional[Sequence[int]] = None,
    ) -> Tuple[numpy.ndarray, Dict[str, Any]]:
        """Begins episodes. Gives (observations, infos).

        Args:
            seed: lane i gets ``seed + i``; or a list with a seed, or ``None``, for each lane. Without a seed the random stream continues, and
                begins somewhere at the first reset.
            options: of the task: ``direction`` (three numbers), ``speed`` (share of the animal's own); others are refused. ``reset_mask``:
                which lanes, an array of truth values.
            lanes: which lanes, a list of their numbers.
        """
        wanted = dict(options or {})
        chosen = self._choose(wanted.pop("reset_mask", None), lanes)
        seeds = self._list_seeds(seed, chosen)
        # The program has begun the next episode of a lane that ended: it is only shown.
        is_waiting = [bool(self._ended[lane]) and one is None and not wanted for lane, one in zip(chosen, seeds)]
        asked = [(lane, one) for lane, one, waits in zip(chosen, seeds, is_waiting) if not waits]
        self._request_reset(asked, wanted)
        for lane in chosen:
            self._observations[lane] = self._first[lane]
            self._ended[lane] = False
        self._begun = True
        return self._observations.copy(), {}

    def step(self, actions: Any) -> Tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray, Dict[str, Any]]:
        """One decision of every lane. Gives (observations, rewards, terminations, truncations, infos).

        Actions outside of the box are clipped to it; those of another shape or that are not finite are refused.
        """
        numbers = self._check(actions)
        resting = self._ended.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and resting.any():
            lanes = ", ".join(map(str, numpy.flatnonzero(resting)))
            raise _refuse("step", f"lanes whose episode has ended ({lanes})", "Reset them first.", "missing")
        now = self._request_step(numbers, ~resting)
        ended = now.terminated | now.truncated
        self._first = now.observations.copy()
        shown = now.observations
        infos: Dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._add_infos(infos, now.infos, ~ended)
            if ended.any():
                self._add_finals(infos, now, ended)
        else:
            shown[ended] = now.finals
            self._add_infos(infos, now.infos, ~resting)
            self._ended = ended
        self._observations = shown.copy()
        return shown, now.rewards, now.terminated, now.truncated, infos

    def render(self) -> Optional[Tuple[numpy.ndarray, ...]]:
        """Pictures of all lanes, height × width × 3 bytes each; ``None`` without ``render_mode="rgb_array"``. Needs Chrome or Chromium."""
        if self.render_mode is None:
            return None
        width, height = self._size
        pictures = []
        for connection, part in self._parts:
            for lane in range(part.stop - part.start):
                reply = connection.ask("P", struct.pack("<III", lane, width, height), "I")
                pixels = numpy.frombuffer(reply, dtype=numpy.uint8, offset=8)
                pictures.append(pixels.reshape(height, width, 3).copy())
        return tuple(pictures)

    def close(self, **_: Any) -> None:
        """Ends the program. May be called twice."""
        for connection, _part in self._parts:
            connection.close()
        self.closed = True

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        for connection, _part in getattr(self, "_parts", []):
            connection.close()

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.hello['animal']}, {self.hello['task']}: {self.num_envs} lanes>"

    def _open(self, words: List[str], num_envs: int, processes: int, command: Optional[Command]) -> None:
        if not (isinstance(num_envs, int) and num_envs >= 1):
            raise _refuse("num_envs", repr(num_envs), "Give a whole number of at least 1.")
        if not (isinstance(processes, int) and processes >= 1):
            raise _refuse("processes", repr(processes), "Give a whole number of at least 1.")
        borders = [round(i * num_envs / min(processes, num_envs)) for i in range(min(processes, num_envs) + 1)]
        try:
            for start, stop in zip(borders, borders[1:]):
                self._parts.append((Connection([*words, "--lanes", str(stop - start)], command), slice(start, stop)))
        except BaseException:
            self.close()
            raise

    def _choose(self, mask: Any, lanes: Optional[Sequence[int]]) -> List[int]:
        if mask is not None:
            mask = numpy.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
                hint = f"Give an array of {self.num_envs} truth values, at least one of them true."
                raise _refuse("options.reset_mask", f"{mask.dtype} of shape {mask.shape}", hint, "wrong-type")
            chosen = [int(lane) for lane in numpy.flatnonzero(mask)]
        else:
            chosen = list(range(self.num_envs)) if lanes is None else [int(lane) for lane in lanes]
        if not self._begun and len({*chosen}) < self.num_envs:
            raise _refuse("reset", f"{len(chosen)} of {self.num_envs} lanes", "Reset all lanes first.", "missing")
        outside = [lane for lane in chosen if not 0 <= lane < self.num_envs]
        if outside:
            raise _refuse("lanes", str(outside[0]), f"Lanes are 0 to {self.num_envs - 1}.")
        return chosen

    def _list_seeds(self, seed: Any, chosen: List[int]) -> List[Optional[int]]:
        if seed is None:
            if self._begun:
                return [None] * len(chosen)
            seed = int(numpy.random.SeedSequence().generate_state(1)[0])
        if isinstance(seed, (int, numpy.integer)) and not isinstance(seed, bool):
            return [int(seed) + lane for lane in chosen]
        if isinstance(seed, (str, bytes, float, bool)):
            raise _refuse("seed", repr(seed), "Give a whole number, or a list with one for each lane.", "wrong-type")
        seeds = [None if one is None else int(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise _refuse("seed", f"{len(seeds)} seeds", f"Give one for each lane: {self.num_envs}.", "inconsistent")
        return [seeds[lane] for lane in chosen]

    def _request_reset(self, asked: List[Tuple[int, Optional[int]]], options: Mapping[str, Any]) -> None:
        requests = []
        for _connection, part in self._parts:
            own = [(lane - part.start, seed) for lane, seed in asked if part.start <= lane < part.stop]
            request: Dict[str, Any] = {"lanes": [lane for lane, _ in own], "seed": [seed for _, seed in own]}
            if options:
                request["options"] = _to_plain(options)
            requests.append(json.dumps(request).encode() if own else None)
        for (_connection, part), reply in zip(self._parts, self._ask_all("R", requests, "O")):
            if reply is not None:
                rows = numpy.frombuffer(reply, dtype="<f8").reshape(part.stop - part.start, -1)
                for lane, _ in asked:
                    if part.start <= lane < part.stop:
                        self._first[lane] = rows[lane - part.start]

    def _request_step(self, numbers: numpy.ndarray, active: numpy.ndarray) -> Transition:
        rests = not active.all()
        payloads: List[Optional[bytes]] = []
        for _connection, part in self._parts:
            actions = numbers[part].astype("<f8").tobytes()
            payloads.append(actions + active[part].astype(numpy.uint8).tobytes() if rests else actions)
        replies = self._ask_all("S", payloads, "T")
        parts = [self._split(reply, part.stop - part.start) for (_c, part), reply in zip(self._parts, replies)]
        return Transition(*(numpy.concatenate(arrays) for arrays in zip(*parts)))

    def _ask_all(self, kind: str, payloads: Sequence[Optional[bytes]], expected: str) -> List[Any]:
        """All processes work at the same time. Every reply is read, also after an error, so that the next request is answered in turn."""
        asked = [(connection, payload) for (connection, _part), payload in zip(self._parts, payloads)]
        for connection, payload in asked:
            if payload is not None:
                connection.send(kind, payload)
        replies: List[Any] = []
        failure: Optional[BestiaryError] = None
        for connection, payload in asked:
            try:
                replies.append(None if payload is None else connection.receive(expected))
            except BestiaryError as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return replies

    def _split(self, reply: bytes, lanes: int) -> Transition:
        """The payload of a step: observations, rewards, infos, final observations as doubles, then two bytes for each lane."""
        size = len(self.observation_names)
        flags = numpy.frombuffer(reply, dtype=numpy.uint8, offset=len(reply) - 2 * lanes).astype(bool)
        numbers = numpy.frombuffer(reply[: len(reply) - 2 * lanes], dtype="<f8")
        cuts = numpy.cumsum([lanes * size, lanes, lanes * len(self.info_names)])
        observations, rewards, infos, finals = numpy.split(numbers, cuts)
        return Transition(
            observations.reshape(lanes, size).astype(numpy.float32),
            rewards.astype(numpy.float64),
            flags[:lanes],
            flags[lanes:],
            infos.reshape(lanes, len(self.info_names)).astype(numpy.float64),
            finals.reshape(-1, size).astype(numpy.float32),
        )

    def _add_infos(self, infos: Dict[str, Any], rows: numpy.ndarray, mask: numpy.ndarray) -> None:
        if not mask.any():
            return
        for i, name in enumerate(self.info_names):
            infos[name] = numpy.where(mask, rows[:, i], 0.0)
            infos[f"_{name}"] = mask.copy()

    def _add_finals(self, infos: Dict[str, Any], now: Transition, ended: numpy.ndarray) -> None:
        held = numpy.full(self.num_envs, None, dtype=object)
        for lane, row in zip(numpy.flatnonzero(ended), now.finals):
            held[lane] = row
        final_info: Dict[str, Any] = {}
        self._add_infos(final_info, now.infos, ended)
        infos.update(final_obs=held, _final_obs=ended.copy(), final_info=final_info, _final_info=ended.copy())

    def _check(self, actions: Any) -> numpy.ndarray:
        space = self.single_action_space
        shape = (self.num_envs, *space.shape)
        try:
            numbers = numpy.asarray(actions, dtype=numpy.float64)
        except (TypeError, ValueError) as error:
            raise _refuse("actions", type(actions).__name__, f"Give numbers of shape {shape}.", "wrong-type") from error
        if numbers.shape != shape:
            names = f": {', '.join(self.action_names)}" if self.action_names else ""
            hint = f"It needs the shape {shape}, lanes × actions{names}."
            raise _refuse("actions", f"the shape {numbers.shape}", hint, "inconsistent")
        if not numpy.isfinite(numbers).all():
            where = "".join(f"[{i}]" for i in numpy.argwhere(~numpy.isfinite(numbers))[0])
            raise _refuse(f"actions{where}", "a number that is not finite", "Send finite numbers.", "not-finite")
        return numbers


def _parse_mode(mode: Any) -> Any:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    raise _refuse("autoreset_mode", repr(mode), f"Known: {', '.join(known.name for known in AutoresetMode)}.", "unsupported")


def _to_plain(options: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in options.items()}


def _refuse(path: str, got: str, hint: str, code: str = "out-of-range") -> BestiaryError:
    problem = {"code": code, "path": path, "got": got, "hint": hint}
    title = code.replace("-", " ").capitalize()
    return BestiaryError(f"{title} at {path}: got {got}. {hint}", code=code, path=path, got=got, hint=hint, problems=[problem])
