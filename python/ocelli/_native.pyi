"""The compiled part of Ocelli. Use the package ocelli, which wraps it; nothing here is stable between versions."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Path = str | os.PathLike[str]
Options = Mapping[str, Any]
Image = NDArray[np.uint8] | NDArray[np.uint16]

__version__: str

class Option:
    """An option of a model or a training: one row of its table."""

    name: str
    argument: str
    help: str
    shape: str
    default: Any
    allowed: str
    unit: str
    words: str
    is_list: bool
    special_words: list[str]

def detect_options() -> list[Option]: ...
def reading_options() -> list[Option]: ...
def detector_training_options() -> list[Option]: ...
def classifier_training_options(algorithm: str) -> list[Option]: ...
def reader_training_options() -> list[Option]: ...
def classifier_algorithms() -> list[str]: ...
def keyword_options(function: str) -> list[Option]:
    """Those that a function takes: detect, track, limits, read, read_files, train_detector, train_classifier, train_reader,
    cross_validate, evaluate_classifier, edit, adapt_reader or train_language."""


def kind_of(model: Path | bytes) -> str:
    """detector, classifier, reader, opencv or language."""

MOST_PIXELS: int  # of an image that is read without limits of its own

def read_image(file: Path, colors: str, over_white: bool = True) -> NDArray[np.uint8]:
    """colors: gray, bgr or rgb. An (h, w) array, or (h, w, 3). Over white: what is transparent, else as stored."""

def decode_image(file: bytes, colors: str, over_white: bool = True) -> NDArray[np.uint8]:
    """The same of the bytes of a file."""

def eight_bits(image: Image) -> tuple[Image, str]:
    """An image of 16 bits in 8, stretched where it leaves most of them unused, and a note that says so; others as they are."""

def write_image(file: Path, image: Image, colors: str) -> None:
    """As PNG or JPEG, by the ending."""

def convert(model: Path | bytes, output: Path) -> None: ...
def edit(model: Path, changes: Options) -> None: ...
def encode_png(image: Image, colors: str) -> bytes: ...

_Floats = NDArray[np.float32]
_Tracks = NDArray[np.int32] | None
_Seen = NDArray[np.bool_] | None
DetectionArrays = tuple[_Floats, _Floats, _Floats | None, _Floats | None, _Floats | None, _Tracks, _Seen]

class Detector:
    def __init__(self, model: Path | bytes, options: Options = ...) -> None: ...
    @property
    def label(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def card(self) -> dict[str, Any]: ...
    @property
    def over_white(self) -> bool:
        """Whether what is transparent is laid over white; else colors are as stored, as OpenCV has them."""
    @property
    def window(self) -> tuple[int, int]:
        """Width and height of the training window, in pixels."""
    def detect(self, image: Image, colors: str) -> DetectionArrays:
        """Boxes (n, 4) as x, y, w, h, scores (n,), highest first; probabilities (n,), landmarks (n, 5, 2) and poses (n, 2) as yaw
        (NaN where unknown), roll where the detector tells them; tracks (n,) and whether each was seen (n,) of a tracker."""
    def detect_batch(self, images: Sequence[Image], colors: str, threads: int) -> list[DetectionArrays]: ...
    def records(self, inputs: Sequence[str], options: Options, threads: int) -> Records: ...

class Tracker:
    def __init__(self, model: Path | bytes, options: Options = ...) -> None: ...
    @property
    def label(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def over_white(self) -> bool: ...
    def follow(self, frame: Image, colors: str) -> DetectionArrays: ...
    def records(self, inputs: Sequence[str], options: Options, threads: int) -> Records: ...

class Classifier:
    def __init__(self, model: Path | bytes, only_digits: bool = ...) -> None: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def shape(self) -> tuple[int, int] | None:
        """Height and width of the images, or None for rows of values."""
    @property
    def inputs(self) -> int: ...
    @property
    def card(self) -> dict[str, Any]: ...
    @property
    def temperature(self) -> float:
        """softmax(scores / temperature) are probabilities; 0: of a model without."""
    @property
    def sees_colors(self) -> bool: ...
    def feature_inputs(self) -> NDArray[np.float64]:
        """How much of the scores depends on each input (inputs,): sums to 1, or is all 0."""
    def scores_of_image(self, image: Image, colors: str) -> NDArray[np.float32]: ...
    def scores(self, samples: NDArray[np.float32], threads: int) -> NDArray[np.float32]:
        """Samples (n, inputs) to scores (n, classes)."""
    def scores_of_images(self, images: Sequence[Image], colors: str, threads: int) -> NDArray[np.float32]: ...
    def scores_of_table(
        self, table: str | bytes, threads: int
    ) -> tuple[NDArray[np.float32], list[str], list[tuple[int, str]]]:
        """Scores (n, classes) of the rows of a file or of a text, notes, and the errors of rows by their places."""
    @property
    def column_names(self) -> list[str]:
        """Of the inputs of a table; empty without a header."""
    def explain(
        self,
        rows: str | bytes | NDArray[np.float32],
        background: str | bytes | NDArray[np.float32] | None,
        of_class: str,
        background_rows: int,
    ) -> dict[str, Any]:
        """The fields of Explanations. Tables are paths or texts, or samples (n, inputs)."""
    def to_bytes(self) -> bytes: ...
    def records(self, inputs: Sequence[str], options: Options, threads: int) -> Records: ...

class Page:
    """What stands on a page. Boxes are (x, y, w, h) in pixels of the image."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
    @property
    def turn(self) -> int: ...
    @property
    def text(self) -> str: ...
    def blocks(self) -> list[dict[str, Any]]:
        """Per block: box, lines; per line: box, baseline, slope, x_height, text, words, language; per word: text, box, confidence,
        glyphs, bold; per glyph: text, box, confidence."""
    def tables(self) -> list[dict[str, Any]]:
        """Per table: box, rows, columns, header_rows, cells; per cell: row, column, row_span, column_span, box, text, confidence,
        number."""
    def scaled(self, width: int, height: int) -> "Page":
        """The page in pixels of its image at another size."""
    def to_json(self, name: str) -> str: ...
    def to_tsv(self) -> str: ...
    def to_hocr(self, resolution: float) -> str:
        """A whole document. resolution in dots per inch; 0: unknown."""

