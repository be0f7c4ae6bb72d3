"""Parameter studies: sweeps and fits."""

from __future__ import annotations

import json
import os
import tempfile
import weakref
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

from .program import Command, call
from .runs import PathLike, list_options, make_temporary, read_json, remove
from .tables import Table, read_csv

#: A study: its file, or what would be in it.
Spec = Union[PathLike, Mapping[str, Any]]


def sweep(
    spec: Spec,
    out: Optional[PathLike] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    command: Optional[Command] = None,
    **options: Any,
) -> "Study":
    """Varies parameters of an animal and tabulates what it does.

    Args:
        spec: a file, or a dict with ``animal``, ``seconds``, ``seeds``, ``parameters``, ``metrics``, as docs/studies.md describes.
        out: the folder of the study. What is there already is not computed again, so the same call continues an interrupted study.
            Without it the folder is temporary and goes with the `Study`.
        threads: on this machine; one for each core when left out.
        progress: as of `run`.
        command: as of `run`.
        options: other options of ``bestiary sweep``, such as ``redis="redis://host"``.

    Raises:
        BestiaryError: what is wrong, with code, path, got and hint. A run that fails is a row with its reason instead.
        KeyboardInterrupt: results until then are in ``out``.
    """
    return _compute("sweep", spec, out, threads, progress, command, options)


def fit(
    spec: Spec,
    out: Optional[PathLike] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    command: Optional[Command] = None,
    **options: Any,
) -> "Study":
    """Searches for parameters that bring metrics to their targets.

    Arguments and errors as of `sweep`; the dict also has ``targets``, and may have ``constraints`` and ``search``. The result's
    `Study.best` and `Study.creature` are what was found.
    """
    return _compute("fit", spec, out, threads, progress, command, options)


def _compute(
    kind: str,
    spec: Spec,
    out: Optional[PathLike],
    threads: Optional[int],
    progress: Optional[bool],
    command: Optional[Command],
    options: Mapping[str, Any],
) -> "Study":
    folder = Path(os.fspath(out)) if out is not None else make_temporary(kind)
    try:
        found = Study(folder, _run_study(kind, spec, folder, {"threads": threads, **options}, progress, command))
    except BaseException:
        if out is None:
            remove(folder.parent)
        raise
    if out is None:
        weakref.finalize(found, remove, folder.parent)
    return found


def _run_study(
    kind: str, spec: Spec, folder: Path, options: Mapping[str, Any], progress: Optional[bool], command: Optional[Command]
) -> Dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="bestiary-spec-") as place:
        words = [kind, _write_spec(spec, Path(place)), "--out", str(folder)]
        words += list_options(options)
        # Exit code 1 with a document: every run failed, and the table says why.
        return call(words, command, progress, title=kind, accept=(0, 1, 130))


def _write_spec(spec: Spec, place: Path) -> str:
    if not isinstance(spec, Mapping):
        return os.fspath(spec)
    content = dict(spec)
    # A path in a file is seen from that file; one in a dict from here.
    if isinstance(content.get("creature"), (str, os.PathLike)):
        content["creature"] = os.path.abspath(os.fspath(content["creature"]))
    file = place / "study.json"
    file.write_text(json.dumps(content, default=_to_plain), encoding="utf-8")
    return str(file)


def _to_plain(value: Any) -> Any:
    """Numbers and arrays of numpy as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"A study holds numbers, texts, lists and dicts: got {type(value).__name__}.")


class Study:
    """A study and its results.

    Attributes:
        folder: of the study: tables, ``summary.html``, the results that a repetition reuses.
        summary: what the program said: ``jobs``, ``done``, ``failed`` …; empty for one that was opened with `load`.
        best: of a `fit`: a dict of ``parameters``, ``metrics``, ``cost`` and ``command``; ``None`` for a sweep, and after `load`.
    """

    def __init__(self, folder: Path, summary: Mapping[str, Any]) -> None:
        self.folder = Path(folder)
        self.summary: Dict[str, Any] = dict(summary)
        self.best: Optional[Dict[str, Any]] = summary.get("best")

    @cached_property
    def results(self) -> Table:
        """A row for each run: parameters, seed, metrics, status, and the command that runs it again."""
        return read_csv(self.folder / "results.csv")

    @cached_property
    def series(self) -> Optional[Table]:
        """Recorded signals over time, where the study asked for them with ``record``; else ``None``."""
        file = self.folder / "series.csv"
        return read_csv(file) if file.is_file() else None

    @cached_property
    def units(self) -> Dict[str, str]:
        """Units of the columns; ``""`` for plain numbers."""
        return {column["name"]: column["unit"] for column in read_json(self.folder / "columns.json")}

    @cached_property
    def creature(self) -> Optional[Dict[str, Any]]:
        """Of a `fit`: the creature file that was found, as a dict; ``None`` for a sweep."""
        file = self.folder / "best.creature.json"
        return read_json(file) if file.is_file() else None

    @property
    def failures(self) -> List[Any]:
        """Why runs failed, as the program listed it."""
        return list(self.summary.get("failures", []))

    def __repr__(self) -> str:
        jobs = f"{self.summary['done']} of {self.summary['jobs']} runs" if "jobs" in self.summary else "opened"
        return f"<Study in {self.folder}: {jobs}>"
