"""Runs models over any number of files on the workers of a Dask cluster:

    client = distributed.Client("tcp://scheduler:8786")
    ocelli.dask.detect(paths).to_json_lines("found/")

Each worker process loads a model once. A partition's records are written to a file of their own, which appears once it
is complete; the partitions of a worker that dies are computed again by another. So each record is written exactly once.
"""

import hashlib
import json
import os
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union, cast

from dask.bag.core import Bag, from_sequence, map_partitions
from dask.delayed import delayed

from . import models
from ._common import Model, source_of
from .classifications import Classifications
from .classifier import Classifier
from .detector import Detector
from .errors import OutputError, UsageError
from .reader import Reader

if TYPE_CHECKING:
    import pandas

Record = dict[str, Any]
Files = Union[Iterable["str | os.PathLike[str]"], Bag, "pandas.DataFrame", "pandas.Series", Any]
"""Paths, or anything else that the program takes as INPUT: a list, a bag, or a column of a table of pandas or Dask."""

_Model = Detector | Classifier | Reader

_PARQUET_ENGINES = ("pyarrow", "fastparquet")


def detect(
    files: Files,
    model: Model | None = None,
    *,
    column: str = "path",
    partition_size: int = 256,
    threads: int = 1,
    limits: Mapping[str, Any] | None = None,
    **options: Any,
) -> "Records":
    """Detects objects in files.

    files           paths: a list or another iterable, a Bag, a Series, or a DataFrame of pandas or Dask
    model           a path that every worker can open, or the bytes of a model, which are sent to each worker once;
                    None: the bundled detector of faces
    column          of a DataFrame, that with the paths
    partition_size  files a task; bags and Dask's tables keep their partitions
    threads         a task's, 0: one per core; workers with one thread a process want 1
    limits          on each file: max_pixels, max_pages, max_seconds, max_megabytes
    options         as of Detector

    Nothing is computed yet. A file that cannot be read gives a record with an error.
    """
    job = _Job("detect", dict(options), dict(limits or {}), threads)
    return Records(_bag_of(files, column, partition_size), job, model)


def classify(
    files: Files,
    model: Model | None = None,
    *,
    column: str = "path",
    partition_size: int = 256,
    threads: int = 1,
    limits: Mapping[str, Any] | None = None,
    top: int = 5,
) -> "Records":
    """Classifies images. Arguments as of detect(); without a model the bundled classifier of digits.

    top  labels to list per image
    """
    job = _Job("classify", {}, {"top": top, **(limits or {})}, threads)
    return Records(_bag_of(files, column, partition_size), job, model)


def classify_table(table: Any, model: Model, *, threads: int = 1) -> Any:
    """Labels the rows of a Dask DataFrame, as Classifier.classify_table() does.

    table    a Dask DataFrame with the model's columns
    model    a path that every worker can open, or the bytes of a model
    threads  a task's, 0: one per core

    Returns a Dask DataFrame with the same partitions and index: label, score, probability, and the probability of each class
    under its name. Nothing is computed yet.
    """
    if not hasattr(table, "map_partitions"):
        raise UsageError("must be a Dask DataFrame; Classifier.classify_table() takes one of pandas", "table")
    source = source_of(model)
    job = _Job("classify", {}, {}, threads)
    meta = _labels_of_rows(table._meta, job, source)
    sent = delayed(source, pure=True) if isinstance(source, bytes) else source
    return table.map_partitions(_labels_of_rows, job=job, model=sent, meta=meta)


def read(
    files: Files,
    model: Model | None = None,
    *,
    column: str = "path",
    partition_size: int = 256,
    threads: int = 1,
    limits: Mapping[str, Any] | None = None,
    language_model: bool = True,
    **options: Any,
) -> "Records":
    """Reads pages. Arguments as of detect(); without a model the bundled reader of printed English.

    options  as of Reader.read(): charset, deskew, auto_rotate
    """
    job = _Job("read", {"language_model": language_model}, {**options, **(limits or {})}, threads)
    return Records(_bag_of(files, column, partition_size), job, model)


