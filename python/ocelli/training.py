"""Training: one call for each kind of model, as `ocelli train` does it.

Each trains from files, writes the model with its card to `output`, and keeps a checkpoint and a log next to it. Ctrl-C raises
KeyboardInterrupt and leaves the checkpoint: the same call with resume=True continues from there to the same model.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, Unpack

from . import _native
from ._common import Path as PathLike
from ._common import input_list
from ._options import (
    AdaptingOptions,
    ClassifierTrainingOptions,
    DetectorTrainingOptions,
    LanguageTrainingOptions,
    ReaderTrainingOptions,
)
from ._signatures import takes
from ._table_text import frame_of_file, is_frame, text_of_frame
from .classifier import Classifier
from .detector import Detector
from .models import model_path
from .reader import Reader

if TYPE_CHECKING:
    import pandas

Event = Mapping[str, Any]

_Model = TypeVar("_Model")


@dataclass(frozen=True)
class Progress:
    """A step of a long computation."""

    task: str
    done: int
    total: int
    note: str


@dataclass(frozen=True)
class Problem:
    """A file or line that was skipped, and why."""

    where: str
    message: str


@dataclass(frozen=True)
class TrainingResult(Generic[_Model]):
    """What a training gave.

    model     ready to run
    path      its file
    log       all events of the training, those before an interruption too
    problems  what was skipped in the data
    """

    model: _Model
    path: Path
    log: list[dict[str, Any]]
    problems: list[Problem]


def progress_function(function: Callable[[Progress], None]) -> Callable[[Any], None]:
    """Calls it with what the compiled part tells."""
    return lambda step: function(Progress(**step))


def _log_function(function: Callable[[Event], None]) -> Callable[[Any], None]:
    return lambda line: function(json.loads(line))


class Watch:
    """What a training tells: kept, and passed on to the caller's functions."""

    def __init__(
        self,
        on_message: Callable[[str], None] | None,
        on_progress: Callable[[Progress], None] | None,
        on_log: Callable[[Event], None] | None,
    ) -> None:
        self.problems: list[Problem] = []
        self.functions: dict[str, Callable[[Any], None]] = {"problem": self._problem}
        if on_message is not None:
            self.functions["message"] = on_message
        if on_progress is not None:
            self.functions["progress"] = progress_function(on_progress)
        if on_log is not None:
            self.functions["log"] = _log_function(on_log)

    def _problem(self, problem: Mapping[str, str]) -> None:
        self.problems.append(Problem(problem["where"], problem["message"]))


