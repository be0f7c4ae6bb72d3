"""What there is: animals, their creature files, parameters, metrics, signals and figures of papers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

from .errors import BestiaryError
from .program import Command, call, list_settings
from .runs import PathLike, Run, list_options, load_run
from .studies import Study
from .tables import Table, from_rows
from .trainings import Training


def animals(command: Optional[Command] = None) -> Table:
    """The animals: ``name``, ``title``, ``paper``, ``body``."""
    return from_rows(call(["list"], command, False))


def describe(
    animal: PathLike,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
    command: Optional[Command] = None,
) -> Dict[str, Any]:
    """The creature file of an animal as a dict, with all defaults filled in. Change it, write it as JSON, and `run` the file."""
    return call(["describe", os.fspath(animal), *list_settings(set)], command, False)


def parameters(
    animal: PathLike,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002, the word of the command line
    command: Optional[Command] = None,
) -> Table:
    """What can be changed: ``path``, ``unit``, ``range``, ``default``, ``change`` and a sentence, ``about``."""
    return from_rows(call(["describe", os.fspath(animal), "--parameters", *list_settings(set)], command, False))


def metrics(animal: PathLike, command: Optional[Command] = None) -> Table:
    """What a run measures: ``name``, ``unit``, ``about``, and ``min``, ``max`` outside of which a run warns."""
    return from_rows(call(["describe", os.fspath(animal), "--metrics"], command, False))


def signals(animal: PathLike, command: Optional[Command] = None) -> Table:
    """What a run records at every step: ``name``, ``unit``, ``size`` (numbers at a time) and ``about``."""
    return from_rows(call(["describe", os.fspath(animal), "--signals"], command, False))


def reproduce(
    which: Optional[str] = None,
    quick: bool = False,
    out: Optional[PathLike] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    command: Optional[Command] = None,
) -> Table:
    """Runs figures, tables and numbers of the papers again.

    Args:
        which: ``worm``, ``lamprey``, ``softcon``, ``myriapoda``, or a row such as ``worm/muscles``; everything when left out.
        quick: shorter runs and fewer of them: minutes instead of up to an hour.
        out: a folder for ``report.html``, the rows and all series.
        threads: on this machine; one for each core when left out.
        progress: as of `run`.
        command: as of `run`.

    Returns:
        A row for each claim: ``id``, ``claim``, ``theirs``, ``ours``, ``tolerance``, ``verdict``, ``why`` and more.
    """
    options = {"quick": quick, "out": None if out is None else os.fspath(out), "threads": threads}
    words: List[str] = ["reproduce", *([] if which is None else [which]), *list_options(options)]
    return from_rows(call(words, command, progress, title="reproduce", accept=(0, 1)))


def load(folder: PathLike, command: Optional[Command] = None) -> Union[Run, Study, Training]:
    """Opens the folder of a recorded run (`Run`), of a sweep or a fit (`Study`), or of a training (`Training`).

    Raises:
        BestiaryError: where there is no such folder, or it is not one of these.
    """
    place = Path(os.fspath(folder))
    if not place.is_dir():
        hint = "Check the path."
        raise BestiaryError(f"Cannot open {place}: there is no such folder. {hint}", code="enoent", path=str(place), got="nothing", hint=hint)
    if (place / "recording.bst").is_file():
        return load_run(place, command)
    if (place / "training.json").is_file():
        return Training(place)
    if (place / "study.json").is_file():
        return Study(place, {})
    found = ", ".join(sorted(path.name for path in place.iterdir())[:3]) or "nothing"
    hint = "Give the folder of a run (recording.bst), a study (study.json) or a training (training.json)."
    raise BestiaryError(f"Cannot open {place}: it holds {found}. {hint}", code="unsupported", path=str(place), got=found, hint=hint)
