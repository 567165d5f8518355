"""What Detector, Classifier and Reader return."""

import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._common import Colors, Image, Path
from ._tables import DETECTION_COLUMNS, LABEL_COLUMNS, LANDMARK_COLUMNS, WORD_COLUMNS, columns_of, csv_text, frame, rows_of
from .errors import UsageError
from .images import Picture, read_image, taken_of

if TYPE_CHECKING:
    import pandas


class Box(NamedTuple):
    """An upright rectangle in pixels of the image: origin at its top left, x to the right, y down."""

    x: float
    y: float
    w: float
    h: float

    @property
    def area(self) -> float:
        """In square pixels."""
        return self.w * self.h

    @property
    def center(self) -> tuple[float, float]:
        """x and y."""
        return self.x + self.w / 2, self.y + self.h / 2

    def __repr__(self) -> str:
        return f"Box(x={self.x:.1f}, y={self.y:.1f}, w={self.w:.1f}, h={self.h:.1f})"


class Pose(NamedTuple):
    """How an object is turned, in degrees: yaw above 0 to the right side of the image, roll above 0 clockwise."""

    yaw: float | None
    """None if the detector does not estimate it."""
    roll: float


@dataclass(frozen=True)
class Explanations:
    """Why rows of a table have their scores: base and contributions of a row sum to its score."""

    columns: list[str]
    labels: list[str]
    """The class that the classifier chooses for each row."""
    classes: list[str]
    """The class whose score is explained, for each row."""
    scores: NDArray[np.float64]
    base: NDArray[np.float64]
    """For each row, the mean score of the background."""
    contributions: NDArray[np.float64]
    """(rows, columns)"""
    mean_sizes: NDArray[np.float64]
    """Of each column, the mean absolute contribution over rows and classes."""

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each row, with label, class, score, base and the contributions."""
        import pandas

        front = pandas.DataFrame({"label": self.labels, "class": self.classes, "score": self.scores, "base": self.base})
        return pandas.concat([front, pandas.DataFrame(self.contributions, columns=self.columns)], axis=1)


@dataclass(frozen=True)
class Detection:
    """A detected object. A larger score means more confident."""

    box: Box
    score: float
    label: str
    probability: float | None = None
    landmarks: tuple[tuple[float, float], ...] | None = None
    """Of a face: x and y of the left eye in the image, the right eye, the nose and both corners of the mouth."""
    pose: Pose | None = None
    track: int | None = None
    """The number that the object keeps through its video, from 1, if objects are followed."""
    seen: bool = True
    """False: the box is an estimate for a frame in which the detector did not find the object."""


def _pose(yaw: float, roll: float) -> Pose:
    return Pose(None if math.isnan(yaw) else yaw, roll)


class _Pictured:
    """A result and the image that it is of.

    image  the array, without a copy: whoever writes into it changes what draw() shows. Of a path, the file in color, read when
           it is asked for. None: not known, as after unpickling.
    """

    def __init__(self, image: Image | Path | None, colors: Colors) -> None:
        self._image = image
        self.colors: Colors = colors

    @property
    def image(self) -> Image | None:
        if isinstance(self._image, (str, os.PathLike)):
            self._image = read_image(self._image, self.colors)
        return self._image

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_image": None}

    def _drawn_on(self, image: Any) -> tuple[Image, Colors]:
        """What to draw on: this image or its own."""
        if image is not None:
            taken = taken_of(image, self.colors, in_color=True)
            return taken.pixels, taken.colors
        if self.image is None:
            raise UsageError("there is no image to draw on; pass one: draw(image)")
        return self.image, self.colors

    def draw(self, image: Picture | None = None) -> NDArray[np.uint8]:
        raise NotImplementedError

    def _repr_png_(self) -> bytes | None:
        return None if self.image is None else _native.encode_png(self.draw(), self.colors)


class Detections(_Pictured, Sequence[Detection]):
    """The objects found in one image, highest score first.

    boxes       (n, 4) float32: x, y, w, h in pixels
    scores      (n,) float32
    probabilities  (n,) float32 if the detector has a verifier, which computes them; else None
    landmarks   (n, 5, 2) float32 if the detector places the landmarks of faces (Detection.landmarks); else None
    poses       (n, 2) float32 if it knows how they are turned: yaw (NaN where unknown) and roll in degrees; else None
    tracks      (n,) int32 numbers of a Tracker, which objects keep; else None
    seen        (n,) bool: False where a Tracker estimates the box; else None
    label       what the detector finds
    image_size  width and height of the image
    image       the array that was searched, without a copy: whoever writes into it changes what draw() shows. Of a path,
                the file in color, read when it is asked for. It is not pickled.
    colors      the order of its colors
    """

    def __init__(
        self,
        boxes: NDArray[np.float32],
        scores: NDArray[np.float32],
        label: str,
        image_size: tuple[int, int],
        image: Image | Path | None = None,
        colors: Colors = "bgr",
        probabilities: NDArray[np.float32] | None = None,
        landmarks: NDArray[np.float32] | None = None,
        poses: NDArray[np.float32] | None = None,
        tracks: NDArray[np.int32] | None = None,
        seen: NDArray[np.bool_] | None = None,
    ) -> None:
        super().__init__(image, colors)
        self.tracks = tracks
        self.seen = seen
        self.landmarks = landmarks
        self.poses = poses
        self.boxes = boxes
        self.scores = scores
        self.probabilities = probabilities
        self.label = label
        self.image_size = image_size

    @classmethod
    def of(cls, arrays: "_native.DetectionArrays", label: str, size: tuple[int, int], image: Image | Path | None, colors: Colors) -> "Detections":
        """From the arrays of the compiled part."""
        boxes, scores, probabilities, landmarks, poses, tracks, seen = arrays
        return cls(boxes, scores, label, size, image, colors, probabilities, landmarks, poses, tracks, seen)

    @property
    def _arrays(self) -> "_native.DetectionArrays":
        return self.boxes, self.scores, self.probabilities, self.landmarks, self.poses, self.tracks, self.seen

    def __len__(self) -> int:
        return len(self.scores)

    @overload
    def __getitem__(self, index: int) -> Detection: ...

    @overload
    def __getitem__(self, index: slice | NDArray[Any]) -> "Detections": ...

    def __getitem__(self, index: int | slice | NDArray[Any]) -> "Detection | Detections":
        """One detection, or those of a slice, a mask or an array of numbers: found[found.scores > 10]."""
        if isinstance(index, (slice, np.ndarray)):
            chosen = tuple(None if values is None else values[index] for values in self._arrays)
            return Detections.of(cast("_native.DetectionArrays", chosen), self.label, self.image_size, self._image, self.colors)
        x, y, w, h = self.boxes[index].tolist()
        probability = None if self.probabilities is None else float(self.probabilities[index])
        places = None if self.landmarks is None else tuple((float(px), float(py)) for px, py in self.landmarks[index])
        pose = None if self.poses is None else _pose(*self.poses[index].tolist())
        track = None if self.tracks is None else int(self.tracks[index])
        seen = self.seen is None or bool(self.seen[index])
        return Detection(Box(x, y, w, h), float(self.scores[index]), self.label, probability, places, pose, track, seen)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, whatever the images are."""
        if not isinstance(other, Detections):
            return NotImplemented
        same_words = (self.label, self.image_size) == (other.label, other.image_size)
        return same_words and np.array_equal(self.to_numpy(), other.to_numpy())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        width, height = self.image_size
        return f"<Detections: {len(self)} x {self.label!r} in {width} x {height} pixels>"

    def to_numpy(self) -> NDArray[np.float32]:
        """A new array (n, 5): x, y, w, h, score."""
        return np.column_stack([self.boxes, self.scores])

    def to_pandas(self) -> "pandas.DataFrame":
        """One row a detection, with the columns x, y, w, h, score, probability, label. Needs pandas.

        Landmarks add the columns lex, ley, rex, rey, nosex, nosey, lmx, lmy, rmx, rmy; poses add yaw and roll; a Tracker's
        have track and seen.
        """
        table = frame((), DETECTION_COLUMNS[3:])
        table[["x", "y", "w", "h", "score"]] = self.to_numpy()
        table["probability"] = np.full(len(self), np.nan, np.float32) if self.probabilities is None else self.probabilities
        table["label"] = self.label
        if self.landmarks is not None:
            table[list(LANDMARK_COLUMNS[:10])] = self.landmarks.reshape(-1, 10)
        if self.poses is not None:
            table[["yaw", "roll"]] = self.poses
        if self.tracks is not None:
            table["track"], table["seen"] = self.tracks, self.seen
        return table

    def to_csv(self, name: str = "") -> str:
        """Rows of CSV for an image of this name, with the numbers of to_json(), below the names of their columns."""
        record = json.loads(self.to_json(name))
        return csv_text(rows_of(record), columns_of([record]))

    def to_json(self, name: str = "") -> str:
        """The line that `ocelli detect` prints for an image of this name, without its end."""
        return _native.detection_json(name, self.image_size, self._arrays, self.label)

    def draw(self, image: Picture | None = None) -> NDArray[np.uint8]:
        """A color copy (h, w, 3) of the image that was searched, or of another one, with boxes and scores.

        Its colors are in the order of the image.
        Raises UsageError without an image, as after unpickling.
        """
        return _native.draw_detections(*self._drawn_on(image), self._arrays, self.label)

    def crop(
        self,
        *,
        align: bool = False,
        size: int | None = None,
        margin: float = 0.2,
        aspect: float | None = None,
        image: Picture | None = None,
    ) -> list[NDArray[np.uint8]]:
        """Each object cut out of the image that was searched, or of another one.

        align   turn it upright. With landmarks, it is a square with the eyes at fixed places: those of ArcFace, which face
                recognition networks expect. Without, or with an aspect, it is turned by its pose.
        size    the longer side, in pixels. None: the pixels of the image, or 112 for squares with landmarks.
        margin  the share of the box that is added on each side
        aspect  width per height: 1 for squares, 35 / 45 for passports. Beyond the image, its last pixels are repeated. None: as
                the box is, and only what lies in the image.

        Gray stays gray. Other colors are in the order of the image.
        Raises UsageError without an image, for `align` without landmarks and poses, and for a number out of range.
        """
        return _native.crop_detections(*self._drawn_on(image), self._arrays, align, size, margin, aspect)