def read_log(model: PathLike) -> list[dict[str, Any]]:
    """The events in the log next to a model file, first to last. Raises OSError when there is none."""
    lines = Path(os.fspath(model) + ".log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@takes("train_detector")
def train_detector(
    positives: PathLike | Iterable[PathLike],
    negatives: PathLike | Iterable[PathLike],
    output: PathLike,
    *,
    images: PathLike | Iterable[PathLike] = (),
    from_one: PathLike = "",
    cascade: PathLike = "",
    classes: Iterable[str] = (),
    resume: bool = False,
    on_message: Callable[[str], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_log: Callable[[Event], None] | None = None,
    **options: Unpack[DetectorTrainingOptions],
) -> TrainingResult[Detector]:
    """Trains a detector of an object, as `ocelli train detector`.

    positives  annotation files: images and the boxes of the objects in them
    negatives  folders or lists of images without the object
    output     the model: a .ocelli file, or an .xml file, which is trained for OpenCV
    images     folders to search for photos that are not where the annotations say
    from_one   a picture to synthesize further positives from
    cascade    a detector whose cascade is taken, so that its verifier alone is trained
    classes    the names of the objects to learn; all by default
    options    those of docs/options.md with underscores, such as width=24 or stages=12

    Raises InputError for data that cannot be read, TrainingError for unusable data, UsageError naming an invalid
    option, OutputError where the model cannot be written.
    """
    watch = Watch(on_message, on_progress, on_log)
    path = os.fspath(output)
    _native.train_detector(
        input_list(positives),
        input_list(negatives),
        input_list(images),
        path,
        os.fspath(from_one),
        os.fspath(cascade),
        list(classes),
        resume,
        options,
        watch.functions,
    )
    return TrainingResult(Detector(path), Path(path), read_log(path), watch.problems)


@takes("train_classifier")
def train_classifier(
    samples: Union[PathLike, "pandas.DataFrame"],
    output: PathLike,
    *,
    label: str | None = None,
    labels: PathLike | None = None,
    algorithm: str = "auto",
    resume: bool = False,
    on_message: Callable[[str], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_log: Callable[[Event], None] | None = None,
    **options: Unpack[ClassifierTrainingOptions],
) -> TrainingResult[Classifier]:
    """Trains a classifier of images or of rows of a table, as `ocelli train classifier`. Arrays in memory: see ocelli.sklearn.

    samples    a table (CSV, ARFF, JSON Lines, Parquet, XLSX), a DataFrame, an IDX file, or a folder with a subfolder of images
               for each class
    label      the column of the classes; by default the last one
    labels     the IDX file of labels of an IDX file
    algorithm  one of ocelli.classifier_algorithms(); auto chooses by the samples, as the program does
    options    those of the algorithm with underscores, such as algorithm="trees", rounds=100

    Raises as train_detector(), and UsageError for an option that only other algorithms have, naming them.
    """
    watch = Watch(on_message, on_progress, on_log)
    path = os.fspath(output)
    frame = samples if is_frame(samples) else frame_of_file(os.fspath(samples))
    given: dict[str, Any] = {**options}
    if label is not None:
        given["label_column"] = label
    with TemporaryDirectory() as folder:
        if frame is not None:
            given.setdefault("category_columns", _categories_of(frame, label))
        table = os.fspath(samples) if frame is None else _written(frame, folder, samples)
        _native.train_classifier(
            table, None if labels is None else os.fspath(labels), path, algorithm, resume, given, watch.functions
        )
    return TrainingResult(Classifier(path), Path(path), read_log(path), watch.problems)


def _categories_of(frame: Any, label: str | None) -> str:
    """The columns that pandas holds as categories; those of text are categories anyway."""
    names = [str(name) for name, kind in frame.dtypes.items() if getattr(kind, "name", "") == "category"]
    return ",".join(name for name in names if name not in (label, str(frame.columns[-1])) and "," not in name)


def _written(frame: Any, folder: str, source: Any) -> str:
    """A table in memory as a file, which has the name of its source in the model's card."""
    name = "table" if is_frame(source) else Path(os.fspath(source)).stem
    file = Path(folder) / f"{name}.csv"
    file.write_bytes(text_of_frame(frame))
    return str(file)


@takes("train_reader")
def train_reader(
    texts: PathLike | Iterable[PathLike],
    output: PathLike,
    *,
    words: PathLike | Iterable[PathLike] = (),
    fonts: PathLike | Iterable[PathLike] = (),
    pages: PathLike | Iterable[PathLike] = (),
    half: str = "all",
    aligner: PathLike | None = None,
    resume: bool = False,
    on_message: Callable[[str], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_log: Callable[[Event], None] | None = None,
    **options: Unpack[ReaderTrainingOptions],
) -> TrainingResult[Reader]:
    """Trains a reader of printed text, as `ocelli train reader`.

    texts    files or folders of natural text in the language to read
    words    files of further words, one a line
    fonts    folders of fonts; by default those of the system
    pages    folders of pages NAME.png with their text NAME.gt.txt, to learn from as well; `half` of them: all, even or odd
    aligner  the model that finds the glyphs on these pages; by default the bundled one

    Raises as train_detector().
    """
    watch = Watch(on_message, on_progress, on_log)
    path = os.fspath(output)
    _native.train_reader(
        input_list(texts),
        input_list(words),
        input_list(fonts),
        input_list(pages),
        half,
        os.fspath(aligner if aligner is not None else model_path("latin.ocelli")),
        path,
        resume,
        options,
        watch.functions,
    )
    return TrainingResult(Reader(path), Path(path), read_log(path), watch.problems)


@takes("adapt_reader")
def adapt_reader(
    output: PathLike,
    *,
    lines: PathLike | Iterable[PathLike] = (),
    pages: PathLike | Iterable[PathLike] = (),
    language: str = "",
    model: PathLike = "",
    on_message: Callable[[str], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_log: Callable[[Event], None] | None = None,
    **options: Unpack[AdaptingOptions],
) -> Reader:
    """Adapts a reader to your own type, as `ocelli train reader --add-lines` and `--add-pages`.

    lines     folders of lines or pages NAME.png with their text NAME.gt.txt
    pages     images or PDF files without known text; lines that are read surely are learned as they were read
    language  of the pages, by its code; by default the model's own
    model     the reader to adapt; by default the bundled one

    Raises as train_detector().
    """
    watch = Watch(on_message, on_progress, on_log)
    path = os.fspath(output)
    _native.adapt_reader(
        input_list(lines), input_list(pages), language, os.fspath(model), path, options, watch.functions
    )
    return Reader(path)


@takes("train_language")
def train_language(
    texts: PathLike | Iterable[PathLike],
    output: PathLike,
    *,
    code: str,
    words: PathLike | Iterable[PathLike] = (),
    on_message: Callable[[str], None] | None = None,
    **options: Unpack[LanguageTrainingOptions],
) -> Path:
    """Learns a language for a reader of its script, as `ocelli train language`: reader(language=output) reads in it.

    texts  files or folders of natural text
    code   of the language, two or three letters (ISO 639)
    words  files of further words, one a line

    Raises as train_detector().
    """
    watch = Watch(on_message, None, None)
    path = os.fspath(output)
    _native.train_language(input_list(texts), input_list(words), code, path, options, watch.functions)
    return Path(path)
