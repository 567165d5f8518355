"""What the estimators of ocelli.sklearn have in common."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import make_dataclass
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _native
from ._calibration import Indices, fit_slope, held_out_folds, probabilities
from .errors import TrainingError

Samples = NDArray[np.float32]
Weights = NDArray[np.float64]
Seed = int | np.random.RandomState | None
ClassWeights = Mapping[Any, float] | str | None
Options = Mapping[str, Any] | None

_LARGEST_VALUE = 1e15

_COMMON_PARAMETERS = """\
calibrated : bool, default=True
    Whether predict_proba() is wanted. Its calibration trains the model again, on parts of the samples: five times on
    small data, once from 5,000 samples on.
random_state : int, RandomState or None, default=None
    Seed of all that is drawn at random. Give an int for the same model every time.
n_jobs : int, default=-1
    Threads for predictions, -1: all processors. Training uses all processors. The results are the same for any number.
options : dict or None, default=None
    Further options of the algorithm by the names in docs/options.md, such as {"validation": 0.1}. They precede the
    parameters.
"""

_CLASS_WEIGHT = """\
class_weight : dict, "balanced" or None, default=None
    Weights of the classes, which multiply the weights of their samples. "balanced": inverse to the classes' frequency.
"""

_ATTRIBUTES = """
Attributes
----------
classes_ : ndarray of shape (k,)
    The classes, sorted: the order of the columns of predict_proba() and decision_function().
n_features_in_ : int
    The number p of values of a sample.
feature_names_in_ : ndarray of shape (p,)
    Names of the columns, where X had names that are strings.
feature_importances_ : ndarray of shape (p,)
    How much of the scores depends on each value of a sample: shares that sum to 1.
selected_features_ : ndarray of shape (s,)
    The indices of the values that the scores depend on, ascending.
slope_ : float
    The inverse temperature that predict_proba() multiplies the scores by; only where calibrated is true.
"""


class Task(NamedTuple):
    """What to learn from, in an order that only its content decides."""

    samples: Samples
    labels: Indices
    weights: Weights | None
    groups: Indices
    """Equal samples of one class have equal numbers."""

    def part(self, rows: Indices) -> "Task":
        weights = None if self.weights is None else self.weights[rows]
        return Task(self.samples[rows], self.labels[rows], weights, self.groups[rows])


def _ordered(samples: Samples, labels: Indices, weights: Weights | None) -> Task:
    """Sorts by the samples' bytes, label and weight: sums of the same numbers in another order would differ in their
    last digits, which can decide between two equally good features."""
    keys = np.empty((len(samples), samples.shape[1] + 1), np.float32)
    keys[:, :-1] = samples + np.float32(0)  # makes -0 a 0
    keys[:, -1] = labels
    rows = keys.view(np.dtype((np.void, keys.shape[1] * keys.itemsize)))[:, 0]
    _, groups = np.unique(rows, return_inverse=True)
    order = np.argsort(groups, kind="stable") if weights is None else np.lexsort((weights, groups))
    return Task(samples, labels, weights, groups).part(order)


def _names(classes: NDArray[Any]) -> list[str]:
    """Their names in the model: as text if that is unique."""
    names = [str(value) for value in classes]
    if "" in names or len(set(names)) < len(names):
        return [f"class {k}" for k in range(len(names))]
    return names


def _is_calibrated(estimator: "BoostClassifier") -> bool:
    return bool(estimator.calibrated)


@dataclass_transform(kw_only_default=True, eq_default=False)
class Parameters(BaseEstimator):  # type: ignore[misc]
    """An estimator whose parameters are the fields, `name: type = default`, of its class and its bases."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        kinds = {name: kind for base in cls.__mro__ for name, kind in inspect.get_annotations(base).items()}
        fields = [(name, kind, getattr(cls, name)) for name, kind in kinds.items() if hasattr(cls, name)]
        # Only the constructor is a dataclass's: tools such as Dask take two dataclasses with the same fields for the
        # same, but an estimator also is what it learned.
        if "__init__" not in cls.__dict__:
            cls.__init__ = make_dataclass(cls.__name__, fields, kw_only=True).__init__  # type: ignore[assignment,misc]