class Classification:
    """The classes of one image or row with their scores.

    scores       (k,) float32, in the order of the classifier's classes
    classes      their names
    temperature  softmax(scores / temperature) are their probabilities; 0: the classifier has none
    """

    __slots__ = ("classes", "scores", "temperature")

    def __init__(self, classes: Sequence[str], scores: NDArray[np.float32], temperature: float = 0) -> None:
        self.classes = classes
        self.scores = scores
        self.temperature = temperature

    @property
    def label(self) -> str:
        """The class with the highest score; the first of several."""
        return self.classes[int(np.argmax(self.scores))]

    @property
    def score(self) -> float:
        """The highest score."""
        return float(np.max(self.scores))

    @property
    def probabilities(self) -> NDArray[np.float64] | None:
        """(k,) those of the classes, which sum to 1; None of a classifier that was not calibrated."""
        if self.temperature == 0:
            return None
        shares = np.exp((self.scores.astype(np.float64) - np.max(self.scores)) / self.temperature)
        return cast(NDArray[np.float64], shares / shares.sum())

    @property
    def probability(self) -> float | None:
        """That of the label."""
        return None if self.probabilities is None else float(np.max(self.probabilities))

    @property
    def margin(self) -> float:
        """The difference between the best score and the second."""
        second, best = np.partition(self.scores, -2)[-2:]
        return float(best - second)

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """All classes with their scores, highest score first, ties in the order of the classes."""
        order = np.argsort(-self.scores, kind="stable")
        return [(self.classes[i], float(self.scores[i])) for i in order]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Classification):
            return NotImplemented
        return list(self.classes) == list(other.classes) and np.array_equal(self.scores, other.scores)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Classification: {self.label!r}, score {self.score:.4g}, margin {self.margin:.4g}>"

    def to_numpy(self) -> NDArray[np.float32]:
        """The scores (k,) in the order of the classifier's classes."""
        return self.scores

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each class, the highest score first: score and probability (NaN where there is none). Needs pandas."""
        import pandas

        order = np.argsort(-self.scores, kind="stable")
        unknown = np.full(len(order), np.nan)
        shares = unknown if self.probabilities is None else self.probabilities[order]
        names = [self.classes[i] for i in order]
        return pandas.DataFrame({"score": self.scores[order], "probability": shares}, index=names)

    def to_csv(self, name: str = "") -> str:
        """A row of CSV for an input of this name, below the names of its columns: the label and the second best."""
        row = {"input": name, "label": self.label, "score": self.score, "probability": self.probability, "top": self.ranking}
        return csv_text(rows_of(row), LABEL_COLUMNS)


@dataclass(frozen=True)
class Glyph:
    """A character, or several set as one, such as "fi"."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True)