class Reader:
    def __init__(
        self,
        model: Path | bytes | None,
        language_model: bool = ...,
        language: str | bytes | None = ...,
        code: str = ...,
        bundled: str = ...,
        user_words: str = ...,
    ) -> None: ...
    @property
    def charset(self) -> list[str]: ...
    @property
    def card(self) -> dict[str, Any]: ...
    def read(
        self, image: Image, colors: str, options: Options, zones: Sequence[tuple[int, int, int, int]] = ...
    ) -> Page: ...
    def read_batch(self, images: Sequence[Image], colors: str, options: Options, threads: int) -> list[Page]: ...
    def records(self, inputs: Sequence[str], options: Options, threads: int) -> Records: ...

def time_detect(detector: Detector, image: Image, colors: str, repeats: int) -> float:
    """Seconds that so many calls of the C++ detector take, to compare those from Python with."""

class Records(Iterator[str]):
    """Results of a run over files, folders, globs, videos, lists: each as the line of JSON that the program prints, without its end.
    An input that cannot be read is a record with an error."""

    def __next__(self) -> str: ...
    def close(self) -> None: ...

def write_searchable_pdf(
    file: Path, images: Sequence[Image], colors: str, pages: Sequence[Page], resolutions: Sequence[float]
) -> None: ...
def detection_json(name: str, size: tuple[int, int], arrays: DetectionArrays, label: str) -> str: ...
def draw_detections(image: Image, colors: str, arrays: DetectionArrays, label: str) -> NDArray[np.uint8]: ...
def crop_detections(
    image: Image, colors: str, arrays: DetectionArrays, align: bool, size: int | None, margin: float, aspect: float | None
) -> list[NDArray[np.uint8]]: ...
def blur(
    model: Path,
    input: Path,
    output: Path,
    is_bundled: bool,
    options: dict[str, Any],
    progress: Callable[[Any], None] | None,
) -> str: ...
def draw_page(image: Image, colors: str, page: Page) -> NDArray[np.uint8]: ...

