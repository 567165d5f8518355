"""Ocelli's classifiers as scikit-learn estimators: in a Pipeline, in GridSearchCV, with clone() and pickle.

On tables, X of shape (n, p): AutoBoostClassifier, which chooses between BoostedTreesClassifier and ShareBoostClassifier
and their options; BlendClassifier, MultiBoostCWClassifier, MultiBoostCWTreesClassifier.
On images, X of shape (n, h, w), or (n, h * w) with the parameter image_shape: PatchShareBoostClassifier,
OrientationShareBoostClassifier, MultiLayerBoostClassifier.

Tables may have gaps, text, categories, dates, nullable types, and may be sparse. An infinite value, or one beyond 1e15, is
refused with a ValueError: scale such columns first. A fitted model does not depend on the order of the samples.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._estimator import (
    BoostClassifier,
    Samples,
    Task,
    WeightedBoostClassifier,
)
from ._table_input import TableInput

__all__ = [
    "AutoBoostClassifier",
    "BlendClassifier",
    "BoostedTreesClassifier",
    "MultiBoostCWClassifier",
    "MultiBoostCWTreesClassifier",
    "MultiLayerBoostClassifier",
    "OrientationShareBoostClassifier",
    "PatchShareBoostClassifier",
    "ShareBoostClassifier",
]

_PIXELS_PER_TEMPLATE = 32
_FEWEST_TEMPLATES = 16

_FEATURES = """\
features : {"auto", "linear", "products", "stumps", "trees", "balls", "gaussians"}, default="auto"
    What is chosen from: the inputs, their products, thresholds on them, boosted trees, balls or Gaussian functions
    around samples. "auto": the one of the first three with the fewest errors on samples kept from training.
"""

_TREES = """\
rounds : int, default=400
    Number of trees.
leaves : int, default=32
    Leaves of a tree at most.
shrinkage : float, default=0.15
    Share of the best step that each tree takes.
"""

_ROUNDS = """\
rounds : int, default=500
    Number of boosting rounds at most, each of one stump, or of one for every class or bit of a code word.
"""

_IMAGE_PARAMETERS = """\
image_shape : tuple (h, w) or None, default=None
    Height and width of the images in pixels, for X of shape (n, h * w). None: those of X of shape (n, h, w), else a
    square if h * w is one, else one row. The attribute image_shape_ has the result.
value_range : tuple (low, high) or None, default=None
    The values that become the gray levels 0 and 255; values outside become the nearer of these. None: 0 and 255 for
    unsigned bytes, else the minimum and the maximum in training. The attribute value_range_ has the result.
