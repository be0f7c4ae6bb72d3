"""Trainings of policies, and how well a policy does."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, Mapping, Optional

from .program import Command, call, list_settings
from .runs import PathLike, list_options, read_json
from .tables import Table, read_csv


def train(
    animal: PathLike,
    out: PathLike,
    task: Optional[str] = None,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
    config: Optional[Mapping[str, Any]] = None,
    command: Optional[Command] = None,
    **options: Any,
) -> "Training":
    """Trains an animal on a task with Bestiary's own PPO or evolution, which is faster than any trainer in Python.

    Args:
        animal: a name of `animals`, a creature file, or a toy such as ``toy:pendulum``.
        out: the folder of the training.
        task: ``steer`` when left out.
        set: parameters of the animal.
        config: settings of the trainer, ``{"learningRate": 1e-3}``.
        command: as of `run`.
        options: other options of ``bestiary train``: ``minutes=3``, ``updates=100``, ``seed=2``, ``workers=2``, ``trainer="es"``,
            ``resume=True`` …

    Raises:
        BestiaryError: what is wrong, with code, path, got and hint.
        KeyboardInterrupt: the last update is in ``out``; ``resume=True`` continues bit for bit.
    """
    words = ["train", os.fspath(animal), "--out", os.fspath(out), *list_options({"task": task, **options}), *list_settings(set)]
    for name, value in (config or {}).items():
        words += ["--config", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    call(words, command, False, accept=(0, 130))
    return Training(Path(os.fspath(out)))


def evaluate(
    animal: PathLike,
    policy: PathLike,
    task: Optional[str] = None,
    episodes: int = 20,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
    command: Optional[Command] = None,
    **options: Any,
) -> Dict[str, Any]:
    """Measures a policy on seeded episodes.

    Args:
        animal: as of `train`.
        policy: ``"default"``, ``"network"``, ``"proportional"``, ``"none"``, or the folder or file of a policy.
        task: ``steer`` when left out.
        episodes: how many.
        set: parameters of the animal.
        command: as of `run`.
        options: other options of ``bestiary evaluate``, such as ``seed=7000``.

    Returns:
        ``meanAngle`` (degrees off the target), ``speedShare``, ``timeTo20``, ``return``, ``confidence95`` and more.
    """
    words = ["evaluate", os.fspath(animal), "--policy", os.fspath(policy), "--episodes", str(episodes)]
    return call([*words, *list_options({"task": task, **options}), *list_settings(set)], command, False)


class Training:
    """The folder of a training.

    Attributes:
        folder: of the training; it is also a policy for `run` and `evaluate`.
        about: what is trained, the settings and the progress (``training.json``).
        status: ``done``, ``interrupted``, ``running`` …
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self.about: Dict[str, Any] = read_json(self.folder / "training.json")
        self.status: str = self.about.get("status", "")

    @property
    def policy(self) -> Path:
        """The policy file; ``policy.onnx`` lies beside it."""
        return self.folder / "policy.json"

    @cached_property
    def log(self) -> Table:
        """A row for each update: ``step``, ``seconds``, ``charts/episodic_return`` and more."""
        return read_csv(self.folder / "log.csv")

    def __repr__(self) -> str:
        return f"<Training in {self.folder}: {self.status}>"

