"""Tables in Python: what the program reads, from DataFrames, rows and files."""

import csv
import io
from pathlib import Path

import numpy as np
import pandas
import pytest

import ocelli

QUICK = {"algorithm": "trees", "rounds": 20, "validation": 0.2}


def frame_of(rows: int) -> pandas.DataFrame:
    """Whether "kind" is a or "size" is large decides; some sizes are missing, and the code is a category of numbers."""
    random = np.random.default_rng(1)
    frame = pandas.DataFrame(
        {
            "kind": random.choice(["a", "b", "c"], rows),
            "label": "",
            "size": random.normal(size=rows),
            "when": pandas.Timestamp("2024-01-01") + pandas.to_timedelta(random.integers(0, 900, rows), "D"),
            "code": pandas.Categorical(random.integers(1, 4, rows)),
            "id": 20_240_000_000 + np.arange(rows),
        }
    )
    frame["label"] = np.where((frame["kind"] == "a") | (frame["size"] > 1), "yes", "no")
    frame.loc[frame.index % 17 == 0, "size"] = np.nan
    return frame


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> ocelli.Classifier:
    output = tmp_path_factory.mktemp("model") / "m.ocelli"
    return ocelli.train_classifier(frame_of(400), output, label="label", **QUICK).model


def test_a_frame_is_learned_and_classified_by_the_names_of_its_columns(trained: ocelli.Classifier) -> None:
    frame = frame_of(100)
    found = trained.classify(frame[["size", "kind", "id", "code", "when"]])
    assert isinstance(found, ocelli.Classifications)
    assert np.mean(np.array(found.labels) == frame["label"]) > 0.9
    assert found.labels == trained.classify(frame).labels


def test_rows_dicts_and_files_have_the_scores_of_the_frame(trained: ocelli.Classifier, tmp_path: Path) -> None:
    frame = frame_of(30).drop(columns="label")
    expected = trained.classify(frame).scores
    dicts = frame.astype(object).where(frame.notna(), None).to_dict("records")
    text = frame.astype({"when": str, "code": int})
    text.to_csv(tmp_path / "t.csv", index=False)
    text.to_excel(tmp_path / "t.xlsx", index=False)
    with open(tmp_path / "t.csv", encoding="utf-8") as file:
        rows = [list(row) for row in csv.reader(file)][1:]
    for table in (dicts, rows, tmp_path / "t.csv", tmp_path / "t.xlsx"):
        np.testing.assert_array_equal(trained.classify(table).scores, expected)
    assert trained.classify(dicts[3]).scores.tolist() == expected[3].tolist()


def test_a_row_of_gaps_keeps_its_place(trained: ocelli.Classifier) -> None:
    frame = frame_of(6).drop(columns="label").astype(object)
    frame.loc[2] = None
    labels = trained.classify(frame).labels
    assert len(labels) == 6
    others = frame.drop(index=2)
    assert labels[:2] + labels[3:] == trained.classify(others).labels
    assert trained.classify(frame.to_dict("records")).labels == labels
    assert trained.classify(frame.to_numpy().tolist()).labels == labels


def test_probabilities_stand_in_a_column_of_each_class_and_sum_to_one(trained: ocelli.Classifier) -> None:
    found = trained.classify(frame_of(20))
    table = found.to_pandas()
    shares = table[["probability of no", "probability of yes"]].to_numpy()
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_array_equal(shares, found.probabilities)
    written = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["probability of yes"]) for row in written] == shares[:, 1].tolist()


def test_a_row_that_cannot_be_read_is_an_error_of_its_own(trained: ocelli.Classifier, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    frame_of(5).drop(columns="label").to_csv(file, index=False)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], "a,b", *lines[2:]]))
    found = trained.classify(file)
    assert list(found.errors) == [1]
    assert len(found) == 6
    assert "error" in found.to_pandas()


def test_a_table_without_the_columns_of_the_model_is_refused(trained: ocelli.Classifier) -> None:
    with pytest.raises(ocelli.InputError, match="size"):
        trained.classify(frame_of(5)[["kind", "when"]])


def test_a_file_of_excel_is_learned(tmp_path: Path) -> None:
    frame = frame_of(60).astype({"code": int})
    frame.to_excel(tmp_path / "t.xlsx", index=False)
    result = ocelli.train_classifier(tmp_path / "t.xlsx", tmp_path / "m.ocelli", label="label", **QUICK)
    assert result.model.classes == ["no", "yes"]