"""


class _FeatureChoice(TableInput):
    """An estimator that chooses from features of a kind."""

    _shared_parameters = _FEATURES

    features: str = "auto"

    def _resolved(self, options: dict[str, Any]) -> dict[str, Any]:
        chosen = self._model.card.get("options", {}).get("features", "auto")
        return dict(options, features=chosen) if options.get("features") == "auto" else options


class AutoBoostClassifier(TableInput, WeightedBoostClassifier):
    """Boosted trees or ShareBoost, with the options that err least on samples kept from training.

    As `ocelli train classifier` does it on a table when no algorithm is named. Source: docs/classify.md.

    Parameters
    ----------
    time : float, default=60
        About how many seconds choosing and training may take. Counted in operations, so that the model does not depend
        on the machine.
    """

    _algorithm = "auto"

    time: float = 60.0

    def _calibrate(self, task: Task, options: Mapping[str, Any], random: np.random.RandomState) -> float:
        """The choice held samples out, and the model has its temperature from them."""
        temperature = self._model.temperature
        return 1 / temperature if temperature > 0 else super()._calibrate(task, options, random)


class _TreeBoostClassifier(TableInput, WeightedBoostClassifier):
    """An estimator that boosts trees."""

    def _more_tags(self) -> dict[str, Any]:
        constant = "where one class has nearly all weight no split gains anything: an error says so"
        return super()._more_tags() | {"_xfail_checks": {"check_class_weight_classifiers": constant}}


class BlendClassifier(_TreeBoostClassifier):
    """Several learners, whose scores are added: those that err differently correct each other.

    AutoBoostClassifier chooses members and weights by itself. Source: docs/classify.md.

    Parameters
    ----------
    members : str, default="1 trees; 1 shareboost features=stumps"
        Of each member how often its scores count, the algorithm's name as `ocelli train classifier --algorithm` has it,
        and options of that, separated by semicolons.
    """

    _algorithm = "blend"

    members: str = "1 trees; 1 shareboost features=stumps"


class _VotingTreesClassifier(_TreeBoostClassifier):
    """Trees whose leaves vote by real numbers."""

    _shared_parameters = _TREES

    rounds: int = 400
    leaves: int = 32
    shrinkage: float = 0.15


class BoostedTreesClassifier(_VotingTreesClassifier):
    """AdaBoost.MH with trees of a few leaves: one a round, whose leaves vote for every class.

    Needs no scaling of the columns, and finds interactions of them. Source: docs/algorithms.md.

    Parameters
    ----------
    validation : float, default=0
        Share of the samples kept from training to measure errors.
    patience : int or None, default=None
        Early stopping: ends after this many trees without fewer errors on these samples, and keeps the best number of
        trees.
    """

    _algorithm = "trees"

    validation: float = 0.0
    patience: int | None = None


class ShareBoostClassifier(_FeatureChoice, WeightedBoostClassifier):
    """ShareBoost: chooses features one after the other, which all classes share, and refits all weights after each.

    Few features decide, and each is computed once however many classes there are. Source: Shalev-Shwartz, Wexler and
    Shashua 2011; docs/algorithms.md.

    Parameters
    ----------
    rounds : int, default=100
        Number of features to choose.
    rule : {"gradient", "line-search", "free-column"}, default="gradient"
        How the next one is chosen; the latter two are slower and follow the loss more closely.
    frobenius : float, default=1e-5
        Strength of the squared weights in the objective.
    """

    _algorithm = "shareboost"

    rounds: int = 100
    rule: str = "gradient"
    frobenius: float = 1e-5


class _StumpBoostClassifier(TableInput, WeightedBoostClassifier):
    """An estimator that boosts stumps."""

    _shared_parameters = _ROUNDS

    rounds: int = 500


class MultiBoostCWClassifier(_StumpBoostClassifier):
    """MultiBoost-cw: totally corrective boosting of stumps, one for each class in a round, by coordinate descent.

    Source: docs/algorithms.md.

    Parameters
    ----------
    c : float, default=1e4
        Weight of the loss relative to the sum of all weights: larger fits closer.
    passes : int, default=2
        Number of working sets in a round at most; 1 fits new stumps only.
    """

    _algorithm = "multiboost-cw"

    c: float = 1e4
    passes: int = 2


class MultiBoostCWTreesClassifier(_TreeBoostClassifier):
    """MultiBoost-cw with decision trees: a tree a round for all classes, which answers yes or no for each of them.

    Source: docs/algorithms.md.

    Parameters
    ----------
    rounds : int, default=200
        Number of trees.
    leaves : int, default=32
        Leaves of a tree at most.
    c : float, default=1e6
        Weight of the loss relative to the sum of all weights: larger fits closer.
    passes : int, default=2
        Number of working sets in a round at most; 1 fits new trees only.
    """

    _algorithm = "multiboost-cw-trees"

    rounds: int = 200
    leaves: int = 32
    c: float = 1e6
    passes: int = 2


def _shape(X: ArrayLike) -> tuple[int, ...]:
    shape = getattr(X, "shape", None)
    return tuple(np.asarray(X).shape if shape is None else shape)


_COLORS = 3


def _planes(levels: Samples) -> Samples:
    """Rows of red, green and blue, 0 to 255, as planes: gray levels and the differences Cb and Cr of ITU-R BT.601."""
    red, green, blue = (levels[:, color::_COLORS] for color in range(_COLORS))
    gray = 0.299 * red + 0.587 * green + 0.114 * blue
    planes = np.hstack([gray, 128 + 0.564 * (blue - gray), 128 + 0.713 * (red - gray)])
    return np.asarray(np.clip(np.rint(planes), 0, 255), np.float32)


class _ImageInput(BoostClassifier):
    """An estimator on images: brings X to rows of gray levels 0 to 255, and of the planes of colored images."""

    _shared_parameters = _IMAGE_PARAMETERS
    _takes_colors = False

    image_shape: tuple[int, int] | None = None
    value_range: tuple[float, float] | None = None

    def _validated(self, X: ArrayLike, y: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        return super()._validated(self._rows(X), y)

    def _training_samples(self, X: ArrayLike, rows: NDArray[Any]) -> Samples:
        self.has_colors_ = len(_shape(X)) == 4
        self.image_shape_ = self._shape_of(X, rows.shape[1])
        self.value_range_ = self._range_of(rows, getattr(X, "dtype", None) == np.uint8)
        return self._gray_levels(rows)

    def _samples(self, X: ArrayLike) -> Samples:
        shape = _shape(X)[1:]
        fitted = (*self.image_shape_, _COLORS) if self.has_colors_ else self.image_shape_
        if len(shape) > 1 and shape != fitted:
            raise ValueError(f"X contains images of shape {shape}; the estimator was fitted to {fitted}")
        rows = self._validate_data(self._rows(X), reset=False, dtype=[np.float32, np.float64])
        return self._gray_levels(rows)

    def _rows(self, X: ArrayLike) -> ArrayLike:
        """Images as rows, (n, h, w) as (n, h * w) and colored ones alike; anything else as it is, for the validation to judge."""
        shape = _shape(X)
        is_colored = self._takes_colors and len(shape) == 4 and shape[3] == _COLORS
        if len(shape) != 3 and not is_colored:
            return X
        images = np.asarray(X)
        return images.reshape(len(images), int(np.prod(images.shape[1:])))

    def _shape_of(self, X: ArrayLike, values: int) -> tuple[int, int]:
        pixels = values // _COLORS if self.has_colors_ else values
        if len(_shape(X)) > 2:
            height, width = _shape(X)[1:3]
        elif self.image_shape is not None:
            height, width = self.image_shape
        else:
            side = round(pixels**0.5)
            height, width = (side, side) if side * side == pixels else (1, pixels)
        if min(height, width) < 1:
            raise ValueError(f"image_shape must be a height and a width of at least 1, got {self.image_shape}")
        if height * width != pixels or (self.image_shape is not None and tuple(self.image_shape) != (height, width)):
            raise ValueError(f"X contains images of {pixels} pixels, which does not match image_shape={self.image_shape}")
        return int(height), int(width)

    def _range_of(self, rows: NDArray[Any], is_bytes: bool) -> tuple[float, float]:
        if self.value_range is not None:
            low, high = self.value_range
        else:
            low, high = (0, 255) if is_bytes else (rows.min(), rows.max())
        if not low < high:
            raise ValueError(f"the values of the images must differ; they range from {low} to {high}")
        return float(low), float(high)

    def _gray_levels(self, rows: NDArray[Any]) -> Samples:
        low, high = self.value_range_
        levels = np.clip((rows.astype(np.float64) - low) * (255 / (high - low)), 0, 255)
        return _planes(levels) if self.has_colors_ else np.rint(levels).astype(np.float32)

    def _importances(self) -> NDArray[np.float64]:
        if not self.has_colors_:
            return super()._importances()
        # The model has importances of places: those of its planes together, in equal parts for red, green and blue.
        of_planes = self._model.feature_inputs().reshape(_COLORS, -1)
        return np.repeat(of_planes.sum(axis=0) / _COLORS, _COLORS)

    def _native_shape(self) -> tuple[int, int]:
        return self.image_shape_

    def _more_tags(self) -> dict[str, Any]:
        # Rows of a few unrelated numbers are no images: templates see differences of neighboring pixels only.
        return {"X_types": ["2darray"], "poor_score": True}


class PatchShareBoostClassifier(_ImageInput, WeightedBoostClassifier):
    """ShareBoost on images: chooses small templates, each with a place where it may match, learned from the images.

    A template's response is its best match near its place, whatever the brightness. Source: Shalev-Shwartz, Wexler and
    Shashua 2011, section 7.4; docs/algorithms.md.

    Parameters
    ----------
    templates : str or None, default=None
        Templates to choose from, "side:count", several separated by commas; sides are odd, 3 to 15 pixels. None: a
        quarter of the images' shorter side, 3 to 7 pixels, and 1000 of them, fewer where there are few images.
    mask_sigma : float or None, default=None
        How far from its place a template may match, in pixels. None: 5 pixels of images of 28 x 28, in proportion.
    rounds : int, default=100
        Number of features to choose.
    frobenius : float, default=1e-5
        Strength of the squared weights in the objective.
    augmentation : int, default=0
        Deformed copies of each image to learn from as well.
    tune_epochs : int, default=0
        Passes over the images that tune the chosen templates: the largest single gain on digits, and the slowest part.
    """

    _algorithm = "shareboost"

    templates: str | None = None
    mask_sigma: float | None = None
    rounds: int = 100
    frobenius: float = 1e-5
    augmentation: int = 0
    tune_epochs: int = 0

    def _learner_options(self, task: Task, seed: int) -> dict[str, Any]:
        shorter = min(self.image_shape_)
        side = min(7, max(3, shorter // 4 | 1))
        count = min(1000, max(_FEWEST_TEMPLATES, task.samples.size // _PIXELS_PER_TEMPLATE))
        own = {"features": "templates", "templates": f"{side}:{count}", "mask-sigma": max(1.0, 5 * shorter / 28)}
        return own | super()._learner_options(task, seed)


class OrientationShareBoostClassifier(_ImageInput, WeightedBoostClassifier):
    """ShareBoost on pictures of things: by how much of the gradients in a cell of the image goes in each direction.

    Light and contrast do not matter. With the default, all features are chosen: a linear classifier of them. Of colored
    images, X of shape (n, h, w, 3) in red, green and blue, the colors of cells are used as well. Source:
    docs/algorithms.md.

    Parameters
    ----------
    rounds : int, default=0
        Number of features to choose; 0: all.
    growth : float, default=1
        Features that are added between two fits of all weights, as a share of those chosen so far; 0: one.
    frobenius : float, default=1e-5
        Strength of the squared weights in the objective.
    augmentation : int, default=0
        Deformed copies of each image to learn from as well.
    channel_patches : int, default=0
        Arrangements of gradients that are searched for near a place as well, 200 for the fewest errors; 0: none. Source:
        docs/algorithms.md.
    channels : str, default="orientations"
        What these arrangements consist of: orientations, colors or binary-patterns, or several, separated by commas.
    tune_epochs : int, default=0
        Passes over the images that tune these arrangements.
    """

    _algorithm = "shareboost"
    _takes_colors = True

    rounds: int = 0
    growth: float = 1.0
    frobenius: float = 1e-5
    augmentation: int = 0
    channel_patches: int = 0
    channels: str = "orientations"
    tune_epochs: int = 0

    def _learner_options(self, task: Task, seed: int) -> dict[str, Any]:
        own = super()._learner_options(task, seed)
        kinds = ["orientations"] + ["channel-templates"] * (self.channel_patches > 0) + ["colors"] * self.has_colors_
        own["features"] = ",".join(kinds)
        if self.channel_patches > 0:
            return own
        if self.tune_epochs > 0:
            raise ValueError("tune_epochs tunes channel templates and requires channel_patches")
        return {name: value for name, value in own.items() if name not in ("channel-patches", "channels", "tune-epochs")}

    def _more_tags(self) -> dict[str, Any]:
        two_pixels = "the gradients of two pixels do not tell three classes apart"
        return super()._more_tags() | {"_xfail_checks": {"check_classifiers_classes": two_pixels}}


class MultiLayerBoostClassifier(_ImageInput):
    """Multi-layer boosting: local features at interest points, and disjunctions of them over areas of the image.

    Takes no sample weights. Source: docs/algorithms.md.

    Parameters
    ----------
    rounds : int, default=1000
        Weak learners of each class in the output layer.
    local_features : int, default=32
        Local features in the hidden layer.
    wavelets : int, default=50
        Wavelets of each local feature.
    candidates : int, default=1000
        Weak learners sampled for each choice.
    window_side : int, default=11
        Side of the windows around interest points, odd, in pixels.
    refit : float, default=0
        Strength of the squared weights when all weights are fitted together at the end; 0: they are not.
    """

    _algorithm = "multilayer"

    rounds: int = 1000
    local_features: int = 32
    wavelets: int = 50
    candidates: int = 1000
    window_side: int = 11
    refit: float = 0.0
