"""The laboratory's estimators: what every estimator promises, and that they are the laboratory's."""

import pytest

pytest.importorskip("sklearn")
pytest.register_assert_rewrite("every_estimator")

import ocelli
import ocelli.sklearn
import ocelli_lab.sklearn
from every_estimator import *  # noqa: F403
from every_estimator import fitted, name_of, own_checks
from ocelli_lab import _native
from ocelli_lab.sklearn import (
    AdaBoostECCClassifier,
    AdaBoostECCTreesClassifier,
    AdaBoostMHClassifier,
    AdaBoostMOClassifier,
    AdaBoostMOTreesClassifier,
    JointBoostClassifier,
    MixedNormClassifier,
    MultiBoostClassifier,
    OneVsRestBoostClassifier,
)

ESTIMATORS = [
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
KINDS = {
    "estimator": ESTIMATORS,
    "table_estimator": ESTIMATORS,
    "weighted_estimator": ESTIMATORS,
    "copied_estimator": [JointBoostClassifier(rounds=4), AdaBoostMHClassifier(rounds=4)],
    "checked_estimator": own_checks(ESTIMATORS),
}


@pytest.fixture
def native():
    return _native


def test_every_algorithm_of_the_laboratory_has_an_estimator():
    algorithms = {getattr(ocelli_lab.sklearn, name)._algorithm for name in ocelli_lab.sklearn.__all__}
    assert algorithms == set(ocelli_lab.classifier_algorithms()) - set(ocelli.classifier_algorithms())
    assert {name_of(e) for e in ESTIMATORS} == set(ocelli_lab.sklearn.__all__)


def test_the_product_knows_nothing_of_them():
    with pytest.raises(ocelli.UsageError, match="adaboost-mh"):
        ocelli._native.takes_sample_weights("adaboost-mh")
    assert not set(ocelli.sklearn.__all__) & set(ocelli_lab.sklearn.__all__)


def test_errors_are_those_of_the_package():
    with pytest.raises(ocelli.UsageError, match="rounds"):
        fitted(AdaBoostMHClassifier(rounds=-1), [[0.0], [1.0]], [0, 1])
    with pytest.raises(ocelli.TrainingError, match="distinguishes"):
        fitted(AdaBoostMHClassifier(rounds=2), [[1.0]] * 10, [0, 1] * 5)
