"""Tables as people have them, for the estimators: gaps, text, categories, dates, sparse and nullable columns become numbers.

The rules are those of `ocelli train classifier` (docs/classify.md): medians for gaps, a column that marks them where there are
enough, and a column of 0 and 1 for each frequent category.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from ._estimator import BoostClassifier, Samples, Weights
from ._table_text import is_frame, is_gap

_MAX_CATEGORIES = 64
_MIN_MARKED = 5  # gaps of a column that is marked
_EXACT = 2**24  # larger whole numbers lose digits as float32


class _Numbers(NamedTuple):
    """A column of numbers: what replaces a gap, what is subtracted, and whether gaps are marked."""

    median: float
    offset: float
    is_marked: bool

    @property
    def width(self) -> int:
        return 1 + self.is_marked

    def encode(self, column: NDArray[Any]) -> Weights:
        values = _as_numbers(column)
        gaps = np.isnan(values)
        shifted = np.where(gaps, self.median, values) - self.offset
        return np.column_stack([shifted, gaps]) if self.is_marked else shifted[:, np.newaxis]


class _Categories(NamedTuple):
    """A column of text: its values with a column each; all others, and gaps, are 0 everywhere."""

    values: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.values)

    def encode(self, column: NDArray[Any]) -> Weights:
        text = np.array(["" if _is_missing(value) else str(value) for value in column], dtype=object)
        is_value = text[:, np.newaxis] == np.array(self.values, dtype=object)
        return np.asarray(is_value, np.float64)


def _is_missing(value: object) -> bool:
    return is_gap(value) or value == ""


def _as_numbers(column: NDArray[Any]) -> Weights:
    """Numbers with NaN for gaps. Raises ValueError for text and TypeError for what is neither."""
    known = column if column.dtype != object else [np.nan if _is_missing(value) else float(value) for value in column]
    numbers: Weights = np.array(known, np.float64)
    return numbers


def _numbers_of(column: NDArray[Any]) -> _Numbers:
    values = _as_numbers(column)
    known = values[~np.isnan(values)]
    median = float(np.median(known)) if known.size else 0.0
    is_large = bool(known.size) and float(np.abs(known).max()) > _EXACT
    gaps = len(values) - known.size
    return _Numbers(median, median if is_large else 0.0, gaps >= _MIN_MARKED and known.size > 0)


def _categories_of(column: NDArray[Any]) -> _Categories:
    counts = Counter(str(value) for value in column if not _is_missing(value))
    frequent = sorted(counts, key=lambda value: (-counts[value], value))[:_MAX_CATEGORIES]
    return _Categories(tuple(sorted(frequent)))


def _column_of(column: NDArray[Any], is_category: bool) -> _Numbers | _Categories:
    if not is_category:
        try:
            return _numbers_of(column)
        except ValueError:
            pass
    return _categories_of(column)


class TableEncoder:
    """Turns the columns of tables like the one of training into numbers.

    table          (n, p), numbers or objects
    is_category    of each column, whether its values are categories although they may be numbers
    """

    def __init__(self, table: NDArray[Any], is_category: list[bool]) -> None:
        self._columns = [_column_of(table[:, place], is_category[place]) for place in range(table.shape[1])]

    @property
    def origins(self) -> NDArray[np.intp]:
        """The column of the table that each number is from."""
        return np.repeat(np.arange(len(self._columns)), [column.width for column in self._columns])

    def encode(self, table: NDArray[Any]) -> Weights:
        """The numbers (n, width) of rows."""
        return np.hstack([column.encode(table[:, place]) for place, column in enumerate(self._columns)])


class _Table(NamedTuple):
    """Input for scikit-learn's checks, and which of its columns are categories."""

    content: Any
    is_text: bool
    is_category: list[bool]


def _as_table(X: ArrayLike) -> _Table:
    if hasattr(X, "toarray"):
        return _Table(X.toarray(), False, [])
    if is_frame(X):
        return _table_of_frame(X)
    content = np.asarray(X)
    if content.dtype.kind in "US":
        content = np.asarray(X, dtype=object)
    return _Table(content, content.dtype == object, [])


def _seconds(dates: Any) -> Weights:
    """Seconds since 1970, NaN for gaps."""
    moments = dates.to_numpy("datetime64[ns]")
    seconds: Weights = np.where(np.isnat(moments), np.nan, moments.astype(np.int64) / 1e9)
    return seconds


def _table_of_frame(frame: Any) -> _Table:
    is_category = [getattr(kind, "name", "") == "category" for kind in frame.dtypes]
    dates = [name for name, kind in frame.dtypes.items() if getattr(kind, "kind", "") == "M"]
    if dates:
        frame = frame.assign(**{name: _seconds(frame[name]) for name in dates})
    is_plain = all(isinstance(kind, np.dtype) and kind.kind in "biuf" for kind in frame.dtypes)
    return _Table(frame if is_plain else frame.astype(object), not is_plain, is_category)


class TableInput(BoostClassifier):
    """An estimator on tables. X may have gaps (NaN, None, NA), text, categories of pandas, nullable types and dates, and may be
    sparse."""

    def _validated(self, X: ArrayLike, y: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        table = _as_table(X)
        rows, labels = self._validate_data(table.content, y, **_checks(table))
        self._encoder = TableEncoder(rows, table.is_category or [False] * rows.shape[1])
        return self._encoder.encode(rows), labels

    def _samples(self, X: ArrayLike) -> Samples:
        check_is_fitted(self)
        table = _as_table(X)
        return self._as_floats(self._encoder.encode(self._validate_data(table.content, reset=False, **_checks(table))))

    def _importances(self) -> NDArray[np.float64]:
        of_numbers = super()._importances()
        sums = np.zeros(self.n_features_in_)
        np.add.at(sums, self._encoder.origins, of_numbers)
        return sums

    def _more_tags(self) -> dict[str, Any]:
        return super()._more_tags() | {"X_types": ["2darray", "sparse", "string"], "allow_nan": True}


def _checks(table: _Table) -> dict[str, Any]:
    if table.is_text:
        return {"dtype": object, "force_all_finite": False}
    return {"dtype": [np.float64, np.float32], "force_all_finite": "allow-nan"}
