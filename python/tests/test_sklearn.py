"""The scikit-learn estimators: scikit-learn's own checks, its tools, weights, calibration and images."""

import copy
import dataclasses
import inspect
import pickle

import numpy as np
import pytest

pytest.importorskip("sklearn")

import pandas
from sklearn.base import clone
from sklearn.datasets import load_digits, make_blobs, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss, recall_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import has_fit_parameter

import ocelli.sklearn
from places import IS_NIGHT
from ocelli import _native
from ocelli._calibration import ENOUGH_HELD_OUT, fit_slope, held_out_folds, probabilities
from ocelli.sklearn import (
    AdaBoostECCClassifier,
    AdaBoostECCTreesClassifier,
    AdaBoostMHClassifier,
    AdaBoostMOClassifier,
    AdaBoostMOTreesClassifier,
    AutoBoostClassifier,
    BlendClassifier,
    BoostedTreesClassifier,
    JointBoostClassifier,
    MixedNormClassifier,
    MultiBoostClassifier,
    MultiBoostCWClassifier,
    MultiBoostCWTreesClassifier,
    MultiLayerBoostClassifier,
    OneVsRestBoostClassifier,
    OrientationShareBoostClassifier,
    PatchShareBoostClassifier,
    ShareBoostClassifier,
)

# Of each estimator one that is quick: scikit-learn fits it about a hundred times.
TABLE_ESTIMATORS = [
    AutoBoostClassifier(time=1),
    BlendClassifier(members="1 trees rounds=10 leaves=8; 1 shareboost features=stumps rounds=10"),
    BoostedTreesClassifier(rounds=10, leaves=8),
    ShareBoostClassifier(rounds=10),
    MultiBoostCWClassifier(rounds=20),
    MultiBoostCWTreesClassifier(rounds=20, leaves=8),
    MultiBoostClassifier(rounds=10),
    AdaBoostMHClassifier(rounds=30),
    AdaBoostECCClassifier(rounds=30),
    AdaBoostMOClassifier(rounds=30),
    AdaBoostECCTreesClassifier(rounds=30, leaves=8),
    AdaBoostMOTreesClassifier(rounds=10, leaves=8),
    JointBoostClassifier(rounds=30),
    MixedNormClassifier(features="stumps", points=30, options={"max_steps": 300}),
    OneVsRestBoostClassifier(features="stumps", rounds=10),
]
IMAGE_ESTIMATORS = [
    PatchShareBoostClassifier(rounds=10, templates="3:50"),
    OrientationShareBoostClassifier(),
    MultiLayerBoostClassifier(
        rounds=20, local_features=4, wavelets=5, candidates=200, options={"wavelet_pool": 500}
    ),
]
ESTIMATORS = TABLE_ESTIMATORS + IMAGE_ESTIMATORS
WEIGHTED = [e for e in ESTIMATORS if not isinstance(e, MultiLayerBoostClassifier)]


# The whole of scikit-learn's checks for each kind of input; of the other estimators, which share all but their learner with these, the
# one that fits and predicts. All of them for all when OCELLI_NIGHTLY is 1.
CHECKED_IN_FULL = [ShareBoostClassifier, OrientationShareBoostClassifier]
CHECK_OF_A_LEARNER = "check_classifiers_train"
# It trains all candidates, each of which has its own turn.
FOR_THE_NIGHT = () if IS_NIGHT else (AutoBoostClassifier,)


def name_of(value):
    return type(value).__name__


def each_of(estimators):
    tested = [estimator for estimator in estimators if not isinstance(estimator, FOR_THE_NIGHT)]
    return pytest.mark.parametrize("estimator", tested, ids=name_of)


every_estimator = each_of(ESTIMATORS)
every_table_estimator = each_of(TABLE_ESTIMATORS)
every_weighted_estimator = each_of(WEIGHTED)


def fitted(estimator, X, y, **arguments):
    return clone(estimator).set_params(random_state=0).fit(X, y, **arguments)


@pytest.fixture(scope="module")
def noisy():
    """Four classes with wrong labels among them: no classifier can be sure of its answers."""
    return make_classification(
        n_samples=1200, n_features=8, n_informative=5, n_classes=4, flip_y=0.2, class_sep=1.2, random_state=1
    )


