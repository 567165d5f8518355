"""Errors of one command without options, and of scikit-learn's classifiers with theirs, on tables of one's own.

    python3 lab/bench/python/other_tables.py PROGRAM FOLDER

PROGRAM is `ocelli`; FOLDER has tables with a header, commas, the class last and missing values empty (`*.csv`). Five folds each. For
scikit-learn's, text becomes codes (gradient boosting, which splits them as categories) or a column a value, and medians replace missing numbers.
"""

import argparse
import json
import subprocess
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

FOLDS = 5


def codes(text: list[str], numbers: list[str]) -> Any:
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)
    return make_column_transformer((encoder, text), ("passthrough", numbers))


def columns(text: list[str], numbers: list[str]) -> Any:
    scaled = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    return make_column_transformer((OneHotEncoder(handle_unknown="ignore"), text), (scaled, numbers))


def peers(text: list[str], numbers: list[str]) -> dict[str, Any]:
    categories = list(range(len(text))) or None
    return {
        "gradient boosting": make_pipeline(
            codes(text, numbers), HistGradientBoostingClassifier(categorical_features=categories)
        ),
        "random forest": make_pipeline(columns(text, numbers), RandomForestClassifier(500, random_state=1)),
        "logistic regression": make_pipeline(columns(text, numbers), LogisticRegression(max_iter=2000)),
    }


def errors_of_peers(path: Path) -> tuple[int, list[int]]:
    table = pd.read_csv(path)
    labels = table.iloc[:, -1].astype(str).to_numpy()
    inputs = table.iloc[:, :-1]
    text = [name for name in inputs if inputs[name].dtype == object]
    inputs = inputs.astype({name: str for name in text})
    numbers = [name for name in inputs if name not in text]
    folds = list(StratifiedKFold(FOLDS, shuffle=True, random_state=1).split(inputs, labels))
    errors = []
    for peer in peers(text, numbers).values():
        wrong = [peer.fit(inputs.iloc[a], labels[a]).predict(inputs.iloc[b]) != labels[b] for a, b in folds]
        errors.append(int(np.concatenate(wrong).sum()))
    return len(labels), errors


def own_errors(program: str, path: Path) -> int:
    command = [program, "cross-validate", str(path), "--folds", str(FOLDS), "--json"]
    return int(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["errors"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    names = ["ocelli", *peers([], [])]
    print(f"| table | rows | {' | '.join(names)} |\n|{'---|' * (len(names) + 2)}", flush=True)
    for path in sorted(arguments.folder.glob("*.csv")):
        rows, errors = errors_of_peers(path)
        cells = [path.stem, rows, own_errors(arguments.program, path), *errors]
        print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


if __name__ == "__main__":
    main()