class Records:
    """Records that are computed when they are asked for: one dict an image or page, as the program prints them as JSON.

    bag  a dask.bag.Bag of them
    """

    def __init__(self, files: Bag, job: "_Job", model: Model | None) -> None:
        source = None if model is None else source_of(model)
        # Bytes are a node of the graph of their own, not part of each task.
        sent = delayed(source, pure=True) if isinstance(source, bytes) else source
        self._job = job
        self.bag = map_partitions(_records_of, files, job=job, model=sent)

    def compute(self) -> list[Record]:
        """All records, in the order of the files. Raises what the models raise, such as ModelError."""
        found: list[Record] = self.bag.compute()
        return found

    def table(self) -> Any:
        """A Dask DataFrame.

        detect    a row a detection: input, width, height, x, y, w, h, score, label, error. An image without
                  detections, or with an error, is a row without a box.
        classify  a row an image: input, label, score, error
        read      a row a page: input, width, height, text, error
        """
        from dask.dataframe.io.io import from_delayed

        parts = [delayed(_table_of)(part, self._job.verb) for part in self.bag.to_delayed()]
        return from_delayed(parts, meta=_table_of([], self._job.verb), verify_meta=False)

    def to_json_lines(self, folder: "str | os.PathLike[str]") -> list[Path]:
        """Computes and writes the records, a partition a file: part-00000.jsonl, ...

        folder  on a file system that all workers share. It is created if it does not exist.

        Returns the files. Raises OutputError when the folder has such files already.
        """
        return self._write(folder, ".jsonl", _write_json_lines)

    def to_parquet(self, folder: "str | os.PathLike[str]") -> list[Path]:
        """The same with the rows of table() in Parquet files: part-00000.parquet, ...

        Raises UsageError where neither pyarrow nor fastparquet is installed.
        """
        if not any(util.find_spec(engine) for engine in _PARQUET_ENGINES):
            raise UsageError(
                "Parquet needs pyarrow or fastparquet: `python3 -m pip install pyarrow`, here and on the workers; "
                "to_json_lines() needs neither"
            )
        return self._write(folder, ".parquet", _write_parquet)

    def _write(self, folder: "str | os.PathLike[str]", ending: str, write: "_Write") -> list[Path]:
        place = Path(os.path.abspath(folder))
        _claim(place, ending)
        files = [place / f"part-{number:05d}{ending}" for number in range(self.bag.npartitions)]
        names = from_sequence(map(str, files), npartitions=len(files))
        parts = map_partitions(_write_part, self.bag, names, verb=self._job.verb, write=write)
        try:
            parts.compute()
        finally:
            _remove_unfinished(place)
        return files


class _Job(NamedTuple):
    """What a task does: how the model is loaded, and how files are run through it."""

    verb: str
    loading: dict[str, Any]
    running: dict[str, Any]
    threads: int


class _Models:
    """The models of a worker process, each loaded once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: dict[str, _Model] = {}
        self.loads = 0

    def of(self, job: _Job, source: str | bytes | None) -> _Model:
        """The job's model: from a file, which is loaded again once it has changed, from bytes, or bundled."""
        key = repr((job.verb, sorted(job.loading.items()), _identity(source)))
        with self._lock:
            if key not in self._loaded:
                self._loaded[key] = _VERBS[job.verb].load(source, job.loading)
                self.loads += 1
            return self._loaded[key]


_models = _Models()


def _identity(source: str | bytes | None) -> Any:
    if isinstance(source, bytes):
        return hashlib.sha256(source).hexdigest()
    if source is None or not os.path.exists(source):
        return source
    facts = os.stat(source)
    return source, facts.st_mtime_ns, facts.st_size


def _detector(source: str | bytes | None, options: dict[str, Any]) -> Detector:
    return models.face(**options) if source is None else Detector(source, **options)


def _classifier(source: str | bytes | None, options: dict[str, Any]) -> Classifier:
    return models.digits() if source is None else Classifier(source)


def _reader(source: str | bytes | None, options: dict[str, Any]) -> Reader:
    return models.reader(**options) if source is None else Reader(source, **options)


class _Verb(NamedTuple):
    """How its model is loaded, how files are run through it, and the columns of a table of its records."""

    load: Callable[[str | bytes | None, dict[str, Any]], _Model]
    run: Callable[..., Iterable[Record]]
    columns: dict[str, str]