@pytest.fixture(scope="module")
def digits():
    return load_digits(return_X_y=True)


def checks():
    """Pairs of an estimator and a check of scikit-learn's."""
    learners = set()
    for pair in parametrize_with_checks(ESTIMATORS).args[1]:
        estimator, check = getattr(pair, "values", pair)
        name = getattr(check, "func", check).__name__
        is_one = name == CHECK_OF_A_LEARNER and type(estimator) not in learners
        if is_one:
            learners.add(type(estimator))
        if IS_NIGHT or type(estimator) in CHECKED_IN_FULL or is_one:
            yield pytest.param(estimator, check, id=f"{name_of(estimator)}-{name}", marks=getattr(pair, "marks", ()))


@pytest.mark.parametrize("estimator, check", checks())
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_every_algorithm_has_an_estimator():
    algorithms = {getattr(ocelli.sklearn, name)._algorithm for name in ocelli.sklearn.__all__}
    assert algorithms == set(_native.classifier_algorithms())
    assert {name_of(e) for e in ESTIMATORS} == set(ocelli.sklearn.__all__)


@every_estimator
def test_documents_its_parameters_and_attributes(estimator):
    for parameter in inspect.signature(type(estimator)).parameters:
        assert f"\n{parameter} : " in type(estimator).__doc__
    for attribute in ("classes_", "feature_importances_", "selected_features_", "slope_"):
        assert f"\n{attribute} : " in type(estimator).__doc__


def test_takes_its_parameters_by_their_names_alone():
    assert ShareBoostClassifier(rounds=3, n_jobs=2).get_params().items() >= {"rounds": 3, "n_jobs": 2}.items()
    with pytest.raises(TypeError, match="no_such"):
        ShareBoostClassifier(no_such=1)
    with pytest.raises(TypeError, match="positional"):
        ShareBoostClassifier(3)


@every_estimator
def test_is_more_than_its_parameters_to_tools_that_compare(estimator):
    assert not dataclasses.is_dataclass(estimator)


# Probabilities


@every_table_estimator
def test_is_as_sure_as_it_is_right(estimator, noisy):
    X, X_test, y, y_test = train_test_split(*noisy, random_state=0)
    model = fitted(estimator, X, y)
    surest = model.predict_proba(X_test).max(axis=1)
    assert abs(surest.mean() - model.score(X_test, y_test)) < 0.08
    scores = model.decision_function(X_test)
    losses = [log_loss(y_test, probabilities(scores, model.slope_ * factor)) for factor in (0.25, 1, 4)]
    assert min(losses) == losses[1]


def test_calibration_leaves_the_model_as_it_is(noisy):
    calibrated = fitted(AdaBoostMHClassifier(rounds=20), *noisy)
    plain = fitted(AdaBoostMHClassifier(rounds=20, calibrated=False), *noisy)
    assert (calibrated.decision_function(noisy[0]) == plain.decision_function(noisy[0])).all()


def test_has_no_probabilities_unless_calibrated(noisy):
    model = fitted(AdaBoostMHClassifier(rounds=5, calibrated=False), *noisy)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(AttributeError, match="fit it again"):
        model.set_params(calibrated=True).predict_proba(noisy[0])


def test_stays_finite_where_all_samples_are_told_apart():
    X, y = make_blobs(n_samples=60, centers=3, cluster_std=0.01, random_state=0)
    model = fitted(AdaBoostMHClassifier(rounds=50), X, y)
    probability = model.predict_proba(X)
    assert np.isfinite(probability).all() and 0 < model.slope_ < np.inf
    assert (probability.max(axis=1) > 0.8).all()


def test_slope_is_that_of_the_likelihood():
    random = np.random.default_rng(0)
    scores = random.normal(size=(20000, 4)) * 10
    truth = probabilities(scores, 0.3)
    labels = np.array([random.choice(4, p=p) for p in truth])
    assert fit_slope(scores, labels, np.ones(len(labels))) == pytest.approx(0.3, rel=0.03)
    assert fit_slope(1000 * scores, labels, np.ones(len(labels))) == pytest.approx(0.3e-3, rel=0.03)


