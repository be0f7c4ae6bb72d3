"""Single runs: simulate an animal, or open one that was recorded."""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
import weakref
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy

from .errors import BestiaryError
from .program import Command, call, list_settings
from .tables import Table, to_frame

PathLike = Union[str, "os.PathLike[str]"]


def run(
    animal: PathLike,
    seconds: float = 10.0,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
    seed: int = 1,
    policy: Optional[PathLike] = None,
    task: Optional[str] = None,
    out: Optional[PathLike] = None,
    every: int = 1,
    force: bool = False,
    progress: Optional[bool] = None,
    command: Optional[Command] = None,
) -> "Run":
    """Simulates an animal and gives what it did.

    Args:
        animal: a name of `animals`, or the path of a creature file.
        seconds: simulated time; rounded up to whole steps.
        set: parameters, ``{"brainstem.right": 0.4, "body.links[9].width": "8 mm"}``; `parameters` lists them.
        seed: of everything random. The same seed gives the same run, bit for bit.
        policy: who steers: ``"default"``, ``"network"``, ``"proportional"``, ``"none"``, or the folder or file of a policy.
        task: whose policy, with ``policy="default"`` or ``"network"``.
        out: a folder for the recording. Without it the recording is temporary and goes with the `Run`.
        every: steps between two recorded frames.
        force: replace an earlier run in ``out``.
        progress: a bar in a notebook or a terminal; ``False`` for none, ``True`` for one wherever it is.
        command: the program, where `find_program` should not look for it.

    Raises:
        BestiaryError: what is wrong, with code, path, got and hint.
        KeyboardInterrupt: what was simulated until then is in ``out``; `load` opens it.
    """
    folder = Path(os.fspath(out)) if out is not None else make_temporary("run")
    words = ["run", os.fspath(animal), "--seconds", format_number(seconds), "--seed", str(seed), *list_settings(set)]
    if policy is not None:
        words += ["--policy", os.fspath(policy)]
    if task is not None:
        words += ["--task", task]
    words += ["--out", str(folder), "--every", str(every)]
    if force:
        words.append("--force")
    try:
        found = Run(folder, call(words, command, progress, accept=(0, 130)), command)
    except BaseException:
        if out is None:
            remove(folder.parent)
        raise
    if out is None:
        weakref.finalize(found, remove, folder.parent)
    return found


