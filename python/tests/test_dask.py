"""Runs on a Dask cluster: real schedulers and workers on this machine."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import ocelli

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
pandas = pytest.importorskip("pandas")

import ocelli.dask  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Pictures of noise, large enough to keep two workers busy for some seconds, and one that cannot be read."""
    folder = tmp_path_factory.mktemp("images")
    paths = [str(folder / f"{number:03d}.png") for number in range(120)]
    for number, path in enumerate(paths):
        noise = np.random.default_rng(number).integers(0, 256, (240, 320), np.uint8)
        Image.fromarray(noise).save(path)
    Path(paths[7]).write_bytes(b"no image")
    return paths


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    settings = {
        "distributed.scheduler.allowed-failures": 5,
        "distributed.worker.multiprocessing-method": "spawn",
        "distributed.comm.timeouts.connect": "30s",
    }
    with dask.config.set(settings):
        cluster = distributed.LocalCluster(
            processes=True, n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        )
        with cluster, distributed.Client(cluster) as client:
            yield client


def expected(images: list[str]) -> list[dict[str, Any]]:
    return list(ocelli.face().detect_files(images))


def lines_of(files: list[Path]) -> list[str]:
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_killed_worker_costs_no_record_and_doubles_none(client: Any, images: list[str], tmp_path: Path) -> None:
    client.wait_for_workers(2)
    workers = client.run(os.getpid)
    written: list[Path] = []
    run = threading.Thread(
        target=lambda: written.extend(ocelli.dask.detect(images, partition_size=4).to_json_lines(tmp_path / "found"))
    )
    run.start()
    victim = busy_worker_after(client, tmp_path / "found", parts=3)
    done_before = len(list((tmp_path / "found").glob("part-*")))
    os.kill(workers[victim], signal.SIGKILL)
    run.join(timeout=60)
    assert not run.is_alive()

    assert done_before < 30, "the worker was killed in the middle"
    assert len(written) == 30
    assert lines_of(written) == list(ocelli.face().detect_files(images).records_json)
    assert sorted(os.listdir(tmp_path / "found")) == [file.name for file in written], "nothing unfinished stays"
    assert workers[victim] not in client.run(os.getpid).values()


def busy_worker_after(client: Any, folder: Path, parts: int) -> str:
    """A worker that is computing when so many parts are there."""
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        if len(list(folder.glob("part-*"))) >= parts:
            busy = [worker for worker, tasks in client.processing().items() if tasks]
            if busy:
                return str(busy[0])
        time.sleep(0.005)
    raise AssertionError("no parts were written")


def test_each_worker_loads_a_model_once(client: Any, images: list[str]) -> None:
    model = ocelli.model_path("face.ocelli").read_bytes()
    client.wait_for_workers(2)
    before = client.run(loads)
    for _ in range(2):
        ocelli.dask.detect(images[:40], model, partition_size=2, min_neighbors=2).compute()
    after = client.run(loads)
    assert sum(after.values()) - sum(before.values()) == 2, "two workers"
    assert all(after[worker] - before[worker] == 1 for worker in before)


def loads() -> int:
    import ocelli.dask

    return ocelli.dask._models.loads


def test_lists_bags_and_tables_of_paths_give_the_same_records(images: list[str]) -> None:
    import dask.bag
    import dask.dataframe

    few = images[:12]
    table = pandas.DataFrame({"path": few})
    inputs = [
        few,
        iter(few),
        [Path(file) for file in few],
        dask.bag.from_sequence(few, npartitions=3),
        table,
        table["path"],
        dask.dataframe.from_pandas(table, npartitions=3),
    ]
    with dask.config.set(scheduler="sync"):
        for files in inputs:
            assert ocelli.dask.detect(files, partition_size=5).compute() == expected(few)
        named = table.rename(columns={"path": "file"})
        assert ocelli.dask.detect(named, column="file").compute() == expected(few)
        with pytest.raises(ocelli.UsageError, match="no column 'path', only file"):
            ocelli.dask.detect(named)


def test_files_are_classified_and_read_too(images: list[str], tmp_path: Path) -> None:
    with dask.config.set(scheduler="sync"):
        records = ocelli.dask.classify(images[:3], top=2)
        assert records.compute() == list(ocelli.digits().classify_files(images[:3], top=2))
        (file,) = records.to_json_lines(tmp_path / "labels")
        assert lines_of([file]) == list(ocelli.digits().classify_files(images[:3], top=2).records_json)
        pages = ocelli.dask.read(images[:2], language_model=False, charset="0123456789")
        assert pages.compute() == list(
            ocelli.reader(language_model=False).read_files(images[:2], charset="0123456789")
        )


def test_a_file_that_cannot_be_read_is_a_record_with_its_error(images: list[str]) -> None:
    with dask.config.set(scheduler="sync"):
        (record,) = ocelli.dask.detect(images[7:8]).compute()
    assert record["input"] == images[7]
    assert "error" in record


def test_a_model_that_is_none_is_an_error_of_its_kind(client: Any, images: list[str]) -> None:
    with pytest.raises(ocelli.ModelError, match="gone.ocelli"):
        ocelli.dask.detect(images[:2], "gone.ocelli").compute()


