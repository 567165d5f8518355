"""Classifiers: label images or rows of values."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._common import Colors, Model, Path, input_list, loaded, name_of, source_of
from ._options import Limits
from ._signatures import takes
from ._table_text import are_dicts, frame_of_file, is_frame, is_rows, text_of_frame, text_of_rows
from .classifications import Classifications
from .errors import InputError
from .images import Picture, Taken, in_one_order, taken_of
from .results import Classification, Explanations, Records

if TYPE_CHECKING:
    import pandas

Table = Union[Path, "pandas.DataFrame", Sequence[Mapping[str, Any]], Sequence[Sequence[Any]]]
"""A table: the path of a file, a DataFrame, or rows as dicts or lists."""


class Classifier:
    """Labels images, or rows of values, by the highest of the classes' scores.

        digits = ocelli.Classifier("digits.ocelli")
        digits.classify("seven.png").label

    model        a path or the bytes of a model
    only_digits  refuse images that cannot be a digit, such as photos: for the bundled model, which knows nothing else

    Immutable: any number of threads may share one. Raises ModelError for what is no such model.
    """

    def __init__(self, model: Model, only_digits: bool = False) -> None:
        self._source = source_of(model)
        self._only_digits = only_digits
        self._native = loaded(_native.Classifier, self._source, only_digits)
        self._classes = list(self._native.classes)
        self._temperature = self._native.temperature

    @property
    def native(self) -> _native.Classifier:
        """The compiled classifier."""
        return self._native

    @property
    def classes(self) -> list[str]:
        """The names of the classes, in the order of scores()."""
        return list(self._classes)

    @property
    def shape(self) -> tuple[int, int] | None:
        """Height and width of the images; None where samples are rows of values."""
        return self._native.shape

    @property
    def inputs(self) -> int:
        """The number of values of a sample: of an image, its pixels."""
        return self._native.inputs

    @property
    def card(self) -> dict[str, Any]:
        """What trained the model: description, trained_by, data, options, seed, figures, license."""
        return self._native.card

    def __repr__(self) -> str:
        sample = f"{self.inputs} values" if self.shape is None else "{} x {} images".format(*self.shape[::-1])
        return f"<Classifier of {sample} into {len(self._classes)} classes from {name_of(self._source)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._source, self._only_digits)

    def to_bytes(self) -> bytes:
        """The model as the bytes of its file."""
        return self._native.to_bytes()

    def classify(self, sample: Any, colors: Colors = "bgr") -> Any:
        """The Classification of an image or of a row, or the Classifications of all rows of a table.

        sample  an image of any size, which is fitted to the classifier's shape: an array (h, w) gray or (h, w, 3 or 4)
                in the order that `colors` names, uint8 or uint16; the path of a file; an image of Pillow. Or a row
                (inputs,) of numbers, or a dict by the names of the columns. Or a table: a DataFrame, a list of rows or
                dicts, or the path of a file (CSV, ARFF, JSON Lines, Parquet, XLSX), as classify_table().
        colors  "bgr" (as cv2 reads images) or "rgb"

        Raises ImageError for another dtype or shape, InputError for a row of another length or with a value that is
        not finite, and for a file that cannot be read.
        """
        if isinstance(sample, Mapping):
            return self.classify_table([sample])[0]
        if is_frame(sample) or is_rows(sample) or (self.shape is None and isinstance(sample, (str, os.PathLike))):
            return self.classify_table(sample)
        if _is_row(sample):
            return self._classification(self.scores(np.asarray(sample)[np.newaxis])[0])
        taken = self._taken(sample, colors)
        return self._classification(self._native.scores_of_image(taken.pixels, taken.colors))

    def classify_table(self, table: Table, threads: int = 0) -> Classifications:
        """The labels of the rows of a table, which is read like the one in training: by the names of the columns, with gaps,
        categories and dates.

        table    a DataFrame, a list of dicts or of rows, or the path of a file
        threads  at most so many; 0: one per core

        A row that cannot be read has an entry in .errors. Raises InputError for a table without the model's columns.
        """
        scores, notes, errors = self._native.scores_of_table(self._table_text(table), threads)
        return Classifications([self._classification(row) for row in scores], self._classes, notes, dict(errors))

    def _table_text(self, table: Any) -> str | bytes:
        """A path for the compiled part to read, or the text of a table in memory."""
        if isinstance(table, (str, os.PathLike)):
            frame = frame_of_file(os.fspath(table))
            return os.fspath(table) if frame is None else text_of_frame(frame)
        return text_of_frame(table) if is_frame(table) else text_of_rows(table, self._native.column_names)

    def classify_batch(
        self, samples: Iterable[Any] | NDArray[Any], colors: Colors = "bgr", threads: int = 0
    ) -> Classifications:
        """The same for many samples, in parallel.

        samples  images: a list of them, or an array (n, h, w) or (n, h, w, 3). Or rows: an array (n, inputs).
        threads  at most so many; 0: one per core
        """
        kept = samples if isinstance(samples, np.ndarray) else list(samples)
        if len(kept) == 0:
            return Classifications([], self._classes)
        if _is_row(kept[0]):
            scores = self.scores(kept, threads)
        else:
            images = in_one_order([self._taken(each, colors) for each in kept])
            scores = self._native.scores_of_images(*images, threads)
        return Classifications([self._classification(row) for row in scores], self._classes)

    def _taken(self, image: Any, colors: Colors) -> Taken:
        return taken_of(image, colors, in_color=self._native.sees_colors)

    def _classification(self, scores: NDArray[np.float32]) -> Classification:
        return Classification(self._classes, scores, self._temperature)

    def scores(self, rows: ArrayLike, threads: int = 0) -> NDArray[np.float32]:
        """The scores (n, classes) of samples (n, inputs); of images their gray levels, 0 to 255, row by row.

        Raises InputError for rows of another length or a value that is not finite or beyond 1e15.
        """
        return self._native.scores(self._samples(rows), threads)

    @takes("limits")
    def classify_files(
        self, inputs: Path | Iterable[Path], threads: int = 0, *, top: int = 5, **limits: Unpack[Limits]
    ) -> Records:
        """Classifies image files, folders, IDX files, lists: whatever the program takes as INPUT.

        top  so many labels are listed of each input
        """
        return Records(self._native.records(input_list(inputs), {"top": top, **limits}, threads))

    def explain(
        self,
        rows: Table | ArrayLike,
        background: Table | ArrayLike | None = None,
        of_class: str | None = None,
        background_rows: int = 100,
    ) -> Explanations:
        """Why rows of a table have their scores: exact Shapley values, which sum to the scores.

        rows             a table, as for classify_table(), or samples (n, inputs)
        background       rows to compare with, such as those of the training; None: the rows themselves
        of_class         the class whose score is explained; None: the label of each row
        background_rows  so many rows of the background, drawn evenly; the time grows with them

        Raises UsageError for a model whose scores are not sums over trees, stumps, linear features and products.
        """
        return Explanations(
            **self._native.explain(
                self._table(rows), None if background is None else self._table(background), of_class or "", background_rows
            )
        )

    def _table(self, rows: Any) -> str | bytes | NDArray[np.float32]:
        is_file = isinstance(rows, (str, os.PathLike))
        return self._table_text(rows) if is_file or is_frame(rows) or are_dicts(rows) else self._samples(rows)

    def _samples(self, rows: ArrayLike) -> NDArray[np.float32]:
        try:
            samples = np.ascontiguousarray(rows, dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise InputError(f"expected numbers (n, {self.inputs}): {error}") from error
        if samples.ndim != 2 or samples.shape[1] != self.inputs:
            raise InputError(f"expected numbers (n, {self.inputs}), got {samples.dtype} {samples.shape}")
        return samples


def _is_row(sample: object) -> bool:
    if isinstance(sample, np.ndarray):
        return sample.ndim == 1
    return isinstance(sample, (list, tuple))