class BoostClassifier(ClassifierMixin, Parameters):  # type: ignore[misc]
    """What all estimators have in common. A subclass names its algorithm and its parameters, which have the names of
    the algorithm's options."""

    calibrated: bool = True
    random_state: Seed = None
    n_jobs: int | None = -1
    options: Options = None

    _algorithm: ClassVar[str]
    _learn_classifier: ClassVar[Callable[..., _native.Classifier]] = staticmethod(_native.learn_classifier)
    _shared_parameters: ClassVar[str] = _COMMON_PARAMETERS
    _not_options: ClassVar[frozenset[str]] = frozenset(
        ("calibrated", "class_weight", "image_shape", "value_range", "random_state", "n_jobs", "options")
    )

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "_algorithm" in cls.__dict__ and cls.__doc__ is not None:
            shared = "".join(base.__dict__.get("_shared_parameters", "") for base in cls.__mro__)
            cls.__doc__ = inspect.cleandoc(cls.__doc__) + "\n" + shared + _ATTRIBUTES

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learns from samples X (n, p) with their classes y (n,). Returns the estimator.

        Raises ValueError for unusable data and for invalid parameters.
        """
        return self._fit(X, y, None)

    def decision_function(self, X: ArrayLike) -> Weights:
        """Scores (n, k), one column for each of classes_; of two classes (n,): the second's score minus the first's."""
        scores = self._scores(X)
        if len(self.classes_) == 2:
            difference: Weights = scores[:, 1] - scores[:, 0]
            return difference
        return scores

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class (n,) with the highest score; of equal scores, the first of classes_."""
        best = np.argmax(self._scores(X), axis=1)
        classes: NDArray[Any] = self.classes_[best]
        return classes

    @available_if(_is_calibrated)  # type: ignore[misc]
    def predict_proba(self, X: ArrayLike) -> Weights:
        """Probabilities (n, k) of classes_: softmax(slope_ * scores), temperature scaling.

        fit() finds the slope on scores of held-out samples. It splits the samples of each
        class into five folds, equal samples into one fold, trains on all but one fold and scores that one, fold after
        fold, until 1,000 samples have been held out: all five folds of small data, one of data from 5,000 samples on.
        The model itself is trained on all samples, so calibration does not affect it. One number for all classes is
        what few samples determine well, and it keeps the order of the classes of predict().
        Raises AttributeError where the parameter calibrated is false.
        """
        scores = self._scores(X)
        if not hasattr(self, "slope_"):
            raise AttributeError("the estimator was fitted with calibrated=False: fit it again")
        return probabilities(scores, self.slope_)

    @available_if(_is_calibrated)  # type: ignore[misc]
    def predict_log_proba(self, X: ArrayLike) -> Weights:
        """The logarithms (n, k) of predict_proba()."""
        logarithms: Weights = np.log(np.maximum(self.predict_proba(X), np.finfo(np.float64).tiny))
        return logarithms

    def to_bytes(self) -> bytes:
        """The model as a file's content, for ocelli.Classifier and the program. Classes are named by their text.

        A model of images takes gray levels 0 to 255: those that an estimator makes of the values by its value_range_. A model
        of a table takes the numbers that gaps, text and values beyond 2^24 became.
        """
        check_is_fitted(self)
        return self._model.to_bytes()

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = dict(super().__getstate__())
        if "_model" in state:
            state["_model"] = state["_model"].to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if "_model" in state:
            self._model = _native.Classifier(state["_model"])

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Self:
        rows, y = self._validated(X, y)
        check_classification_targets(y)
        rows, y, weights = self._weighted(rows, y, sample_weight)
        samples = self._training_samples(X, rows)
        self.classes_, labels = np.unique(y, return_inverse=True)
        self._require_classes()
        random = check_random_state(self.random_state)
        task = _ordered(samples, labels, weights)
        options = self._learner_options(task, int(random.randint(2**31 - 1)))
        self._model = self._learn(task, options)
        if self.calibrated:
            self.slope_ = self._calibrate(task, self._resolved(options), random)
        elif hasattr(self, "slope_"):
            del self.slope_
        self.feature_importances_ = self._importances()
        self.selected_features_ = np.flatnonzero(self.feature_importances_)
        return self

    def _importances(self) -> NDArray[np.float64]:
        """How much of the scores depends on each value of a sample of X."""
        return self._model.feature_inputs()

    def _validated(self, X: ArrayLike, y: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        rows, labels = self._validate_data(X, y, dtype=[np.float32, np.float64])
        return rows, labels

    def _training_samples(self, X: ArrayLike, rows: NDArray[Any]) -> Samples:
        """What to learn from: X once validated, without the samples that do not count."""
        return self._as_floats(rows)

    def _samples(self, X: ArrayLike) -> Samples:
        return self._as_floats(self._validate_data(X, reset=False, dtype=[np.float32, np.float64]))

    @staticmethod
    def _as_floats(X: NDArray[Any]) -> Samples:
        largest = max(float(X.max()), -float(X.min()))
        if largest > _LARGEST_VALUE:
            raise ValueError(
                f"X contains a value of magnitude {largest:g}; the limit is {_LARGEST_VALUE:g}: "
                "scale its columns first, with StandardScaler for example"
            )
        return np.ascontiguousarray(X, np.float32)

    def _weighted(
        self, rows: NDArray[Any], y: NDArray[Any], sample_weight: ArrayLike | None
    ) -> tuple[NDArray[Any], NDArray[Any], Weights | None]:
        """The samples that count, with their classes and weights; None: all weigh the same."""
        return rows, y, None

    def _require_classes(self) -> None:
        if len(self.classes_) < 2:
            raise ValueError(f"training requires at least two classes, got one class: {self.classes_[0]!r}")

    def _learner_options(self, task: Task, seed: int) -> dict[str, Any]:
        parameters = self.get_params(deep=False).items()
        own = {name: value for name, value in parameters if name not in self._not_options and value is not None}
        given = {"seed": seed} | own | dict(self.options or {})
        return {name.replace("_", "-"): value for name, value in given.items()}

    def _resolved(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options for learning again: what "auto" stood for is resolved already."""
        return options

    def _learn(self, task: Task, options: Mapping[str, Any]) -> _native.Classifier:
        return self._learn_classifier(
            self._algorithm,
            task.samples,
            task.labels.astype(np.uint16),
            _names(self.classes_),
            self._native_shape(),
            task.weights,
            options,
            {},
        )

    def _native_shape(self) -> tuple[int, int] | None:
        return None

    def _calibrate(self, task: Task, options: Mapping[str, Any], random: np.random.RandomState) -> float:
        scores, rows = [np.empty((0, len(self.classes_)))], [np.empty(0, np.intp)]
        for learned, held_out in held_out_folds(task.groups, task.labels, random):
            try:
                model = self._learn(task.part(learned), options)
            except TrainingError:  # a small part may not separate the classes, though the whole does
                continue
            scores.append(self._scores_of(model, task.samples[held_out]))
            rows.append(held_out)
        measured = np.concatenate(rows)
        weights = np.ones(len(measured)) if task.weights is None else task.weights[measured]
        return fit_slope(np.concatenate(scores), task.labels[measured], weights)

    def _scores_of(self, model: _native.Classifier, samples: Samples) -> Weights:
        return model.scores(samples, effective_n_jobs(self.n_jobs)).astype(np.float64)

    def _scores(self, X: ArrayLike) -> Weights:
        check_is_fitted(self)
        return self._scores_of(self._model, self._samples(X))

    def _more_tags(self) -> dict[str, Any]:
        return {"X_types": ["2darray"]}


class WeightedBoostClassifier(BoostClassifier):
    """An estimator whose learner takes sample weights."""

    _shared_parameters = _CLASS_WEIGHT

    class_weight: ClassWeights = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learns from samples X (n, p) with their classes y (n,) and weights sample_weight (n,), at least 0.

        A weight of 2 counts as two such samples, a weight of 0 as none; only the weights' ratios matter. None: all 1.
        Returns the estimator. Raises ValueError for unusable data and for invalid parameters.
        """
        return self._fit(X, y, sample_weight)

    def _weighted(
        self, rows: NDArray[Any], y: NDArray[Any], sample_weight: ArrayLike | None
    ) -> tuple[NDArray[Any], NDArray[Any], Weights | None]:
        if sample_weight is None and self.class_weight is None:
            return rows, y, None
        weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, copy=True)
        present = weights > 0
        if (weights < 0).any() or not present.any():
            raise ValueError("sample weights must not be negative, and at least one must be above 0")
        rows, y, weights = rows[present], y[present], weights[present]
        if self.class_weight is not None:
            weights *= compute_sample_weight(self.class_weight, y)
        # Weights that all are equal are none: then the model is the same to the last bit.
        return rows, y, None if (weights == weights[0]).all() else weights
