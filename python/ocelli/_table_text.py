"""Tables in memory as the text that the compiled part reads, so that it treats them as it treats files."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import UsageError

if TYPE_CHECKING:
    import pandas

_GAP = "NA"
"""A missing value. A row of empty cells alone would count as none."""

_READERS = {".parquet": "read_parquet", ".feather": "read_feather", ".xlsx": "read_excel", ".xls": "read_excel", ".ods": "read_excel"}


def is_gap(value: object) -> bool:
    """Whether a value of a table in memory is missing: None, NaN, NA, NaT."""
    is_nan = isinstance(value, (float, np.floating)) and value != value
    return value is None or is_nan or type(value).__name__ in ("NAType", "NaTType")


def is_frame(table: object) -> bool:
    """Whether it is a DataFrame."""
    return hasattr(table, "to_csv") and hasattr(table, "columns") and hasattr(table, "dtypes")


def is_rows(table: object) -> bool:
    """Whether it is a list of rows: dicts, lists or tuples."""
    return isinstance(table, list) and bool(table) and isinstance(table[0], (Mapping, list, tuple))


def are_dicts(table: object) -> bool:
    """Whether it is a list of dicts."""
    return is_rows(table) and isinstance(table, list) and isinstance(table[0], Mapping)


def frame_of_file(path: str) -> "pandas.DataFrame | None":
    """A file of a format that pandas reads and the compiled part does not; else None. Raises UsageError without pandas."""
    reader = _READERS.get(FilePath(path).suffix.lower())
    if reader is None:
        return None
    try:
        import pandas

        frame: pandas.DataFrame = getattr(pandas, reader)(path)
    except ImportError as error:
        raise UsageError(f"needs pandas and a package that reads this format: {error}", path) from error
    return frame


def text_of_frame(frame: Any) -> bytes:
    """A DataFrame as CSV: numbers have all their digits."""
    text: str = frame.to_csv(index=False, na_rep=_GAP)
    return text.encode()


def text_of_rows(rows: Sequence[Any], names: Sequence[str]) -> bytes:
    """Rows as CSV: dicts by their keys, lists by the names of the inputs, if they have as many values."""
    text = io.StringIO()
    if isinstance(rows[0], Mapping):
        columns = list(dict.fromkeys(name for row in rows for name in row))
        cells = [[row.get(name) for name in columns] for row in rows]
    else:
        columns = list(names) if all(names) and len(rows[0]) == len(names) else []
        cells = [list(row) for row in rows]
    writer = csv.writer(text, lineterminator="\n")
    if columns:
        writer.writerow(columns)
    writer.writerows([[_GAP if is_gap(cell) else cell for cell in row] for row in cells])
    return text.getvalue().encode()
