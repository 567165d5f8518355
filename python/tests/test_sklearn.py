"""The scikit-learn estimators: scikit-learn's own checks, its tools, weights, calibration and images."""

import numpy as np
import pytest

pytest.importorskip("sklearn")
pytest.register_assert_rewrite("every_estimator")

import pandas
from sklearn.base import clone
from sklearn.datasets import make_blobs, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import ocelli.sklearn
from every_estimator import *  # noqa: F403
from every_estimator import IS_NIGHT, fitted, name_of, own_checks
from ocelli import _native
from ocelli._calibration import ENOUGH_HELD_OUT, fit_slope, held_out_folds, probabilities
from ocelli.sklearn import (
    AutoBoostClassifier,
    BlendClassifier,
    BoostedTreesClassifier,
    MultiBoostCWClassifier,
    MultiBoostCWTreesClassifier,
    MultiLayerBoostClassifier,
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
]
IMAGE_ESTIMATORS = [
    PatchShareBoostClassifier(rounds=10, templates="3:50"),
    OrientationShareBoostClassifier(),
    MultiLayerBoostClassifier(
        rounds=20, local_features=4, wavelets=5, candidates=200
    ),
]
ESTIMATORS = TABLE_ESTIMATORS + IMAGE_ESTIMATORS
WEIGHTED = [e for e in ESTIMATORS if not isinstance(e, MultiLayerBoostClassifier)]


# The whole of scikit-learn's checks for each kind of input; the other estimators share all but their learner with these.
CHECKED_IN_FULL = [ShareBoostClassifier, OrientationShareBoostClassifier]
# It trains all candidates, each of which has its own turn.
FOR_THE_NIGHT = () if IS_NIGHT else (AutoBoostClassifier,)


def by_day(estimators):
    return [estimator for estimator in estimators if not isinstance(estimator, FOR_THE_NIGHT)]


KINDS = {
    "estimator": by_day(ESTIMATORS),
    "table_estimator": by_day(TABLE_ESTIMATORS),
    "image_estimator": IMAGE_ESTIMATORS,
    "weighted_estimator": by_day(WEIGHTED),
    "copied_estimator": [ShareBoostClassifier(features="stumps", rounds=4)],
    "checked_estimator": own_checks(ESTIMATORS, CHECKED_IN_FULL),
}


@pytest.fixture
def native():
    return _native


def test_every_algorithm_has_an_estimator():
    algorithms = {getattr(ocelli.sklearn, name)._algorithm for name in ocelli.sklearn.__all__}
    assert algorithms == set(_native.classifier_algorithms())
    assert {name_of(e) for e in ESTIMATORS} == set(ocelli.sklearn.__all__)


def test_takes_its_parameters_by_their_names_alone():
    assert ShareBoostClassifier(rounds=3, n_jobs=2).get_params().items() >= {"rounds": 3, "n_jobs": 2}.items()
    with pytest.raises(TypeError, match="no_such"):
        ShareBoostClassifier(no_such=1)
    with pytest.raises(TypeError, match="positional"):
        ShareBoostClassifier(3)


# Probabilities


def test_calibration_leaves_the_model_as_it_is(noisy):
    calibrated = fitted(MultiBoostCWClassifier(rounds=20), *noisy)
    plain = fitted(MultiBoostCWClassifier(rounds=20, calibrated=False), *noisy)
    assert (calibrated.decision_function(noisy[0]) == plain.decision_function(noisy[0])).all()


def test_has_no_probabilities_unless_calibrated(noisy):
    model = fitted(MultiBoostCWClassifier(rounds=5, calibrated=False), *noisy)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(AttributeError, match="fit it again"):
        model.set_params(calibrated=True).predict_proba(noisy[0])


def test_stays_finite_where_all_samples_are_separated():
    X, y = make_blobs(n_samples=60, centers=3, cluster_std=0.01, random_state=0)
    model = fitted(MultiBoostCWClassifier(rounds=50), X, y)
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
    model = fitted(MultiBoostCWClassifier(rounds=5), X, y)
    scores = model.decision_function(X)
    assert scores.shape == (80,)
    assert ((scores > 0) == (model.predict(X) == 1)).all()


