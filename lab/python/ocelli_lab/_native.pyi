"""The compiled part of the laboratory: the learners of ocelli._native and the baselines."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def classifier_algorithms() -> list[str]: ...
def takes_sample_weights(algorithm: str) -> bool: ...
def learn_classifier(
    algorithm: str,
    values: NDArray[np.float32],
    labels: NDArray[np.uint16],
    classes: Sequence[str],
    shape: tuple[int, int] | None,
    sample_weights: NDArray[np.float64] | None,
    options: Mapping[str, Any],
    observer: Mapping[str, Callable[[Any], None]],
) -> bytes:
    """As that of ocelli._native. Returns a model file's content."""
