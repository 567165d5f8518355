"""A plugin of OCRmyPDF 14 that reads pages with Ocelli in the place of Tesseract:

    ocrmypdf --plugin ocelli.ocrmypdf in.pdf out.pdf
"""

import logging
import math
import os
import statistics
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import ocrmypdf
import pluggy
from numpy.typing import NDArray
from ocrmypdf.exceptions import BadArgsError, MissingDependencyError, SubprocessOutputError
from ocrmypdf.pdfinfo.info import PdfInfo
from ocrmypdf.pluginspec import OcrEngine, OrientationConfidence
from PIL import Image

from . import _native, models
from ._text_pdf import write_text_pdf
from .errors import Error
from .reader import Reader
from .results import Page

_TESSERACT = "ocrmypdf.builtin_plugins.tesseract_ocr"
_TESSERACT_TIMEOUT = 180.0
_DEFAULT_LANGUAGE = "eng"
_UNKNOWN_RESOLUTION = 300.0  # dots per inch

log = logging.getLogger(__name__)

_Hook = TypeVar("_Hook", bound=Callable[..., Any])


def hookimpl(function: _Hook) -> _Hook:
    """ocrmypdf.hookimpl, with the type that it has not."""
    marked: _Hook = ocrmypdf.hookimpl(function)
    return marked


@hookimpl
def initialize(plugin_manager: pluggy.PluginManager) -> None:
    """Sets Tesseract aside: without its program, its plugin would stop OCRmyPDF."""
    plugin_manager.set_blocked(_TESSERACT)


@hookimpl
def add_options(parser: ArgumentParser) -> None:
    """Adds --ocelli-model."""
    group = parser.add_argument_group("Ocelli", "Options of the reader")
    group.add_argument(
        "--ocelli-model",
        metavar="FILE",
        help="a model written by `ocelli train reader`, instead of the bundled reader of printed English; "
        "--language is then what it reads",
    )
    # OCRmyPDF itself asks for this option of Tesseract's.
    parser.set_defaults(tesseract_timeout=_TESSERACT_TIMEOUT)


@hookimpl
def check_options(options: Namespace) -> None:
    """Raises BadArgsError for what is no model of a reader, MissingDependencyError for a language without one."""
    if options.pdf_renderer == "auto":
        options.pdf_renderer = "sandwich"
    if options.ocelli_model is not None:
        options.ocelli_model = os.path.abspath(options.ocelli_model)
        options.ocelli_language = None
        _check_model(options.ocelli_model)
        return
    _check_languages(set(options.languages or ()))
    options.ocelli_language = _language_of(options)


def _check_languages(wanted: set[str]) -> None:
    known = models.languages()
    unknown = sorted(wanted - set(known))
    if unknown:
        raise MissingDependencyError(
            f"the bundled readers support {', '.join(known)}, not {', '.join(unknown)}; "
            "use --ocelli-model for another model"
        )


def _language_of(options: Namespace) -> str:
    """All of them, as `ocelli ocr --language` takes them: the default one last, since it is often named beside another."""
    wanted = set(options.languages or ())
    others: list[str] = sorted(wanted - {_DEFAULT_LANGUAGE})
    return "+".join(others + sorted(wanted & {_DEFAULT_LANGUAGE})) or _DEFAULT_LANGUAGE


def _check_model(path: str) -> None:
    try:
        kind = _native.kind_of(path)
    except Error as error:
        raise BadArgsError(f"--ocelli-model: {error}") from error
    if kind != "reader":
        raise BadArgsError(f"--ocelli-model: {path}: contains a model of kind {kind}, expected a reader")