def test_tables_have_a_row_for_each_detection_and_one_for_images_without(tmp_path: Path) -> None:
    face = {"x": 1, "y": 2, "w": 3, "h": 4, "score": 5.5, "label": "face"}
    records = [
        {"input": "a", "width": 9, "height": 8, "detections": [face, face]},
        {"input": "b", "width": 9, "height": 8, "detections": []},
        {"input": "c", "error": "is empty"},
    ]
    table = ocelli.dask._table_of(records, "detect")
    assert list(table["input"]) == ["a", "a", "b", "c"]
    assert list(table["score"].dropna()) == [5.5, 5.5]
    assert list(table["error"].dropna()) == ["is empty"]
    assert (table.dtypes == ocelli.dask._table_of([], "detect").dtypes).all()


def test_tables_of_records_are_dask_dataframes(images: list[str]) -> None:
    with dask.config.set(scheduler="sync"):
        table = ocelli.dask.detect(images[:9], partition_size=4).table().compute()
        assert set(table["input"]) == set(images[:9])
        assert list(table[table["error"].notna()]["input"]) == [images[7]]
        labels = ocelli.dask.classify(images[:3]).table().compute()
        assert list(labels.columns) == ["input", "label", "score", "error"]


def test_rows_of_dask_tables_are_labeled(client: Any, tmp_path: Path) -> None:
    from dask import dataframe

    random = np.random.default_rng(0)
    table = pandas.DataFrame({"size": random.normal(size=90), "color": random.choice(["red", "blue"], 90)})
    table["kind"] = np.where((table["size"] > 0) & (table["color"] == "red"), "a", "b")
    table.loc[5, ["size", "color"]] = None  # a row of gaps
    classifier = ocelli.train_classifier(table, tmp_path / "model.ocelli", label="kind", algorithm="trees", rounds=20).model
    rows = table.drop(columns="kind").set_index(pandas.Index(range(1000, 1090)))
    expected = classifier.classify_table(rows).to_pandas().set_index(rows.index)

    parts = dataframe.from_pandas(rows, npartitions=3)
    parts = dataframe.concat([parts, parts[parts["size"] > 1e9]])  # with partitions of no rows
    labels = ocelli.dask.classify_table(parts, classifier.to_bytes())
    assert list(labels.columns) == list(expected.columns)
    assert all(labels.dtypes == labels.compute().dtypes)
    pandas.testing.assert_frame_equal(labels.compute(), expected, check_dtype=False)
    with pytest.raises(ocelli.UsageError, match="must be a Dask DataFrame"):
        ocelli.dask.classify_table(rows, classifier.to_bytes())


def test_folds_and_candidates_run_on_the_cluster(client: Any) -> None:
    pytest.importorskip("sklearn")
    import joblib
    from sklearn.model_selection import GridSearchCV

    from ocelli.sklearn import BoostedTreesClassifier

    X = np.random.default_rng(0).normal(size=(90, 3))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    search = GridSearchCV(BoostedTreesClassifier(rounds=10), {"leaves": [2, 8]}, cv=3)
    with joblib.parallel_backend("dask"):
        search.fit(X, y)
    assert search.best_params_ == {"leaves": 8}


def test_parquet_needs_an_engine_and_says_which(
    images: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocelli.dask.util, "find_spec", lambda name: None)
    with pytest.raises(ocelli.UsageError, match="python3 -m pip install pyarrow"):
        ocelli.dask.detect(images[:1]).to_parquet(tmp_path / "found")
    assert not (tmp_path / "found").exists()


def test_parquet_files_hold_a_partition_each(
    images: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stand-in for the engine."""
    monkeypatch.setattr(ocelli.dask.util, "find_spec", lambda name: object())
    monkeypatch.setattr(pandas.DataFrame, "to_parquet", lambda table, name, index: table.to_csv(name, index=index))
    with dask.config.set(scheduler="sync"):
        files = ocelli.dask.detect(images[:8], partition_size=3).to_parquet(tmp_path / "found")
    assert [file.name for file in files] == ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    held = [set(pandas.read_csv(file)["input"]) for file in files]
    assert held == [set(images[:3]), set(images[3:6]), set(images[6:8])]


def test_parts_of_another_run_are_not_mixed_with_new_ones(images: list[str], tmp_path: Path) -> None:
    with dask.config.set(scheduler="sync"):
        ocelli.dask.detect(images[:1]).to_json_lines(tmp_path)
        with pytest.raises(ocelli.OutputError, match="parts of another run"):
            ocelli.dask.detect(images[:1]).to_json_lines(tmp_path)


def test_a_part_that_cannot_be_written_is_not_there(tmp_path: Path) -> None:
    def fail(records: list[Any], verb: str, name: str) -> None:
        Path(name).write_text("half a rec")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        ocelli.dask._write_part([{}], [str(tmp_path / "part-00000.jsonl")], "detect", fail)
    assert not (tmp_path / "part-00000.jsonl").exists()
    ocelli.dask._remove_unfinished(tmp_path)
    assert not list(tmp_path.iterdir())


def test_records_are_lines_of_json(images: list[str], tmp_path: Path) -> None:
    with dask.config.set(scheduler="sync"):
        (file,) = ocelli.dask.detect(images[:5]).to_json_lines(tmp_path)
    assert [json.loads(line) for line in lines_of([file])] == expected(images[:5])
