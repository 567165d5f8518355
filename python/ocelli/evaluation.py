"""Evaluation: figures and whole curves of a model on labeled data, as `ocelli eval` measures them."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._common import Path as PathLike
from ._common import input_list
from ._options import ClassifierEvaluationOptions, CrossValidationOptions, ReadingOptions
from ._signatures import takes
from .classifier import Classifier
from .detector import Detector
from .reader import Reader
from .training import Problem, Progress, Watch, progress_function

_HIT, _FALSE_POSITIVE, _IGNORED = 0, 1, 2


def _progress(function: Callable[[Progress], None] | None) -> Callable[[Any], None] | None:
    return None if function is None else progress_function(function)


def _problems(pairs: Iterable[tuple[str, str]]) -> list[Problem]:
    return [Problem(where, message) for where, message in pairs]


@dataclass(frozen=True)
class DetectorScores:
    """The detections in a test, and the curves that follow from them.

    objects   annotated objects, without those to ignore
    scores    (n,) of all detections that count, highest first
    hits      (n,) whether each found an object
    problems  annotations and images that were skipped
    """

    objects: int
    scores: NDArray[np.float32]
    hits: NDArray[np.bool_]
    problems: list[Problem]

    @cached_property
    def _ends(self) -> NDArray[np.intp]:
        """The last detection of each score: a threshold accepts all equal ones."""
        if len(self.scores) == 0:
            return np.zeros(0, np.intp)
        return np.append(np.flatnonzero(np.diff(self.scores)), len(self.scores) - 1)

    @cached_property
    def thresholds(self) -> NDArray[np.float32]:
        """(k,) the distinct scores, highest first: what the curves below belong to."""
        return self.scores[self._ends]

    @cached_property
    def recall(self) -> NDArray[np.float64]:
        """(k,) the share of the objects that is found."""
        return np.cumsum(self.hits)[self._ends] / max(self.objects, 1)

    @cached_property
    def false_positives(self) -> NDArray[np.int64]:
        """(k,) the number of detections that are no object."""
        return np.cumsum(~self.hits, dtype=np.int64)[self._ends]

    @cached_property
    def precision(self) -> NDArray[np.float64]:
        """(k,) the share of the detections that are objects."""
        hits = np.cumsum(self.hits)[self._ends]
        return hits / (self._ends + 1)

    @cached_property
    def average_precision(self) -> float:
        """The area under precision over recall, interpolated at all points (PASCAL VOC from 2010 on)."""
        best = np.maximum.accumulate(self.precision[::-1])[::-1]
        return float(np.sum(np.diff(self.recall, prepend=0.0) * best))

    def recall_at(self, false_positives: int) -> float:
        """The share found with at most so many false positives in the whole test."""
        allowed = self.recall[self.false_positives <= false_positives]
        return float(allowed[-1]) if len(allowed) else 0.0


@dataclass(frozen=True)
class ClassifierScores:
    """The classifications of labeled samples.

    classes    their names
    confusion  (classes, classes) counts: a row for each true class, a column for each label given
    margins    (n,) the score of the label given less that of the second
    right      (n,) whether it is the true one
    misread    index, true class and label given of those that are wrong
    seconds    to classify all
    """

    classes: list[str]
    confusion: NDArray[np.int64]
    margins: NDArray[np.float32]
    right: NDArray[np.bool_]
    misread: list[tuple[int, str, str]]
    seconds: float

    @property
    def error(self) -> float:
        """The share that is wrong."""
        return float(1 - np.mean(self.right)) if len(self.right) else 0.0

    @cached_property
    def reject_curve(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(n,) shares rejected, those of the smallest margin first, and the (n,) errors among the rest."""
        wrong = ~self.right[np.argsort(self.margins, kind="stable")]
        accepted = np.arange(len(wrong), 0, -1)
        errors = np.cumsum(wrong[::-1])[::-1] / accepted
        return np.arange(len(wrong)) / max(len(wrong), 1), errors


@dataclass(frozen=True)
class ReaderScores:
    """How well pages were read.

    character_error, word_error  edits over the length of the truth
    words_missed                 the share of the words that were not read anywhere on their page
    median_page_error            the median of the pages' character errors
    worst                        image, edits and length of the worst pages, worst first
    """

    pages: int
    failed: int
    problems: list[Problem]
    character_error: float
    word_error: float
    words_missed: float
    median_page_error: float
    cpu_seconds_a_page: float
    worst: list[tuple[str, int, int]]


