"""Digits in a scikit-learn pipeline: Ocelli's classifiers against scikit-learn's own, accuracy and time in one table.

    python3 python/examples/digits_pipeline.py             scikit-learn's digits, 8 x 8: 1,297 and 500
    python3 python/examples/digits_pipeline.py --mnist     MNIST, 28 x 28, from the folder OCELLI_DATA: 5,000 and 10,000

Every classifier is a pipeline with a small grid of settings. A quarter of the training images is kept aside to choose
among them; the chosen pipeline is then trained on all training images and tested once on the test images. Probabilities are
wanted of each, so the time of training includes their calibration. Prints a Markdown table.
"""

import argparse
import gzip
import os
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import sklearn
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from ocelli.sklearn import PatchShareBoostClassifier, ShareBoostClassifier

SEED = 0


class Digits(NamedTuple):
    """Images as rows of pixels."""

    name: str
    train: NDArray[np.float64]
    train_labels: NDArray[np.intp]
    test: NDArray[np.float64]
    test_labels: NDArray[np.intp]


class Entry(NamedTuple):
    """A classifier, the settings to choose among, and settings that spare probabilities while choosing."""

    name: str
    classifier: Any
    grid: dict[str, list[Any]]
    scores_only: dict[str, Any] = {}


class Result(NamedTuple):
    name: str
    chosen: str
    right: float
    loss: float
    search_seconds: float
    fit_seconds: float
    microseconds_per_image: float


def small_digits() -> Digits:
    images, labels = load_digits(return_X_y=True)
    parts = train_test_split(images, labels, test_size=500, random_state=SEED, stratify=labels)
    return Digits("scikit-learn's digits, 8 x 8", parts[0], parts[2], parts[1], parts[3])


def mnist(folder: Path) -> Digits:
    train, labels = read_idx(folder / "train-images"), read_idx(folder / "train-labels")
    chosen, _ = next(StratifiedShuffleSplit(1, train_size=5000, random_state=SEED).split(train, labels))
    test, test_labels = read_idx(folder / "t10k-images"), read_idx(folder / "t10k-labels")
    return Digits("MNIST, 28 x 28", train[chosen], labels[chosen], test, test_labels)


def read_idx(start: Path) -> NDArray[Any]:
    """The array in the IDX file whose name begins with this: images as rows of floats, labels as whole numbers."""
    file = next(start.parent.glob(start.name + "*"), None)
    if file is None:
        raise SystemExit(f"{start}*: no such file; OCELLI_DATA must be a folder that contains mnist/ with the IDX files")
    content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    axes = content[3]
    shape = np.frombuffer(content, ">u4", axes, offset=4).astype(int)
    values = np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)
    return values.astype(np.intp) if axes == 1 else values.reshape(len(values), -1).astype(np.float64)


def entries(side: int) -> list[Entry]:
    templates = ["3:300", "3:300,5:300"] if side < 16 else ["7:500", "5:300,9:300"]
    return [
        Entry(
            "Ocelli PatchShareBoost",
            PatchShareBoostClassifier(random_state=SEED),
            {"templates": templates, "rounds": [100], "tune_epochs": [0, 20]},
            {"calibrated": False},
        ),
        Entry(
            "Ocelli ShareBoost",
            ShareBoostClassifier(random_state=SEED),
            {"features": ["linear", "stumps"], "rounds": [50, 150], "frobenius": [1e-5, 1e-3]},
            {"calibrated": False},
        ),
        Entry(
            "SVC, RBF kernel",
            SVC(probability=True, random_state=SEED),
            {"C": [1, 10, 100], "gamma": ["scale", 0.01]},
            {"probability": False},
        ),
        Entry("k nearest neighbors", KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}),
        Entry("LogisticRegression", LogisticRegression(max_iter=2000), {"C": [0.01, 0.1, 1]}),
        Entry(
            "RandomForest",
            RandomForestClassifier(n_jobs=-1, random_state=SEED),
            {"n_estimators": [300], "max_features": ["sqrt", 0.1]},
        ),
        Entry(
            "HistGradientBoosting",
            HistGradientBoostingClassifier(random_state=SEED),
            {"learning_rate": [0.1], "max_iter": [100, 200]},
        ),
    ]


def measure(entry: Entry, digits: Digits) -> Result:
    pipeline = Pipeline([("scale", MinMaxScaler((0, 1), clip=True)), ("classify", entry.classifier)])
    if entry.name.startswith("Ocelli Patch"):
        # Templates compare neighboring pixels, which all must keep one scale: the estimator sees to it.
        pipeline.set_params(scale="passthrough")
    grid = {f"classify__{name}": values for name, values in entry.grid.items()}
    aside = StratifiedShuffleSplit(1, test_size=0.25, random_state=SEED)
    chooser = clone(pipeline).set_params(**{f"classify__{name}": value for name, value in entry.scores_only.items()})
    search = GridSearchCV(chooser, grid, scoring="accuracy", cv=aside, refit=False)
    start = time.perf_counter()
    search.fit(digits.train, digits.train_labels)
    searched = time.perf_counter()
    pipeline.set_params(**search.best_params_).fit(digits.train, digits.train_labels)
    fitted = time.perf_counter()
    probability = pipeline.predict_proba(digits.test)
    predicting = time.perf_counter()
    right = float(np.mean(pipeline.predict(digits.test) == digits.test_labels))
    predicted = time.perf_counter()
    loss = log_loss(digits.test_labels, np.clip(probability, 1e-6, 1))
    return Result(
        entry.name,
        to_string(search.best_params_, entry.grid),
        right,
        loss,
        searched - start,
        fitted - searched,
        1e6 * (predicted - predicting) / len(digits.test),
    )


def to_string(best: dict[str, Any], grid: dict[str, list[Any]]) -> str:
    """The settings that there was a choice of."""
    chosen = {name.removeprefix("classify__"): value for name, value in best.items()}
    return ", ".join(f"{name}={value}" for name, value in chosen.items() if len(grid[name]) > 1)


def table(results: Sequence[Result]) -> str:
    """In Markdown, the best first."""
    lines = [
        "| Classifier | Settings chosen | Right | Log loss | Choosing, s | Training, s | Per test image, µs |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for r in sorted(results, key=lambda result: -result.right):
        lines.append(
            f"| {r.name} | {r.chosen} | {100 * r.right:.2f} % | {r.loss:.3f} "
            f"| {r.search_seconds:.1f} | {r.fit_seconds:.1f} | {r.microseconds_per_image:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mnist", action="store_true", help="use MNIST from the folder OCELLI_DATA")
    parser.add_argument("--only", metavar="TEXT", default="", help="classifiers whose name contains this text")
    arguments = parser.parse_args()
    digits = mnist(Path(os.environ.get("OCELLI_DATA", ".")) / "mnist") if arguments.mnist else small_digits()
    side = round(digits.train.shape[1] ** 0.5)
    results = []
    for entry in entries(side):
        if arguments.only in entry.name:
            results.append(measure(entry, digits))
            print(f"{entry.name}: {100 * results[-1].right:.2f} % right", file=sys.stderr)
    print(f"{digits.name}: {len(digits.train):,} images to learn from, {len(digits.test):,} for the test; ", end="")
    print(f"scikit-learn {sklearn.__version__}, {os.cpu_count()} processors ({platform.machine()}).\n")
    print(table(results))


if __name__ == "__main__":
    main()
