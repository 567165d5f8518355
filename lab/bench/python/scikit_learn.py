"""Adds scikit-learn's forests and histogram gradient boosting to the comparison of classifiers.

    bench_classifier_table --write-splits FOLDER
    python3 lab/bench/python/scikit_learn.py FOLDER lab/notebook/data/classifier-table.csv
    bench_classifier_table --sets

Options are chosen by the error on a random quarter of the training samples (of five such quarters if there are fewer than 2,000), as for
all others; then the method learns from all of them and is evaluated once on the test part. One thread, processor time.
"""

import argparse
import csv
import re
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

FEW = 2000
METHODS = {
    "sklearn forest": [
        (f"500 trees, {share} of the inputs a split", RandomForestClassifier(500, max_features=number, random_state=1))
        for share, number in (("root", "sqrt"), ("a quarter", 0.25))
    ],
    "sklearn boosting": [
        (f"{leaves} leaves, rate {rate}", HistGradientBoostingClassifier(learning_rate=rate, max_leaf_nodes=leaves, random_state=1))
        for leaves, rate in ((31, 0.1), (8, 0.1))
    ],
}


def read(folder, name):
    labels = np.fromfile(folder / f"{name}.labels", np.uint16)
    return np.fromfile(folder / f"{name}.values", np.float32).reshape(len(labels), -1), labels


def error(model, test):
    values, labels = test
    return float(np.mean(model.predict(values) != labels))


def choose(candidates, training):
    """The place of the candidate that errs least on samples kept apart."""
    if len(candidates) == 1:
        return 0
    values, labels = training
    errors = np.zeros(len(candidates))
    for parting in range(5 if len(labels) < FEW else 1):
        order = np.random.default_rng(parting).permutation(len(labels))
        learned, kept = order[: 3 * len(order) // 4], order[3 * len(order) // 4 :]
        for i, (_, model) in enumerate(candidates):
            errors[i] += error(model.fit(values[learned], labels[learned]), (values[kept], labels[kept]))
    return int(np.argmin(errors))


def parts_of(model):
    if isinstance(model, RandomForestClassifier):
        return len(model.estimators_)
    return sum(len(trees) for trees in model._predictors)


def run(candidates, training, test):
    began = time.process_time()
    best = choose(candidates, training)
    options, model = candidates[best]
    chosen = time.process_time()
    model.fit(*training)
    trained = time.process_time()
    wrong = error(model, test)
    labeled = time.process_time()
    return wrong, chosen - began, trained - chosen, 1e6 * (labeled - trained) / len(test[1]), parts_of(model), options


def measure(folder, name, method):
    splits = sorted(folder.glob(f"{name}-*-train.labels"))
    runs = []
    for split in range(len(splits)):
        training, test = read(folder, f"{name}-{split}-train"), read(folder, f"{name}-{split}-test")
        runs.append(run(METHODS[method], training, test))
    means = [np.mean([r[i] for r in runs]) for i in range(5)]
    deviation = np.std([r[0] for r in runs], ddof=1) if len(runs) > 1 else 0
    print(f"{name}, {method} ({runs[0][5]}): error {100 * means[0]:.2f} %, trained in {means[2]:.1f} s", flush=True)
    return {
        "set": name, "method": method, "library": f"scikit-learn {sklearn.__version__}", "training": len(training[1]),
        "test": len(test[1]), "inputs": training[0].shape[1], "classes": len(np.unique(training[1])), "splits": len(runs),
        "learned": len(training[1]), "error": means[0], "deviation": deviation, "choosing_seconds": means[1],
        "training_seconds": means[2], "label_microseconds": means[3], "parts": means[4], "part": "trees",
        "options": runs[0][5],
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("splits", type=Path)
    parser.add_argument("table", type=Path, help="the CSV that rows are added to")
    parser.add_argument("--sets", nargs="+", help="default: all that there are")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    arguments = parser.parse_args()
    written = sorted({re.sub(r"-\d+-train$", "", file.stem) for file in arguments.splits.glob("*-train.labels")})
    for name in arguments.sets or written:
        for method in arguments.methods:
            fresh = measure(arguments.splits, name, method)
            with open(arguments.table, newline="") as file:
                rows = [row for row in csv.DictReader(file) if (row["set"], row["method"]) != (name, method)]
            with open(arguments.table, "w", newline="") as file:
                table = csv.DictWriter(file, fresh.keys(), lineterminator="\n")
                table.writeheader()
                table.writerows([*rows, fresh])


if __name__ == "__main__":
    main()
