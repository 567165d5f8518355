"""The laboratory's classifiers as scikit-learn estimators, for comparison with those of ocelli.sklearn.

On tables, X of shape (n, p), as there: MultiBoostClassifier, AdaBoostMHClassifier, AdaBoostECCClassifier,
AdaBoostECCTreesClassifier, AdaBoostMOClassifier, AdaBoostMOTreesClassifier, JointBoostClassifier, MixedNormClassifier,
OneVsRestBoostClassifier.
"""

from typing import Any

import ocelli._native
from ocelli._estimator import BoostClassifier, WeightedBoostClassifier
from ocelli.sklearn import _FeatureChoice, _StumpBoostClassifier, _VotingTreesClassifier

from . import _native

__all__ = [
    "AdaBoostECCClassifier",
    "AdaBoostECCTreesClassifier",
    "AdaBoostMHClassifier",
    "AdaBoostMOClassifier",
    "AdaBoostMOTreesClassifier",
    "JointBoostClassifier",
    "MixedNormClassifier",
    "MultiBoostClassifier",
    "OneVsRestBoostClassifier",
]


def _learned(*arguments: Any) -> ocelli._native.Classifier:
    return ocelli._native.Classifier(_native.learn_classifier(*arguments))


class _Baseline(BoostClassifier):
    """An estimator whose algorithm is the laboratory's."""

    _learn_classifier = staticmethod(_learned)


class OneVsRestBoostClassifier(_Baseline, _FeatureChoice, WeightedBoostClassifier):
    """ShareBoost of each class against the others, every class with features of its own.

    For comparison: it needs more features than ShareBoost for the same accuracy. Source: docs/algorithms.md.

    Parameters
    ----------
    rounds : int, default=100
        Number of features of each class.
    frobenius : float, default=1e-5
        Strength of the squared weights in the objective.
    """

    _algorithm = "one-vs-rest"

    rounds: int = 100
    frobenius: float = 1e-5


class MixedNormClassifier(_Baseline, _FeatureChoice, WeightedBoostClassifier):
    """Linear classifiers that share features by an L-infinity/L1 penalty, followed along its path.

    Source: docs/algorithms.md.

    Parameters
    ----------
    max_features : int, default=100
        Number of features at which the path ends.
    points : int, default=100
        Number of penalty strengths to try at most.
    ratio : float, default=0.9
        Ratio of successive strengths, below 1.
    """

    _algorithm = "mixed-norm"

    max_features: int = 100
    points: int = 100
    ratio: float = 0.9


class AdaBoostECCTreesClassifier(_Baseline, _VotingTreesClassifier):
    """AdaBoost.ECC with trees: each separates a random half of the classes from the others.

    Source: docs/algorithms.md.
    """

    _algorithm = "adaboost-ecc-trees"


class AdaBoostMOTreesClassifier(_Baseline, _VotingTreesClassifier):
    """AdaBoost.MO with trees: each class has a code word, and the leaves of a tree vote for every column of the code.

    Source: docs/algorithms.md.

    Parameters
    ----------
    code_length : int, default=0
        Columns of the code; 0: ten times the logarithm to base 2 of the number of classes.
    """

    _algorithm = "adaboost-mo-trees"

    code_length: int = 0


class MultiBoostClassifier(_Baseline, _StumpBoostClassifier):
    """MultiBoost: totally corrective boosting of stumps that all classes share, by L-BFGS with bounds.

    Source: Shen and Hao 2011; docs/algorithms.md.

    Parameters
    ----------
    c : float, default=1e4
        Weight of the loss relative to the sum of all weights: larger fits closer.
    """

    _algorithm = "multiboost"

    c: float = 1e4


class AdaBoostMHClassifier(_Baseline, _StumpBoostClassifier):
    """AdaBoost.MH with stumps: a round's stump answers "is it of this class?" for all classes.

    Source: Schapire and Singer 1999; docs/algorithms.md.

    Parameters
    ----------
    """

    _algorithm = "adaboost-mh"


class AdaBoostECCClassifier(_Baseline, _StumpBoostClassifier):
    """AdaBoost.ECC with stumps: a round's stump separates a random half of the classes from the others.

    Source: Guruswami and Sahai 1999; docs/algorithms.md.

    Parameters
    ----------
    """

    _algorithm = "adaboost-ecc"


class AdaBoostMOClassifier(_Baseline, _StumpBoostClassifier):
    """AdaBoost.MO with stumps: classes have code words, and a round trains a stump for every bit of them.

    Source: Schapire and Singer 1999; docs/algorithms.md.

    Parameters
    ----------
    code_length : int, default=0
        Bits of a code word; 0: 10 log2 k for k classes, and no more than there are different ones.
    """

    _algorithm = "adaboost-mo"

    code_length: int = 0


class JointBoostClassifier(_Baseline, _StumpBoostClassifier):
    """JointBoost: gentle boosting of regression stumps, each shared by the set of classes that it serves best.

    Source: Torralba, Murphy and Freeman 2007; docs/algorithms.md.

    Parameters
    ----------
    thresholds : int, default=256
        Number of thresholds to try for each input at most.
    """

    _algorithm = "jointboost"

    thresholds: int = 256