@dataclass(frozen=True)
class CrossValidationScores:
    """How well trainings label the parts of the data that each held out.

    error      the mean share that is wrong
    deviation  its standard deviation over the folds
    classes    their names
    confusion  (classes, classes) counts of all samples: a row for each true class, a column for each label given
    folds      samples and errors of each
    """

    error: float
    deviation: float
    classes: list[str]
    confusion: NDArray[np.int64]
    folds: list[tuple[int, int]]


@dataclass(frozen=True)
class TrackScores:
    """How well the objects of videos were followed. Boxes hit at an overlap of 0.5."""

    objects: int
    """Boxes of all frames."""
    hits: int
    false_positives: int
    switches: int
    """How often an object is found under another number than before."""
    mota: float
    hota: float

    @property
    def recall(self) -> float:
        """0 to 1."""
        return self.hits / self.objects


def evaluate_tracks(found: PathLike, truth: PathLike) -> TrackScores:
    """Compares tracks with the truth, both in the format of the MOT challenge: two files, or two folders with files of the same names.

    Raises InputError naming the file and line.
    """
    return TrackScores(**_native.evaluate_tracks(os.fspath(found), os.fspath(truth)))


def evaluate_detector(
    model: Detector | PathLike,
    annotations: PathLike,
    *,
    classes: Iterable[str] = (),
    on_progress: Callable[[Progress], None] | None = None,
) -> DetectorScores:
    """Detects in all images of an annotation file, on all threads, and matches the detections to the boxes.

    A path of a model is run down to the faintest detection, so that the curves are whole; a Detector as its options say.
    Raises InputError for annotations that cannot be used; images that cannot be read are problems.
    """
    detector = model if isinstance(model, Detector) else Detector(model, min_score=0, min_neighbors=1)
    found = _native.evaluate_detector(detector.native, annotations, list(classes), _progress(on_progress))
    counted = found["outcomes"] != _IGNORED
    return DetectorScores(
        found["objects"],
        found["scores"][counted],
        found["outcomes"][counted] == _HIT,
        _problems(found["problems"]),
    )


@takes("evaluate_classifier")
def evaluate_classifier(
    model: Classifier | PathLike,
    samples: PathLike,
    *,
    labels: PathLike | None = None,
    **options: Unpack[ClassifierEvaluationOptions],
) -> ClassifierScores:
    """Classifies labeled samples (a table, an IDX file, a folder of classes), on all threads. Options: how a table is read.

    Raises InputError for samples that cannot be read or a label that is no class of the model.
    """
    classifier = model if isinstance(model, Classifier) else Classifier(model)
    found = _native.evaluate_classifier(
        classifier.native, os.fspath(samples), None if labels is None else os.fspath(labels), options
    )
    return ClassifierScores(**found)


@takes("read")
def evaluate_reader(
    model: Reader | PathLike,
    pages: PathLike | Iterable[PathLike],
    *,
    half: str = "all",
    ignore_case: bool = False,
    fold_marks: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    **options: Unpack[ReadingOptions],
) -> ReaderScores:
    """Reads all pages NAME.png of folders and compares them with their texts NAME.gt.txt. `half`: all, even or odd ones.
    `fold_marks`: quotation marks, dashes and hyphens at line ends (U+00AC) are those of ASCII.

    Raises InputError for a path that is no folder.
    """
    reader = model if isinstance(model, Reader) else Reader(model)
    found = _native.evaluate_reader(reader.native, input_list(pages), half, ignore_case, fold_marks, options, _progress(on_progress))
    problems = _problems(found.pop("problems"))
    return ReaderScores(problems=problems, **found)


@takes("cross_validate")
def cross_validate(
    samples: PathLike,
    *,
    labels: PathLike | None = None,
    algorithm: str = "auto",
    on_message: Callable[[str], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    **options: Unpack[CrossValidationOptions],
) -> CrossValidationScores:
    """Measures what a training of a classifier is worth, without a test set, as `ocelli cross-validate`; nothing is written.

    samples, labels, algorithm  as of train_classifier()

    Raises as train_classifier().
    """
    watch = Watch(on_message, on_progress, None)
    label_file = None if labels is None else os.fspath(labels)
    found = _native.cross_validate(os.fspath(samples), label_file, algorithm, options, watch.functions)
    return CrossValidationScores(**found)
