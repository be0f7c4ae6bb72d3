"""Tables: a DataFrame where pandas is installed, else a structured array of numpy. Both give a column by ``table["name"]``."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Sequence

import numpy

#: A ``pandas.DataFrame``, or a structured ``numpy.ndarray``.
Table = Any


def make_table(columns: Mapping[str, Sequence[Any]]) -> Table:
    """Columns of equal length → a table."""
    try:
        import pandas
    except ImportError:
        arrays = {name: _to_array(values) for name, values in columns.items()}
        count = len(next(iter(arrays.values()))) if arrays else 0
        table = numpy.empty(count, dtype=[(name, array.dtype) for name, array in arrays.items()])
        for name, array in arrays.items():
            table[name] = array
        return table
    return pandas.DataFrame({name: pandas.Series(_to_array(values)) for name, values in columns.items()})


def from_rows(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Dicts → a table with all of their keys; what a row lacks is None."""
    names: Dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(row))
    return make_table({name: [row.get(name) for row in rows] for name in names})


def read_csv(path: Path) -> Table:
    """A table of the program. Numbers are floats and whole numbers; an empty cell is NaN among numbers, else empty text."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows, [])
        cells: List[List[str]] = [list(row) for row in rows]
    return make_table({name: _parse(row[i] for row in cells) for i, name in enumerate(names)})


def _parse(texts: Iterable[str]) -> Sequence[Any]:
    kept = list(texts)
    if all(text == "" for text in kept):
        return kept
    try:
        return [int(text) for text in kept]
    except ValueError:
        pass
    try:
        return [float(text) if text != "" else float("nan") for text in kept]
    except ValueError:
        return kept


def _to_array(values: Sequence[Any]) -> numpy.ndarray:
    kinds = {type(value) for value in values}
    if kinds and kinds <= {bool}:
        return numpy.array(values, dtype=bool)
    if kinds and kinds <= {int}:
        return numpy.array(values, dtype=numpy.int64 if all(abs(v) < 2**63 for v in values) else object)
    if kinds and kinds <= {int, float, type(None)} and kinds != {type(None)}:
        return numpy.array([float("nan") if value is None else value for value in values], dtype=float)
    array = numpy.empty(len(values), dtype=object)
    array[:] = values
    return array


def flatten_records(records: numpy.ndarray) -> numpy.ndarray:
    """A structured array with arrays in it → one with a number in every field, ``name[0]``, ``name[1]`` …; the same memory."""
    fields = []
    for name in records.dtype.names or ():
        kind = records.dtype[name]
        count = int(numpy.prod(kind.shape, dtype=int))
        if kind.shape == ():
            fields.append((name, kind))
        else:
            fields += [(f"{name}[{i}]", kind.base) for i in range(count)]
    return records.view(numpy.dtype(fields))


def to_frame(records: numpy.ndarray) -> Table:
    """A structured array → a table with a column for every number."""
    flat = flatten_records(records)
    try:
        import pandas
    except ImportError:
        return flat
    # One block instead of a column at a time: a run has hundreds.
    kinds = {flat.dtype[name] for name in flat.dtype.names or ()}
    if len(kinds) == 1:
        names = flat.dtype.names or ()
        block = flat.view(next(iter(kinds))).reshape(len(flat), len(names))
        return pandas.DataFrame(block, columns=list(names))
    return pandas.DataFrame(flat)