class OpenCvCascade:
    """A cascade scanned as cv2.CascadeClassifier.detectMultiScale does."""

    def __init__(self, model: Path | bytes) -> None: ...
    @property
    def has_binary_patterns(self) -> bool: ...
    @property
    def window(self) -> tuple[int, int]: ...
    def detect_multi_scale(
        self,
        image: Image,
        scale_factor: float,
        min_neighbors: int,
        min_size: tuple[int, int],
        max_size: tuple[int, int],
        reject_levels: bool,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
        """Rectangles (n, 4); the number of windows in each (n,), or with reject_levels the stages that they passed; the highest stage sum of its windows (n,). A size of (0, 0): any."""

Observer = Mapping[str, Callable[[Any], None]]
"""Any of: message(str), problem({where, message}), progress({task, done, total, note}), log(dict as a line of JSON)."""

def train_detector(
    positives: Sequence[str],
    negatives: Sequence[str],
    images: Sequence[str],
    output: str,
    from_one: str,
    cascade: str,
    classes: Sequence[str],
    resume: bool,
    options: Options,
    observer: Observer,
) -> None: ...
def train_classifier(
    samples: str, labels: str | None, output: str, algorithm: str, resume: bool, options: Options, observer: Observer
) -> None: ...
def cross_validate(
    samples: str, labels: str | None, algorithm: str, options: Options, observer: Observer
) -> dict[str, Any]:
    """error, deviation, classes, confusion (k, k), folds [(samples, errors)]."""

def train_reader(
    texts: Sequence[str],
    words: Sequence[str],
    fonts: Sequence[str],
    pages: Sequence[str],
    half: str,
    aligner: str,
    output: str,
    resume: bool,
    options: Options,
    observer: Observer,
) -> None: ...
def adapt_reader(
    lines: Sequence[str],
    pages: Sequence[str],
    language: str,
    model: str,
    output: str,
    options: Options,
    observer: Observer,
) -> None: ...
def train_language(
    texts: Sequence[str], words: Sequence[str], code: str, output: str, options: Options, observer: Observer
) -> None: ...
def set_package_folders(models: str, programs: str) -> None: ...
def learn_classifier(
    algorithm: str,
    values: NDArray[np.float32],
    labels: NDArray[np.uint16],
    classes: Sequence[str],
    shape: tuple[int, int] | None,
    sample_weights: NDArray[np.float64] | None,
    options: Options,
    observer: Observer,
) -> Classifier:
    """Learns from samples in memory: values (n, inputs); shape is (height, width) of images, whose values are gray levels 0 to 255."""

def takes_sample_weights(algorithm: str) -> bool: ...
def evaluate_tracks(found: str, truth: str) -> dict[str, Any]:
    """The fields of TrackScores."""

def evaluate_detector(
    detector: Detector, annotations: Path, classes: Sequence[str], progress: Callable[[Any], None] | None
) -> dict[str, Any]:
    """objects, problems [(where, message)], scores (n,), outcomes (n,) uint8 (0 hit, 1 false positive, 2 ignored)."""

def evaluate_classifier(
    classifier: Classifier, samples: str, labels: str | None, options: Options
) -> dict[str, Any]:
    """classes, confusion (k, k), margins (n,), right (n,), misread [(index, true class, label given)], seconds."""

def evaluate_reader(
    reader: Reader, pages: Sequence[str], half: str, ignore_case: bool, fold_marks: bool,
    options: Options,
    progress: Callable[[Any], None] | None
) -> dict[str, Any]:
    """pages, failed, problems, character_error, word_error, words_missed, median_page_error, cpu_seconds_a_page,
    worst [(image, edits, length)]."""
