"""Why rows have their scores."""

from pathlib import Path

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray


def trained(folder: Path) -> tuple[ocelli.Classifier, Path, NDArray[np.float32]]:
    random = np.random.default_rng(1)
    rows = random.normal(size=(150, 3)).astype(np.float32)
    table = folder / "rows.csv"
    lines = [f"{a},{b},{c},{'yes' if a + b > 0 else 'no'}\n" for a, b, c in rows]
    table.write_text("first,second,third,class\n" + "".join(lines))
    result = ocelli.train_classifier(table, folder / "model.ocelli", algorithm="trees", rounds=15)
    return result.model, table, rows


def test_contributions_sum_to_the_scores(tmp_path: Path) -> None:
    model, table, rows = trained(tmp_path)
    why = model.explain(table, of_class="yes", background_rows=20)
    assert why.columns == ["first", "second", "third"]
    assert why.contributions.shape == (150, 3)
    assert set(why.classes) == {"yes"}
    scores = model.scores(rows)[:, model.classes.index("yes")]
    assert np.abs(why.base + why.contributions.sum(axis=1) - scores).max() < 1e-4
    assert why.mean_sizes[2] < min(why.mean_sizes[:2])
    assert np.allclose(why.contributions, model.explain(rows, of_class="yes", background_rows=20).contributions)


def test_a_row_compared_with_itself_has_no_contributions(tmp_path: Path) -> None:
    model, _, rows = trained(tmp_path)
    why = model.explain(rows[:1])
    assert why.labels == why.classes
    assert np.abs(why.contributions).max() == 0


def test_a_frame_has_a_column_for_each_column(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    model, table, _ = trained(tmp_path)
    assert list(model.explain(table).to_pandas().columns) == ["label", "class", "score", "base", "first", "second", "third"]


def test_an_unknown_class_is_refused(tmp_path: Path) -> None:
    model, table, _ = trained(tmp_path)
    with pytest.raises(ocelli.UsageError, match="no class maybe"):
        model.explain(table, of_class="maybe")