class Run:
    """A recorded run.

    Attributes:
        folder: of its recording.
        summary: everything that the program said of it.
        animal: name of the animal.
        seconds: simulated time at its end.
        seed: of everything random.
        status: ``complete``, ``interrupted``, ``failed``, or ``unfinished`` for one that was killed.
        hash: of the last state; two runs with the same hash ended in the same bits. Empty if unfinished.
        metrics: what it measured, by name, in SI units; NaN where the run does not tell.
        warnings: sentences about what makes numbers unreliable.
    """

    def __init__(self, folder: Path, summary: Mapping[str, Any], command: Optional[Command] = None) -> None:
        self.folder = Path(folder)
        self.summary: Dict[str, Any] = dict(summary)
        self.animal: str = summary.get("animal", "")
        self.seconds: float = summary.get("seconds", math.nan)
        self.seed: Optional[int] = summary.get("seed")
        self.status: str = summary.get("status", "unfinished")
        self.hash: str = summary.get("hash", "")
        self.metrics: Dict[str, float] = {
            name: math.nan if value is None else value for name, value in summary.get("metrics", {}).items()
        }
        self.warnings: List[str] = list(summary.get("warnings", []))
        self._command = command

    @cached_property
    def records(self) -> numpy.ndarray:
        """The signals as a structured array; one with several elements is an array of its own: ``run.records["curvature"]``."""
        return self._load("npy")

    @cached_property
    def signals(self) -> Table:
        """The signals over time, a column for every number: ``time``, ``speed``, ``curvature[0]`` …

        A DataFrame where pandas is installed, else a structured array; ``run.signals["speed"]`` works with both. In SI units:
        see `units`.
        """
        return to_frame(self.records)

    @cached_property
    def frames(self) -> numpy.ndarray:
        """What is drawn, a record for each recorded frame, in metres: ``time``, and by name each part (x, y, z and a quaternion
        x, y, z, w), each soft surface (vertices × 3), line and channel of colour."""
        return self._load("frames")

    @cached_property
    def units(self) -> Dict[str, str]:
        """Units of signals and metrics by name; ``""`` for plain numbers."""
        creature = str(self.folder / "creature.json")
        found = {"time": "s"}
        for option in ("--metrics", "--signals"):
            for row in call(["describe", creature, option], self._command, False):
                found[row["name"]] = "" if row["unit"] == "1" else row["unit"]
        return found

    def export(self, format: str, out: PathLike, **options: Any) -> Path:  # noqa: A002
        """Writes the run in a format of ``bestiary export``: ``gltf``, ``wcon``, ``keyframes``, ``csv``, ``npy``, ``frames``.

        Args:
            format: name of the format.
            out: the file.
            options: those of the command line, such as ``fps=24``, ``scale=10`` or ``signals="speed,heading"``.
        """
        words = ["export", str(self.folder), "--format", format, "--out", os.fspath(out), *list_options(options)]
        return Path(call(words, self._command, False)["file"])

    def render(self, out: PathLike, progress: Optional[bool] = None, **options: Any) -> Path:
        """Draws a film (``film.mp4``, ``film.webm``) or a folder of pictures. Needs Chrome or Chromium.

        Args:
            out: the film, or the folder.
            progress: as of `run`.
            options: those of ``bestiary render``, such as ``fps=24``, ``size="640x360"`` or ``camera="top"``.
        """
        words = ["render", str(self.folder), "--out", os.fspath(out), *list_options(options)]
        return Path(call(words, self._command, progress)["file"])

    def _load(self, format: str) -> numpy.ndarray:  # noqa: A002
        with tempfile.TemporaryDirectory(prefix="bestiary-export-") as folder:
            file = self.export(format, Path(folder) / "table.npy")
            return numpy.load(file, allow_pickle=False)

    def __repr__(self) -> str:
        return f"<Run of {self.animal}: {self.seconds:g} s, {self.status}, hash {self.hash}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{value:.6g}</td></tr>" for name, value in self.metrics.items())
        said = "".join(f"<p>⚠ {warning}</p>" for warning in self.warnings)
        head = f"<b>{self.animal}</b>, {self.seconds:g} s, seed {self.seed}, {self.status}, hash <code>{self.hash}</code>"
        return f"<p>{head}</p>{said}<table><tr><th>metric</th><th>value (SI)</th></tr>{rows}</table>"


def make_temporary(kind: str) -> Path:
    """A folder to be made by the program, in one that `remove` takes away."""
    return Path(tempfile.mkdtemp(prefix=f"bestiary-{kind}-")) / kind


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def load_run(folder: Path, command: Optional[Command] = None) -> Run:
    summary = folder / "summary.json"
    if summary.is_file():
        return Run(folder, read_json(summary), command)
    # Killed before it could write one: the recording itself is good up to its last frame.
    creature = folder / "creature.json"
    name = read_json(creature).get("animal", "") if creature.is_file() else ""
    return Run(folder, {"animal": name}, command)


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        hint = "Check the file."
        raise BestiaryError(f"Cannot read {path}: {error}. {hint}", code="damaged", path=str(path), got=str(error), hint=hint) from error


def list_options(options: Mapping[str, Any]) -> List[str]:
    """``fps=24, scale_bar=True`` → ``--fps 24 --scale-bar``."""
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        # `from` is a word of Python: `from_`.
        words.append(f"--{name.strip('_').replace('_', '-')}")
        if value is not True:
            words.append(str(value))
    return words


def format_number(value: float) -> str:
    return repr(float(value)) if isinstance(value, (int, float, numpy.number)) else str(value)