@pytest.mark.parametrize("labels", [["", "a"], [1.0, 2.0], [True, False], [-5, 1000000]], ids=str)
def test_takes_any_labels_that_scikit_learn_does(labels):
    X, y = np.arange(20.0)[:, None], np.array(labels)[np.arange(20) // 10]
    assert fitted(MultiBoostCWClassifier(rounds=3), X, y).score(X, y) == 1


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
    search = GridSearchCV(MultiBoostCWClassifier(random_state=0), {"rounds": [5, 40]}, cv=2, n_jobs=2).fit(X, y)
    assert search.best_params_ == {"rounds": 40}


def test_works_where_probabilities_are_predicted_across_folds(digits):
    X, y = digits[0][:300], digits[1][:300]
    model = ShareBoostClassifier(features="linear", rounds=20, random_state=0)
    assert cross_val_predict(model, X, y, cv=3, method="predict_proba").shape == (300, 10)


# Weights


@pytest.mark.parametrize("weights", [[-1.0, 1.0, 1.0, 1.0], [0.0] * 4, [np.nan, 1.0, 1.0, 1.0]], ids=str)
def test_refuses_weights_without_sense(weights):
    with pytest.raises(ValueError):
        MultiBoostCWClassifier(rounds=2).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], sample_weight=weights)


# What cannot be learned from


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
    with pytest.raises(ValueError, match="distinguishes"):
        MultiBoostCWClassifier(rounds=2).fit(np.ones((10, 2)), np.arange(10) % 2)


# Images


def test_images_may_come_flat_or_not(image_estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    images = X.reshape(-1, 8, 8)
    flat, square = fitted(image_estimator, X, y), fitted(image_estimator, images, y)
    stated = fitted(clone(image_estimator).set_params(image_shape=(8, 8)), X, y)
    assert flat.image_shape_ == square.image_shape_ == stated.image_shape_ == (8, 8)
    assert (flat.decision_function(images) == square.decision_function(X)).all()
    assert (flat.decision_function(X) == stated.decision_function(images)).all()
    assert square.feature_importances_.shape == (64,)


def test_images_may_be_of_any_range(image_estimator, digits):
    X, y = digits[0][:200], digits[1][:200]
    of_bytes = fitted(image_estimator, np.rint(X * 255 / 16).astype(np.uint8), y)
    of_numbers = fitted(image_estimator, X, y)
    of_shares = fitted(clone(image_estimator).set_params(value_range=(0, 1)), X / 16, y)
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


def table_of_people(rows):
    """A gap, text, a category, a nullable number, a date and a large whole number; the labels need the text and the number."""
    random = np.random.default_rng(2)
    frame = pandas.DataFrame(
        {
            "size": random.normal(size=rows),
            "text": random.choice(["x", "y", "z"], rows),
            "code": pandas.Categorical(random.integers(0, 4, rows)),
            "count": pandas.array(random.integers(0, 9, rows), dtype="Int64"),
            "when": pandas.date_range("2020-01-01", periods=rows),
            "number": 1_600_000_000 + random.integers(0, 1000, rows),
        }
    )
    labels = np.where((frame["text"] == "x") ^ (frame["number"] > 1_600_000_500), "p", "q")
    frame.loc[:20, "size"] = np.nan
    frame.loc[5:30, "count"] = pandas.NA
    frame.loc[3, "text"] = None
    return frame, labels


def test_trees_stop_early_on_samples_kept_from_training() -> None:
    X = np.random.default_rng(0).normal(size=(200, 3))
    y = (X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3).astype(int)
    counts = [fitted(BoostedTreesClassifier(rounds=200, validation=0.3, patience=patience), X, y).to_bytes() for patience in (None, 10)]
    assert len(counts[1]) < 0.7 * len(counts[0])
    with pytest.raises(ValueError, match="requires validation samples"):
        BoostedTreesClassifier(patience=10).fit(X, y)


@pytest.mark.parametrize("learner", [BoostedTreesClassifier(rounds=60, leaves=8), AutoBoostClassifier(time=1)], ids=name_of)
def test_tables_of_people_are_learned(learner):
    frame, labels = table_of_people(400)
    learned = fitted(learner, frame[:300], labels[:300])
    assert learned.score(frame[300:], labels[300:]) > 0.95
    assert list(learned.feature_names_in_) == list(frame)
    importances = dict(zip(frame, learned.feature_importances_))
    assert importances["text"] + importances["number"] > 0.4
    shares = learned.predict_proba(frame[300:])
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(learned.predict_log_proba(frame[300:]), np.log(shares))


def test_sparse_tables_are_learned_like_dense_ones():
    sparse = pytest.importorskip("scipy.sparse")
    X = sparse.random(120, 8, 0.3, random_state=0, format="csr")
    y = (X[:, 0].toarray()[:, 0] > 0).astype(int)
    learned = fitted(BoostedTreesClassifier(rounds=10, leaves=4), X, y)
    np.testing.assert_array_equal(learned.decision_function(X), learned.decision_function(X.toarray()))