class Word:
    """Glyphs without a space in between. The confidence is between 0 and 1, and bold means wider strokes than most words."""

    text: str
    box: Box
    confidence: float
    glyphs: tuple[Glyph, ...]
    bold: bool = False


@dataclass(frozen=True)
class Line:
    """A line of text. On the upright page its baseline is at y = baseline + slope x; lengths are in pixels."""

    text: str
    box: Box
    baseline: float
    slope: float
    x_height: float
    words: tuple[Word, ...]
    language: str = ""
    """ISO 639-2, if it is not that of the page."""

    @property
    def font_height(self) -> float:
        """The size of the font, about twice the height of an x."""
        return 2 * self.x_height


@dataclass(frozen=True)
class Block:
    """Lines that belong together, such as a paragraph or a column."""

    box: Box
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The lines, each ended by a line feed."""
        return "".join(line.text + "\n" for line in self.lines)


@dataclass(frozen=True)
class Cell:
    """A cell of a table, over one or more rows and columns. row and column are from 0, of its top left place."""

    row: int
    column: int
    row_span: int
    column_span: int
    box: Box
    text: str
    confidence: float  # the probability that the text is right; 1 without words
    number: float | None  # the value of a number in the convention of the page


@dataclass(frozen=True)
class Table:
    """A table of a page. Each place is in exactly one cell. The first header_rows rows name the columns."""

    box: Box
    rows: int
    columns: int
    header_rows: int
    cells: tuple[Cell, ...]
    continues: bool = False  # whether it continues the last table of the page before; its heading rows repeat those of that table

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each row below the headings, numbers as numbers. Empty cells are None. Needs pandas.

        Columns have the headings as names, joined by spaces where a column has several, or their numbers where it has none. What
        is in a cell over several places is in each of them.
        """
        import pandas

        places = {
            (row, column): cell
            for cell in self.cells
            for row in range(cell.row, cell.row + cell.row_span)
            for column in range(cell.column, cell.column + cell.column_span)
        }
        names = [_heading([places[row, column] for row in range(self.header_rows)], column) for column in range(self.columns)]
        values = [[_value(places[row, column]) for column in range(self.columns)] for row in range(self.header_rows, self.rows)]
        frame = pandas.DataFrame(values, dtype=object)
        frame = frame.reindex(columns=range(self.columns)).infer_objects()
        frame.columns = pandas.Index(names)
        return frame