_VERBS = {
    "detect": _Verb(
        _detector,
        Detector.detect_files,
        {
            "input": "object",
            "width": "float64",
            "height": "float64",
            "x": "float64",
            "y": "float64",
            "w": "float64",
            "h": "float64",
            "score": "float64",
            "label": "object",
            "error": "object",
        },
    ),
    "classify": _Verb(
        _classifier,
        Classifier.classify_files,
        {"input": "object", "label": "object", "score": "float64", "error": "object"},
    ),
    "read": _Verb(
        _reader,
        Reader.read_files,
        {"input": "object", "width": "float64", "height": "float64", "text": "object", "error": "object"},
    ),
}


def _records_of(files: Iterable[Any], job: _Job, model: str | bytes | None) -> list[Record]:
    """The records of a partition, on a worker."""
    inputs = [os.fspath(file) for file in files]
    if not inputs:
        return []
    return list(_VERBS[job.verb].run(_models.of(job, model), inputs, job.threads, **job.running))


def _labels_of_rows(rows: "pandas.DataFrame", job: _Job, model: str | bytes) -> "pandas.DataFrame":
    """The labels of a partition, on a worker."""
    classifier = cast(Classifier, _models.of(job, model))
    classes = classifier.classes if classifier._temperature > 0 else []  # those with a column for their probabilities
    found = classifier.classify_table(rows, job.threads) if len(rows) > 0 else Classifications([], classes)
    table = found.to_pandas().set_index(rows.index)
    return table.astype({name: object if name == "label" else float for name in table.columns})


def _bag_of(files: Files, column: str, partition_size: int) -> Bag:
    if isinstance(files, Bag):
        return files
    several: Any = [files] if isinstance(files, (str, os.PathLike)) else files
    if hasattr(several, "columns"):
        if column not in several.columns:
            columns = ", ".join(map(str, several.columns))
            raise UsageError(f"the table has no column '{column}', only {columns}", "column")
        several = several[column]
    if hasattr(several, "to_bag"):
        bag: Bag = several.to_bag()
    else:
        bag = from_sequence(list(several), partition_size=partition_size)
    return bag


_Write = Callable[[list[Record], str, str], None]


def _write_part(records: Iterable[Record], names: Iterable[str], verb: str, write: _Write) -> list[str]:
    """Writes a partition under another name first: its own name is only ever that of a complete file.

    A task that is computed twice, because its worker was lost, puts the same file in the place of the first.
    """
    (name,) = names
    unfinished = os.path.join(os.path.dirname(name), f".{os.path.basename(name)}.{uuid.uuid4().hex}.unfinished")
    write(list(records), verb, unfinished)
    with open(unfinished, "rb") as file:
        os.fsync(file.fileno())
    os.replace(unfinished, name)
    return [name]


def _write_json_lines(records: list[Record], verb: str, name: str) -> None:
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def _write_parquet(records: list[Record], verb: str, name: str) -> None:
    _table_of(records, verb).to_parquet(name, index=False)


def _claim(folder: Path, ending: str) -> None:
    """Creates the folder. Raises OutputError when it contains parts of another run, which would mix with these."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot be created: {error.strerror}", str(folder)) from error
    parts = f"part-*{ending}"
    if any(folder.glob(parts)):
        raise OutputError(f"contains parts of another run ({parts}); remove them, or use another folder", str(folder))


def _remove_unfinished(folder: Path) -> None:
    """What workers left that were lost while they wrote."""
    for file in folder.glob(".part-*.unfinished"):
        file.unlink(missing_ok=True)


def _table_of(records: Iterable[Record], verb: str) -> "pandas.DataFrame":
    import pandas

    columns = _VERBS[verb].columns
    rows = [row for record in records for row in _rows_of(record)]
    return pandas.DataFrame(rows, columns=list(columns)).astype(columns)


def _rows_of(record: Record) -> Iterator[Record]:
    found = record.get("detections")
    if not found:
        yield record
        return
    for detection in found:
        yield {**record, **detection}


__all__ = ["Records", "classify", "detect", "read"]