@hookimpl
def validate(pdfinfo: PdfInfo, options: Namespace) -> None:
    """Shares the processors: OCRmyPDF reads pages in parallel, and a page is read in parallel where they are few."""
    options.ocelli_threads = max(1, options.jobs // max(1, len(pdfinfo)))


@hookimpl
def get_ocr_engine() -> OcrEngine:
    """The engine; it has no state."""
    return OcelliEngine()


class OcelliEngine(OcrEngine):
    """Reads page images with the native reader."""

    def __str__(self) -> str:
        return f"Ocelli {self.version()}"

    @staticmethod
    def version() -> str:
        """As of the package."""
        return _native.__version__

    @staticmethod
    def creator_tag(options: Namespace) -> str:
        """What the PDF file's metadata call its creator."""
        return f"Ocelli {_native.__version__}"

    @staticmethod
    def languages(options: Namespace) -> set[str]:
        """Those of the bundled readers; of another model, those that --language says."""
        if options.ocelli_model is None:
            return set(models.languages())
        return set(options.languages) | {_DEFAULT_LANGUAGE}

    @staticmethod
    def get_orientation(input_file: Path, options: Namespace) -> OrientationConfidence:
        """The quarter turns, counter-clockwise in degrees, that make the page upright.

        The confidence is 20 times the mean of the words': OCRmyPDF's limit, 14, asks for a mean of 0.7.
        """
        page = _read(input_file, options)
        if not page.words:
            return OrientationConfidence(angle=0, confidence=0.0)
        mean = statistics.fmean(word.confidence for word in page.words)
        return OrientationConfidence(angle=-page.turn % 360, confidence=20 * mean)

    @staticmethod
    def get_deskew(input_file: Path, options: Namespace) -> float:
        """By how many degrees, counter-clockwise, the page must be turned for level lines.

        The median of the lines', each as often as it has words.
        """
        slopes = [line.slope for line in _read(input_file, options).lines for _ in line.words]
        return math.degrees(math.atan(statistics.median(slopes))) if slopes else 0.0

    @staticmethod
    def generate_hocr(input_file: Path, output_hocr: Path, output_text: Path, options: Namespace) -> None:
        """Writes the content of the page as hOCR and as text."""
        page = _read(input_file, options)
        if page.turn != 0:
            log.warning("the page is not upright, so the text layer will be out of place: use --rotate-pages")
        output_hocr.write_text(page.to_hocr(_resolution(input_file)[0]), encoding="utf-8")
        output_text.write_text(page.text, encoding="utf-8")

    @staticmethod
    def generate_pdf(input_file: Path, output_pdf: Path, output_text: Path, options: Namespace) -> None:
        """Writes the content of the page as a page of invisible text and as text."""
        page = _read(input_file, options)
        write_text_pdf(output_pdf, page, _resolution(input_file))
        output_text.write_text(page.text, encoding="utf-8")


class _Readers:
    """The readers of a process, each loaded once, when its first page comes.

    OCRmyPDF calls the engine from threads or from forked processes; nothing is loaded before the fork, so that no
    process inherits threads that it has not.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: dict[str, Reader] = {}

    def in_file(self, model: str) -> Reader:
        """The reader in a file."""
        return self._once(model, lambda: Reader(model))

    def of_language(self, language: str) -> Reader:
        """The bundled reader of a language."""
        return self._once(language, lambda: models.reader(language))

    def _once(self, name: str, load: Callable[[], Reader]) -> Reader:
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = load()
            return self._loaded[name]


_readers = _Readers()


def _reader_for(options: Namespace) -> Reader:
    if options.ocelli_model is not None:
        return _readers.in_file(options.ocelli_model)
    return _readers.of_language(options.ocelli_language)


def _read(image_file: Path, options: Namespace) -> Page:
    """The content of the page, in pixels of its image.

    Raises SubprocessOutputError, which OCRmyPDF reports as the engine's failure.
    """
    try:
        with Image.open(image_file) as image:
            shrink = math.ceil(math.sqrt(image.width * image.height / _native.MOST_PIXELS))
            if shrink > 1:
                return _read_smaller(image, shrink, options)
        return _read_pixels(_native.read_image(image_file, "gray"), options)
    except (Error, OSError, Image.DecompressionBombError) as error:
        raise SubprocessOutputError(str(error)) from error


def _read_smaller(image: Image.Image, shrink: int, options: Namespace) -> Page:
    log.warning(
        "the page has %d x %d pixels, more than the %d that are read at once: it is read at 1/%d of its size",
        *(image.width, image.height, _native.MOST_PIXELS, shrink),
    )
    page = _read_pixels(np.asarray(image.convert("L").reduce(shrink)), options)
    return Page(page.native.scaled(image.width, image.height))


def _read_pixels(pixels: NDArray[np.uint8], options: Namespace) -> Page:
    return _reader_for(options).read_batch([pixels], threads=options.ocelli_threads)[0]


def _resolution(image_file: Path) -> tuple[float, float]:
    """Horizontal and vertical, in dots per inch."""
    with Image.open(image_file) as image:
        x, y = image.info.get("dpi", (_UNKNOWN_RESOLUTION, _UNKNOWN_RESOLUTION))
    return float(x), float(y)