def _joined(table: Table, more: Table) -> Table:
    """A table with the rows of one that continues it."""
    rows = more.rows - more.header_rows
    below = table.rows - more.header_rows
    cells = []
    for cell in more.cells:
        last = cell.row + cell.row_span
        if last <= more.header_rows:
            continue
        first = max(cell.row, more.header_rows)
        cells.append(replace(cell, row=first + below, row_span=last - first))
    return replace(table, rows=table.rows + rows, cells=table.cells + tuple(cells))


def _heading(cells: list[Cell], column: int) -> str | int:
    texts = dict.fromkeys(cell.text for cell in cells if cell.text)
    return " ".join(texts) or column


def _value(cell: Cell) -> str | float | None:
    return cell.number if cell.number is not None else cell.text or None


class Page(_Pictured):
    """The text of a page, in reading order. Boxes are in pixels of the image that was read, which is not pickled."""

    def __init__(self, native: _native.Page, image: Image | Path | None = None, colors: Colors = "bgr") -> None:
        super().__init__(image, colors)
        self.native = native

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the image."""
        return self.native.size

    @property
    def turn(self) -> int:
        """The clockwise rotation that makes the image upright, in degrees: 0, 90, 180 or 270."""
        return self.native.turn

    @property
    def text(self) -> str:
        """Lines, each ended by a line feed, with an empty line between blocks."""
        return self.native.text

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks with their lines, words and glyphs."""
        return tuple(_block(block) for block in self.native.blocks())

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all blocks."""
        return tuple(line for block in self.blocks for line in block.lines)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of all lines."""
        return tuple(word for line in self.lines for word in line.words)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables from top to bottom, if the page was read with tables=True. Their words are in the lines, too."""
        return tuple(_table(table) for table in self.native.tables())

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Page: {len(self.words)} words in {len(self.lines)} lines, {width} x {height} pixels>"

    def __str__(self) -> str:
        return self.text

    def to_json(self, name: str = "") -> str:
        """The line that `ocelli ocr --format json` prints for a page of this name, without its end."""
        return self.native.to_json(name)

    def to_tsv(self) -> str:
        """Rows of pages, blocks, paragraphs, lines and words in the columns of Tesseract's TSV, below their names."""
        return self.native.to_tsv()

    def to_hocr(self, resolution: float = 0) -> str:
        """An hOCR document. The resolution is in dots per inch; 0: unknown."""
        return self.native.to_hocr(resolution)

    def to_pandas(self) -> "pandas.DataFrame":
        """One row a word, with the columns block, line, word (numbers from 0), x, y, w, h, confidence, text.

        Needs pandas.
        """
        columns = WORD_COLUMNS[1:]
        return frame((dict(zip(columns, row)) for row in _word_rows(self.blocks)), columns)

    def to_csv(self, name: str = "") -> str:
        """A row of CSV for each word of a page of this name, with the numbers of to_json(), below the names of the columns."""
        return csv_text(rows_of(json.loads(self.to_json(name))), WORD_COLUMNS)

    def draw(self, image: Picture | None = None) -> NDArray[np.uint8]:
        """A color copy (h, w, 3) of the image that was read, or of another one, with frames around lines and words.

        Words are red at confidence 0 and green at 1. The colors are in the order of the image.
        Raises UsageError without an image.
        """
        return _native.draw_page(*self._drawn_on(image), self.native)


