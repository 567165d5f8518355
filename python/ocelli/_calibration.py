"""Probabilities from scores: temperature scaling, fitted to scores of held-out samples."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import softmax

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

FOLDS = 5
ENOUGH_HELD_OUT = 1000
"""Held-out samples after which no further fold is needed: one number is fitted to them."""

_STEEPEST = 1e3
"""Limits of the slope, relative to the scores' own scale, on both sides."""


def held_out_folds(
    groups: Indices, labels: Indices, random: np.random.RandomState
) -> Iterator[tuple[Indices, Indices]]:
    """Parts to train on and to hold out, as row numbers: each fold holds out a fifth of every class, all folds
    together every sample at most once, and the folds end once they have held out ENOUGH_HELD_OUT.

    groups (n,): equal samples have equal numbers, 0 to the number of groups - 1. They stay together: a copy of a sample
    that was learned from is not held out. A class that has only one group is never held out.
    """
    fold_of = _folds_of_groups(groups, labels, random)[groups]
    held_out = 0
    for fold in range(FOLDS):
        aside = fold_of == fold
        if aside.any():
            yield np.flatnonzero(~aside), np.flatnonzero(aside)
        held_out += int(aside.sum())
        if held_out >= ENOUGH_HELD_OUT:
            return


def _folds_of_groups(groups: Indices, labels: Indices, random: np.random.RandomState) -> Indices:
    """The fold of each group, -1 for none. A group has one label: equal samples of different classes are two groups."""
    count = int(groups.max()) + 1
    label = np.empty(count, np.intp)
    label[groups] = labels
    folds = np.full(count, -1, np.intp)
    order = random.permutation(count)
    dealt = 0
    for k in np.unique(label):
        members = order[label[order] == k]
        if len(members) < 2:
            continue
        folds[members] = (dealt + np.arange(len(members))) % FOLDS
        dealt += len(members)
    return folds


def fit_slope(scores: Floats, labels: Indices, weights: Floats) -> float:
    """The slope b > 0, an inverse temperature, for which softmax(b * scores) has the highest weighted likelihood.

    scores (n, k), labels (n,), weights (n,). As in Platt's method the targets are not 0 and 1 but what a uniform prior
    leaves of them, (N + 1) / (N + k) for the class and 1 / (N + k) for the others, where N is the effective number of
    samples: the slope stays finite if all samples are separated. The likelihood is concave in b, so its derivative
    has one zero. Without samples the slope is 1.
    """
    if len(scores) == 0:
        return 1.0
    classes = scores.shape[1]
    centered = scores - scores.mean(axis=1, keepdims=True)
    scale = float(np.sqrt(np.average(np.square(centered).mean(axis=1), weights=weights)))
    if scale == 0:
        return 1.0
    centered /= scale
    effective = weights.sum() ** 2 / np.square(weights).sum()
    own = np.take_along_axis(centered, labels[:, None], axis=1)[:, 0]
    aim = np.average(own, weights=weights) * effective / (effective + classes)

    def excess(exponent: float) -> float:
        expected = (softmax(np.exp(exponent) * centered, axis=1) * centered).sum(axis=1)
        return float(np.average(expected, weights=weights) - aim)

    low, high = -np.log(_STEEPEST), np.log(_STEEPEST)
    if excess(low) >= 0:
        exponent = low
    elif excess(high) <= 0:
        exponent = high
    else:
        exponent = brentq(excess, low, high, xtol=1e-9)
    return float(np.exp(exponent) / scale)


def probabilities(scores: Floats, slope: float) -> Floats:
    """softmax(slope * scores), (n, k): rows sum to 1, and the order of the classes is that of their scores."""
    result: Floats = softmax(slope * scores, axis=1)
    return result
