"""The classes of many rows or images."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ._tables import csv_text
from .results import Classification

if TYPE_CHECKING:
    import pandas


class Classifications(list[Classification]):
    """A list of Classification, in the order of the rows.

    classes  the names of the classes
    notes    how the table was read, complete sentences
    errors   of rows that could not be read, by their places from 0; their classification means nothing
    """

    def __init__(
        self,
        items: Sequence[Classification],
        classes: Sequence[str],
        notes: Sequence[str] = (),
        errors: dict[int, str] | None = None,
    ) -> None:
        super().__init__(items)
        self.classes = list(classes)
        self.notes = list(notes)
        self.errors = errors or {}

    @property
    def labels(self) -> list[str]:
        """The class of each row with the highest score."""
        return [each.label for each in self]

    @property
    def scores(self) -> NDArray[np.float32]:
        """(n, k), in the order of classes."""
        return np.array([each.scores for each in self], np.float32).reshape(len(self), len(self.classes))

    @property
    def probabilities(self) -> NDArray[np.float64] | None:
        """(n, k), rows sum to 1; None of a classifier that was not calibrated."""
        shares = [each.probabilities for each in self]
        known = [share for share in shares if share is not None]
        if len(known) < len(shares):
            return None
        return np.array(known, np.float64).reshape(len(self), len(self.classes))

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each: label, score, probability, and the probability of each class under its name; error where there is one."""
        import pandas

        return pandas.DataFrame(self._rows(), columns=self._columns())

    def to_csv(self) -> str:
        """The same as CSV, with all digits."""
        return csv_text(self._rows(), self._columns())

    def _columns(self) -> list[str]:
        shares = [] if self.probabilities is None else [f"probability of {name}" for name in self.classes]
        return ["label", "score", "probability", *shares, *(["error"] if self.errors else [])]

    def _rows(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = []
        for place, each in enumerate(self):
            if place in self.errors:
                rows.append({"error": self.errors[place]})
                continue
            shares = [] if each.probabilities is None else each.probabilities.tolist()
            row: dict[str, object] = {"label": each.label, "score": each.score, "probability": each.probability}
            row.update((f"probability of {name}", share) for name, share in zip(self.classes, shares))
            rows.append(row)
        return rows