class Records(Iterator[dict[str, Any]]):
    """The results of a run over files, one dict an image or page, in the order of the inputs.

    Each is what the program prints as a line of JSON; an input that cannot be read is {"input": ..., "error": ...}.
    Work continues ahead of the reader within bounds. close(), the end of a `with` block or the last reference ends it.
    """

    def __init__(self, native: _native.Records) -> None:
        self._native = native
        self._is_closed = False

    def __next__(self) -> dict[str, Any]:
        if self._is_closed:
            raise StopIteration
        record: dict[str, Any] = json.loads(next(self._native))
        return record

    @property
    def records_json(self) -> Iterator[str]:
        """The same as lines of JSON, byte for byte as the program prints them, without their ends."""
        for line in self._native:
            if self._is_closed:
                return
            yield line

    def to_pandas(self) -> "pandas.DataFrame":
        """The records that are left: a row for each detection or word, one for a label, at least one for each input.

        A column "error" says what could not be read, where there is such a thing. Needs pandas.
        """
        records = list(self)
        return frame((row for record in records for row in rows_of(record)), columns_of(records))

    def tables(self) -> "Iterator[Table]":
        """The tables of the records that are left, if the files were read with tables=True.

        A table that goes on over pages of a file is one, with the box of its first part.
        """
        held: Table | None = None
        for record in self:
            for values in record.get("tables", []):
                table = _table_of_json(values)
                if held is not None and table.continues:
                    held = _joined(held, table)
                    continue
                if held is not None:
                    yield held
                held = table
        if held is not None:
            yield held

    def to_csv(self) -> str:
        """The same as CSV, below the names of the columns."""
        records = list(self)
        return csv_text((row for record in records for row in rows_of(record)), columns_of(records))

    def close(self) -> None:
        """Ends the run: no more records come."""
        self._is_closed = True
        self._native.close()

    def __enter__(self) -> "Records":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _word_rows(blocks: tuple[Block, ...]) -> Iterator[tuple[Any, ...]]:
    for block_number, block in enumerate(blocks):
        for line_number, line in enumerate(block.lines):
            for word_number, word in enumerate(line.words):
                yield block_number, line_number, word_number, *word.box, word.confidence, word.text


def _glyph(values: dict[str, Any]) -> Glyph:
    return Glyph(values["text"], Box(*values["box"]), values["confidence"])


def _word(values: dict[str, Any]) -> Word:
    glyphs = tuple(map(_glyph, values["glyphs"]))
    return Word(values["text"], Box(*values["box"]), values["confidence"], glyphs, values["bold"])


def _line(values: dict[str, Any]) -> Line:
    words = tuple(map(_word, values["words"]))
    fit = values["baseline"], values["slope"], values["x_height"]
    return Line(values["text"], Box(*values["box"]), *fit, words, values["language"])


def _block(values: dict[str, Any]) -> Block:
    return Block(Box(*values["box"]), tuple(map(_line, values["lines"])))


def _cell(values: dict[str, Any]) -> Cell:
    fields: dict[str, Any] = {**values, "box": Box(*values["box"])}
    return Cell(**fields)


def _table(values: dict[str, Any]) -> Table:
    fields: dict[str, Any] = {**values, "box": Box(*values["box"]), "cells": tuple(map(_cell, values["cells"]))}
    return Table(**fields)


def _box_of_json(values: dict[str, Any]) -> Box:
    return Box(values["x"], values["y"], values["w"], values["h"])


def _table_of_json(values: dict[str, Any]) -> Table:
    cells = tuple(
        Cell(cell["row"], cell["column"], cell["row_span"], cell["column_span"], _box_of_json(cell), cell["text"],
             cell["confidence"], cell.get("number"))
        for cell in values["cells"]
    )
    counts = values["rows"], values["columns"], values["header_rows"]
    return Table(_box_of_json(values), *counts, cells, values.get("continues", False))
