"""What every scikit-learn estimator promises. A module of tests imports all of this, and says in KINDS which estimators have what
a test asks for, as its argument names them:

    estimator, table_estimator, weighted_estimator  of any input, of tables, with sample weights
    copied_estimator                                whose weights act as copies, nearly
    checked_estimator                               pairs of own_checks()

and has pytest_generate_tests(), noisy, digits and a fixture `native`, the compiled part that learns.
"""

import copy
import dataclasses
import inspect
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_digits, make_blobs, make_classification
from sklearn.metrics import log_loss, recall_score
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import has_fit_parameter

from ocelli._calibration import probabilities
from places import IS_NIGHT

CHECK_OF_A_LEARNER = "check_classifiers_train"


def name_of(value):
    return type(value).__name__


def fitted(estimator, X, y, **arguments):
    return clone(estimator).set_params(random_state=0).fit(X, y, **arguments)


def own_checks(estimators, checked_in_full=()):
    """Pairs of an estimator and a check of scikit-learn's: all checks of these classes, the one that fits and predicts of others;
    all of all when OCELLI_NIGHTLY is 1."""
    learners = set()
    for pair in parametrize_with_checks(estimators).args[1]:
        estimator, check = getattr(pair, "values", pair)
        name = getattr(check, "func", check).__name__
        is_one = name == CHECK_OF_A_LEARNER and type(estimator) not in learners
        if is_one:
            learners.add(type(estimator))
        if IS_NIGHT or type(estimator) in checked_in_full or is_one:
            yield pytest.param(estimator, check, id=f"{name_of(estimator)}-{name}", marks=getattr(pair, "marks", ()))


def pytest_generate_tests(metafunc):
    for argument, values in metafunc.module.KINDS.items():
        if argument not in metafunc.fixturenames:
            continue
        if argument == "checked_estimator":
            metafunc.parametrize("checked_estimator, check", list(values))
        else:
            metafunc.parametrize(argument, values, ids=name_of)


@pytest.fixture(scope="module")
def noisy():
    """Four classes with wrong labels among them: no classifier can be sure of its answers."""
    return make_classification(
        n_samples=1200, n_features=8, n_informative=5, n_classes=4, flip_y=0.2, class_sep=1.2, random_state=1
    )


@pytest.fixture(scope="module")
def digits():
    return load_digits(return_X_y=True)


def test_scikit_learns_own_checks(checked_estimator, check):
    check(checked_estimator)


def test_documents_its_parameters_and_attributes(estimator):
    for parameter in inspect.signature(type(estimator)).parameters:
        assert f"\n{parameter} : " in type(estimator).__doc__
    for attribute in ("classes_", "feature_importances_", "selected_features_", "slope_"):
        assert f"\n{attribute} : " in type(estimator).__doc__


def test_is_more_than_its_parameters_to_tools_that_compare(estimator):
    assert not dataclasses.is_dataclass(estimator)


def test_is_as_sure_as_it_is_right(table_estimator, noisy):
    X, X_test, y, y_test = train_test_split(*noisy, random_state=0)
    model = fitted(table_estimator, X, y)
    surest = model.predict_proba(X_test).max(axis=1)
    assert abs(surest.mean() - model.score(X_test, y_test)) < 0.08
    scores = model.decision_function(X_test)
    losses = [log_loss(y_test, probabilities(scores, model.slope_ * factor)) for factor in (0.25, 1, 4)]
    assert min(losses) == losses[1]


def test_does_not_depend_on_the_order_of_the_samples(estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=9, random_state=0)
    order = np.random.RandomState(0).permutation(90)
    a, b = fitted(estimator, X, y), fitted(estimator, X[order], y[order])
    assert (a.decision_function(X) == b.decision_function(X)).all()
    assert (a.predict_proba(X) == b.predict_proba(X)).all()


def test_pickles_and_copies_to_the_same_predictions(estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    model = fitted(estimator, X, y)
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert (other.predict_proba(X) == model.predict_proba(X)).all()
        assert (other.feature_importances_ == model.feature_importances_).all()


def test_importances_find_the_informative_columns(table_estimator):
    informative = {"n_informative": 2, "n_redundant": 0, "n_clusters_per_class": 1, "shuffle": False}
    X, y = make_classification(n_samples=400, n_features=6, random_state=3, **informative)
    model = fitted(table_estimator, X, y)
    assert model.feature_importances_.shape == (6,)
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert model.feature_importances_[:2].sum() > 0.5
    assert (model.selected_features_ == np.flatnonzero(model.feature_importances_)).all()


def test_works_in_cross_validation(estimator, digits):
    X, y = digits[0][:300], digits[1][:300]
    use = y < 3
    # A few weak learners tell three digits apart in most cases; guessing does in a third.
    assert cross_val_score(estimator, X[use], y[use], cv=3).mean() > 0.6


def test_takes_weights_where_the_learner_does(estimator, native):
    takes = native.takes_sample_weights(estimator._algorithm)
    assert has_fit_parameter(estimator, "sample_weight") == takes
    assert ("class_weight" in estimator.get_params()) == takes


def test_a_weight_of_zero_is_absence(weighted_estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    present = np.arange(90) % 4 != 0
    weighted = fitted(weighted_estimator, X, y, sample_weight=present.astype(float))
    alone = fitted(weighted_estimator, X[present], y[present])
    assert (weighted.predict_proba(X) == alone.predict_proba(X)).all()


def test_only_the_ratios_of_weights_matter(weighted_estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    weights = np.where(np.arange(90) % 3 == 0, 4.0, 1.0)
    a, b = (fitted(weighted_estimator, X, y, sample_weight=weights * scale) for scale in (1, 1024))
    assert (a.decision_function(X) == b.decision_function(X)).all()


def test_a_weight_is_that_many_copies(copied_estimator):
    X, y = make_blobs(n_samples=90, centers=3, n_features=4, cluster_std=3, random_state=0)
    count = 1 + np.arange(90) % 3
    weighted = fitted(copied_estimator, X, y, sample_weight=count)
    copies = fitted(copied_estimator, np.repeat(X, count, axis=0), np.repeat(y, count))
    assert weighted.decision_function(X) == pytest.approx(copies.decision_function(X), abs=0.03)


def test_balanced_weights_find_more_of_a_rare_class(weighted_estimator):
    X, y = make_blobs(n_samples=[300, 30], centers=[[0.0] * 4, [0.9] * 4], cluster_std=1.0, random_state=0)
    plain = fitted(weighted_estimator, X, y)
    balanced = fitted(clone(weighted_estimator).set_params(class_weight="balanced"), X, y)
    by_hand = fitted(weighted_estimator, X, y, sample_weight=np.where(y == 1, 330 / 60, 330 / 600))
    assert recall_score(y, balanced.predict(X)) >= recall_score(y, plain.predict(X))
    assert (balanced.decision_function(X) > 0).sum() > (plain.decision_function(X) > 0).sum() or (
        recall_score(y, balanced.predict(X)) == 1
    )
    assert balanced.decision_function(X) == pytest.approx(by_hand.decision_function(X), abs=1e-3)


@pytest.mark.parametrize("value", [1e16, -1e16, 1e300])
def test_refuses_values_that_it_could_not_compute_with(table_estimator, value):
    X, y = make_blobs(n_samples=30, centers=2, random_state=0)
    model = fitted(table_estimator, X, y)
    X[3, 1] = value
    with pytest.raises(ValueError, match="scale"):
        clone(table_estimator).fit(X, y)
    with pytest.raises(ValueError, match="scale"):
        model.predict(X)