def test_slope_counts_samples_by_their_weights():
    random = np.random.default_rng(1)
    scores, labels = random.normal(size=(500, 3)), random.integers(0, 3, 500)
    scores[np.arange(500), labels] += 1
    twice = np.arange(500) % 2 == 0
    copies = np.concatenate([np.arange(500), np.flatnonzero(twice)])
    by_weight = fit_slope(scores, labels, np.where(twice, 2.0, 1.0))
    by_copies = fit_slope(scores[copies], labels[copies], np.ones(len(copies)))
    assert by_weight == pytest.approx(by_copies, rel=0.02)


def test_slope_is_one_without_evidence():
    assert fit_slope(np.empty((0, 3)), np.empty(0, np.intp), np.empty(0)) == 1
    assert fit_slope(np.ones((4, 3)), np.array([0, 1, 2, 0]), np.ones(4)) == 1


def test_folds_keep_equal_samples_together_and_every_class_in_training():
    labels = np.repeat([0, 1, 2, 3], [400, 90, 9, 1])
    groups = np.arange(500) // 3
    groups += labels * 1000  # no group of two classes
    groups = np.unique(groups, return_inverse=True)[1]
    held_out = []
    for learned, aside in held_out_folds(groups, labels, np.random.RandomState(0)):
        assert sorted(np.concatenate([learned, aside])) == list(range(500))
        assert not set(groups[learned]) & set(groups[aside])
        assert set(labels[learned]) == {0, 1, 2, 3}
        assert set(labels[aside]) >= {0, 1}
        held_out.extend(aside)
    assert len(held_out) == len(set(held_out))
    assert 499 not in held_out, "the only sample of its class"
    assert len(held_out) > 490


def test_folds_end_once_enough_is_held_out():
    labels = np.zeros(3 * ENOUGH_HELD_OUT, np.intp)
    folds = list(held_out_folds(np.arange(len(labels)), labels, np.random.RandomState(0)))
    assert len(folds) == 2
    assert sum(len(aside) for _, aside in folds) >= ENOUGH_HELD_OUT


# Scores and classes


def test_columns_follow_the_sorted_classes():
    X, y = make_blobs(n_samples=90, centers=3, random_state=0)
    names = np.array(["zebra", "ant", "mole"])[y]
    model = fitted(ShareBoostClassifier(rounds=5), X, names)
    assert list(model.classes_) == ["ant", "mole", "zebra"]
    assert (model.classes_[model.decision_function(X).argmax(axis=1)] == model.predict(X)).all()
    assert (model.classes_[model.predict_proba(X).argmax(axis=1)] == model.predict(X)).all()
    assert model.score(X, names) > 0.9


def test_two_classes_have_one_score():
    X, y = make_blobs(n_samples=80, centers=2, random_state=0)
    model = fitted(AdaBoostMHClassifier(rounds=5), X, y)
    scores = model.decision_function(X)
    assert scores.shape == (80,)
    assert ((scores > 0) == (model.predict(X) == 1)).all()


@pytest.mark.parametrize("labels", [["", "a"], [1.0, 2.0], [True, False], [-5, 1000000]], ids=str)
def test_takes_any_labels_that_scikit_learn_does(labels):
    X, y = np.arange(20.0)[:, None], np.array(labels)[np.arange(20) // 10]
    assert fitted(AdaBoostMHClassifier(rounds=3), X, y).score(X, y) == 1


@every_estimator
def test_does_not_depend_on_the_order_of_the_samples(estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=9, random_state=0)
    order = np.random.RandomState(0).permutation(90)
    a, b = fitted(estimator, X, y), fitted(estimator, X[order], y[order])
    assert (a.decision_function(X) == b.decision_function(X)).all()
    assert (a.predict_proba(X) == b.predict_proba(X)).all()


@every_estimator
def test_pickles_and_copies_to_the_same_predictions(estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    model = fitted(estimator, X, y)
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert (other.predict_proba(X) == model.predict_proba(X)).all()
        assert (other.feature_importances_ == model.feature_importances_).all()


def test_is_a_model_file_of_the_library(noisy):
    X, y = noisy
    model = fitted(ShareBoostClassifier(rounds=10), X, y)
    classifier = _native.Classifier(model.to_bytes())
    assert classifier.classes == ["0", "1", "2", "3"]
    assert (classifier.scores(X.astype(np.float32), 1) == model.decision_function(X).astype(np.float32)).all()
    with pytest.raises(NotFittedError):
        ShareBoostClassifier().to_bytes()


def test_predictions_are_the_same_for_any_number_of_threads(noisy):
    model = fitted(ShareBoostClassifier(rounds=10), *noisy)
    alone = model.set_params(n_jobs=1).decision_function(noisy[0])
    assert (model.set_params(n_jobs=2).decision_function(noisy[0]) == alone).all()


# Features


@every_table_estimator
def test_importances_find_the_informative_columns(estimator):
    informative = {"n_informative": 2, "n_redundant": 0, "n_clusters_per_class": 1, "shuffle": False}
    X, y = make_classification(n_samples=400, n_features=6, random_state=3, **informative)
    model = fitted(estimator, X, y)
    assert model.feature_importances_.shape == (6,)
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_[:2].sum() > 0.5
    assert (model.selected_features_ == np.flatnonzero(model.feature_importances_)).all()


def test_selects_few_features():
    X, y = make_classification(n_samples=400, n_features=30, n_informative=3, n_redundant=0, random_state=3)
    model = fitted(ShareBoostClassifier(features="linear", rounds=4), X, y)
    assert len(model.selected_features_) <= 4
    others = np.setdiff1d(np.arange(30), model.selected_features_)
    changed = X.copy()
    changed[:, others] = 0
    assert (model.decision_function(changed) == model.decision_function(X)).all()


def test_knows_the_names_of_a_data_frames_columns():
    X, y = make_blobs(n_samples=60, centers=3, random_state=0)
    table = pandas.DataFrame(X, columns=["length", "width"])
    model = fitted(ShareBoostClassifier(rounds=5), table, y)
    assert list(model.feature_names_in_) == ["length", "width"]
    assert (model.predict(table) == y).mean() > 0.9


# scikit-learn's tools


def test_works_in_a_grid_search_over_a_pipeline(digits):
    X, y = digits[0][:400], digits[1][:400]
    learner = ShareBoostClassifier(features="linear", calibrated=False, random_state=0)
    pipeline = make_pipeline(StandardScaler(), learner)
    search = GridSearchCV(pipeline, {"shareboostclassifier__rounds": [2, 20]}, cv=3).fit(X, y)
    assert search.best_params_ == {"shareboostclassifier__rounds": 20}
    assert search.best_score_ > 0.8


def test_works_in_worker_processes(digits):
    X, y = digits[0][:200], digits[1][:200]
    search = GridSearchCV(AdaBoostMHClassifier(random_state=0), {"rounds": [5, 40]}, cv=2, n_jobs=2).fit(X, y)
    assert search.best_params_ == {"rounds": 40}


@every_estimator
def test_works_in_cross_validation(estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    use = y < 3
    # A few weak learners tell three digits apart in most cases; guessing does in a third.
    assert cross_val_score(estimator, X[use], y[use], cv=3).mean() > 0.6


def test_works_where_probabilities_are_predicted_across_folds(digits):
    X, y = digits[0][:300], digits[1][:300]
    model = ShareBoostClassifier(features="linear", rounds=20, random_state=0)
    assert cross_val_predict(model, X, y, cv=3, method="predict_proba").shape == (300, 10)


# Weights


@every_estimator
def test_takes_weights_where_the_learner_does(estimator):
    takes = _native.takes_sample_weights(estimator._algorithm)
    assert has_fit_parameter(estimator, "sample_weight") == takes
    assert ("class_weight" in estimator.get_params()) == takes


@every_weighted_estimator
def test_a_weight_of_zero_is_absence(estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    present = np.arange(90) % 4 != 0
    weighted = fitted(estimator, X, y, sample_weight=present.astype(float))
    alone = fitted(estimator, X[present], y[present])
    assert (weighted.predict_proba(X) == alone.predict_proba(X)).all()


@every_weighted_estimator
def test_only_the_ratios_of_weights_matter(estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    weights = np.where(np.arange(90) % 3 == 0, 4.0, 1.0)
    a, b = (fitted(estimator, X, y, sample_weight=weights * scale) for scale in (1, 1024))
    assert (a.decision_function(X) == b.decision_function(X)).all()


@pytest.mark.parametrize(
    "estimator",
    [ShareBoostClassifier(features="stumps", rounds=4), JointBoostClassifier(rounds=4), AdaBoostMHClassifier(rounds=4)],
    ids=name_of,
)
def test_a_weight_is_that_many_copies(estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    count = 1 + np.arange(90) % 3
    weighted = fitted(estimator, X, y, sample_weight=count)
    copies = fitted(estimator, np.repeat(X, count, axis=0), np.repeat(y, count))
    assert weighted.decision_function(X) == pytest.approx(copies.decision_function(X), abs=0.03)


@every_weighted_estimator
def test_balanced_weights_find_more_of_a_rare_class(estimator):
    X, y = make_blobs(n_samples=[300, 30], centers=[[0.0] * 4, [0.9] * 4], cluster_std=1.0, random_state=0)
    plain = fitted(estimator, X, y)
    balanced = fitted(clone(estimator).set_params(class_weight="balanced"), X, y)
    by_hand = fitted(estimator, X, y, sample_weight=np.where(y == 1, 330 / 60, 330 / 600))
    assert recall_score(y, balanced.predict(X)) >= recall_score(y, plain.predict(X))
    assert (balanced.decision_function(X) > 0).sum() > (plain.decision_function(X) > 0).sum() or (
        recall_score(y, balanced.predict(X)) == 1
    )
    assert balanced.decision_function(X) == pytest.approx(by_hand.decision_function(X), abs=1e-3)


@pytest.mark.parametrize("weights", [[-1.0, 1.0, 1.0, 1.0], [0.0] * 4, [np.nan, 1.0, 1.0, 1.0]], ids=str)
def test_refuses_weights_without_sense(weights):
    with pytest.raises(ValueError):
        AdaBoostMHClassifier(rounds=2).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], sample_weight=weights)


# What cannot be learned from


@every_table_estimator
@pytest.mark.parametrize("value", [1e16, -1e16, 1e300])
def test_refuses_values_that_it_could_not_compute_with(estimator, value):
    X, y = make_blobs(n_samples=30, centers=2, random_state=0)
    model = fitted(estimator, X, y)
    X[3, 1] = value
    with pytest.raises(ValueError, match="scale"):
        clone(estimator).fit(X, y)
    with pytest.raises(ValueError, match="scale"):
        model.predict(X)


def test_names_an_invalid_option():
    X, y = make_blobs(n_samples=30, centers=2, random_state=0)
    with pytest.raises(ValueError, match="rounds"):
        ShareBoostClassifier(rounds=-1).fit(X, y)
    with pytest.raises(ValueError, match="no-such-option"):
        ShareBoostClassifier(options={"no_such_option": 1}).fit(X, y)


def test_options_precede_parameters():
    X, y = make_blobs(n_samples=60, centers=3, random_state=0)
    by_option = fitted(ShareBoostClassifier(rounds=50, options={"rounds": 2}), X, y)
    by_parameter = fitted(ShareBoostClassifier(rounds=2), X, y)
    assert (by_option.decision_function(X) == by_parameter.decision_function(X)).all()


def test_constant_columns_are_a_clear_error():
    with pytest.raises(ValueError, match="apart"):
        AdaBoostMHClassifier(rounds=2).fit(np.ones((10, 2)), np.arange(10) % 2)


# Images


@pytest.mark.parametrize("estimator", IMAGE_ESTIMATORS, ids=name_of)
def test_images_may_come_flat_or_not(estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    images = X.reshape(-1, 8, 8)
    flat, square = fitted(estimator, X, y), fitted(estimator, images, y)
    stated = fitted(clone(estimator).set_params(image_shape=(8, 8)), X, y)
    assert flat.image_shape_ == square.image_shape_ == stated.image_shape_ == (8, 8)
    assert (flat.decision_function(images) == square.decision_function(X)).all()
    assert (flat.decision_function(X) == stated.decision_function(images)).all()
    assert square.feature_importances_.shape == (64,)


@pytest.mark.parametrize("estimator", IMAGE_ESTIMATORS, ids=name_of)
def test_images_may_be_of_any_range(estimator, digits):
    X, y = digits[0][:200], digits[1][:200]
    of_bytes = fitted(estimator, np.rint(X * 255 / 16).astype(np.uint8), y)
    of_numbers = fitted(estimator, X, y)
    of_shares = fitted(clone(estimator).set_params(value_range=(0, 1)), X / 16, y)
    assert of_bytes.value_range_ == (0, 255) and of_numbers.value_range_ == (0, 16)
    assert (of_shares.decision_function(X / 16) == of_numbers.decision_function(X)).all()
    assert (of_bytes.decision_function(X * 255 / 16) == of_numbers.decision_function(X)).all()


def test_images_of_another_shape_are_refused(digits):
    images, y = digits[0][:100].reshape(-1, 8, 8), digits[1][:100]
    model = fitted(PatchShareBoostClassifier(rounds=3), images, y)
    with pytest.raises(ValueError, match="shape"):
        model.predict(images.reshape(-1, 4, 16))
    with pytest.raises(ValueError, match="features"):
        model.predict(images.reshape(-1, 64)[:, :60])
    with pytest.raises(ValueError, match="image_shape"):
        PatchShareBoostClassifier(image_shape=(7, 9)).fit(images, y)


def test_blank_images_are_a_clear_error():
    with pytest.raises(ValueError, match="differ"):
        PatchShareBoostClassifier().fit(np.zeros((10, 8, 8)), np.arange(10) % 2)


def test_templates_read_digits(digits):
    X, X_test, y, y_test = train_test_split(*digits, train_size=600, random_state=0, stratify=digits[1])
    model = fitted(PatchShareBoostClassifier(rounds=60, templates="3:200,5:200", calibrated=False), X, y)
    assert model.score(X_test, y_test) > 0.93


def test_orientations_read_digits(digits):
    X, X_test, y, y_test = train_test_split(*digits, train_size=600, random_state=0, stratify=digits[1])
    model = fitted(OrientationShareBoostClassifier(calibrated=False), X, y)
    assert model.score(X_test, y_test) > 0.93
    moving = fitted(OrientationShareBoostClassifier(channel_patches=40, calibrated=False), X, y)
    assert moving.score(X_test, y_test) > 0.95
    tuned = fitted(OrientationShareBoostClassifier(channel_patches=40, tune_epochs=5, calibrated=False), X, y)
    assert tuned.score(X_test, y_test) > 0.95


def test_orientations_and_colors_tell_pictures_that_differ_in_color_alone():
    random = np.random.RandomState(0)
    pictures = random.randint(100, 130, (60, 12, 12, 3)).astype(np.uint8)
    labels = np.array(["red", "blue"])[np.arange(60) % 2]
    pictures[labels == "red", ..., 0] += 60
    pictures[labels == "blue", ..., 2] += 60
    model = fitted(OrientationShareBoostClassifier(calibrated=False), pictures[:40], labels[:40])
    assert model.score(pictures[40:], labels[40:]) == 1
    assert model.feature_importances_.shape == (12 * 12 * 3,)
    assert model.feature_importances_.sum() == pytest.approx(1)
    moving = OrientationShareBoostClassifier(channel_patches=10, channels="orientations,colors", calibrated=False)
    assert fitted(moving, pictures[:40], labels[:40]).score(pictures[40:], labels[40:]) == 1
    with pytest.raises(ValueError, match="fitted to"):
        model.predict(pictures[..., 0])
    with pytest.raises(ValueError):
        PatchShareBoostClassifier().fit(pictures, labels)
    with pytest.raises(ValueError, match="channel_patches"):
        OrientationShareBoostClassifier(tune_epochs=3).fit(pictures, labels)
