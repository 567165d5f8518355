"""A plugin of OCRmyPDF 14 to 17 that reads pages with Ocelli in the place of Tesseract:

    ocrmypdf --plugin ocelli.ocrmypdf in.pdf out.pdf

Since version 17, OCRmyPDF has --ocr-engine, and its options refuse attributes that it does not know.
"""

import importlib
import inspect
import logging
import math
import os
import shutil
import statistics
import threading
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import ocrmypdf
import pluggy
from numpy.typing import NDArray
from ocrmypdf import pluginspec
from ocrmypdf.exceptions import BadArgsError, MissingDependencyError, SubprocessOutputError
from ocrmypdf.pdfinfo.info import PdfInfo
from ocrmypdf.pluginspec import OcrEngine, OrientationConfidence
from PIL import Image

from . import _native, models
from ._text_pdf import write_text_pdf
from .errors import Error
from .reader import Reader
from .results import Page

_ENGINE = "ocelli"
_TESSERACT = "ocrmypdf.builtin_plugins.tesseract_ocr"
_TESSERACT_TIMEOUT = 180.0
_DEFAULT_LANGUAGE = "eng"
_UNKNOWN_RESOLUTION = 300.0  # dots per inch
# Since version 17, the options choose among the engines of all plugins.
_ENGINES_ARE_CHOSEN = "options" in inspect.signature(pluginspec.get_ocr_engine).parameters

log = logging.getLogger(__name__)

_Hook = TypeVar("_Hook", bound=Callable[..., Any])
# An argparse.Namespace; since version 17 a model that takes other attributes in a dictionary, extra_attrs, alone.
Options = Any


def hookimpl(function: _Hook) -> _Hook:
    """ocrmypdf.hookimpl, with the type that it has not, also for the hooks of later versions."""
    marked: _Hook = ocrmypdf.hookimpl(optionalhook=True)(function)
    return marked


@hookimpl
def initialize(plugin_manager: pluggy.PluginManager) -> None:
    """Sets Tesseract aside: without its program, its plugin would stop OCRmyPDF."""
    if not _can_choose_tesseract():
        plugin_manager.set_blocked(_TESSERACT)


def _can_choose_tesseract() -> bool:
    return _ENGINES_ARE_CHOSEN and shutil.which("tesseract") is not None


def _tesseract_options() -> Any:
    """The options of Tesseract, which OCRmyPDF 17 asks for even if its plugin is set aside; None: no need."""
    if _can_choose_tesseract():
        return None
    return getattr(importlib.import_module(_TESSERACT), "TesseractOptions", None)


@hookimpl
def register_options() -> dict[str, Any]:
    """The options of Tesseract, in the place of its plugin."""
    options = _tesseract_options()
    return {} if options is None else {"tesseract": options}


@hookimpl
def add_options(parser: ArgumentParser) -> None:
    """Adds --ocelli-model, and this engine to --ocr-engine."""
    group = parser.add_argument_group("Ocelli", "Options of the reader")
    group.add_argument(
        "--ocelli-model",
        metavar="FILE",
        help="a model written by `ocelli train reader`, instead of the bundled reader of printed English; "
        "--language is then what it reads",
    )
    if not _ENGINES_ARE_CHOSEN:
        # OCRmyPDF itself asks for this option of Tesseract's.
        parser.set_defaults(tesseract_timeout=_TESSERACT_TIMEOUT)
        return
    for action in parser._actions:
        if action.dest == "ocr_engine" and action.choices is not None:
            action.choices = [*action.choices, _ENGINE]
    if (options := _tesseract_options()) is not None:
        options.add_arguments_to_parser(parser)


def _engine_of(options: Options) -> str:
    return getattr(options, "ocr_engine", "auto")


def _is_chosen(options: Options) -> bool:
    """Whether pages are read by this engine. "auto" is this one, as its plugin was named."""
    return options is None or _engine_of(options) in ("auto", _ENGINE)


def _keep(options: Options, name: str, value: object) -> None:
    """Adds an attribute to the options, for all processes."""
    if hasattr(options, "extra_attrs"):
        options.extra_attrs[name] = value
    else:
        setattr(options, name, value)


@hookimpl
def check_options(options: Options) -> None:
    """Raises BadArgsError for what is no model of a reader, MissingDependencyError for a language without one."""
    if _engine_of(options) == "tesseract" and not _can_choose_tesseract():
        raise MissingDependencyError("--ocr-engine tesseract: the program tesseract is not installed")
    if not _is_chosen(options):
        return
    if options.pdf_renderer == "auto":
        options.pdf_renderer = "sandwich"
    model = _model_of(options)
    if model is None:
        _check_languages(set(options.languages or ()))
        return
    _check_model(model)
    _keep(options, "ocelli_model", os.path.abspath(model))


def _model_of(options: Options) -> str | None:
    """The file that --ocelli-model names."""
    model: str | None = getattr(options, "ocelli_model", None)
    return model


def _check_languages(wanted: set[str]) -> None:
    known = models.languages()
    unknown = sorted(wanted - set(known))
    if unknown:
        raise MissingDependencyError(
            f"the bundled readers support {', '.join(known)}, not {', '.join(unknown)}; "
            "use --ocelli-model for another model"
        )


def _language_of(options: Options) -> str:
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
def validate(pdfinfo: PdfInfo, options: Options) -> None:
    """Shares the processors: OCRmyPDF reads pages in parallel, and a page is read in parallel where they are few."""
    jobs = options.jobs or os.cpu_count() or 1
    _keep(options, "ocelli_threads", max(1, jobs // max(1, len(pdfinfo))))


@hookimpl
def filter_ocr_image(page: Any, image: Image.Image) -> Image.Image | None:
    """The image as it is: worker processes load Tesseract's plugin again, which makes large images smaller."""
    return image if _is_chosen(page.options) else None


if _ENGINES_ARE_CHOSEN:

    @hookimpl
    def get_ocr_engine(options: Options) -> OcrEngine | None:
        """The engine, which has no state; None if the options choose another one."""
        return OcelliEngine() if _is_chosen(options) else None

else:

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
    def creator_tag(options: Options) -> str:
        """What the PDF file's metadata call its creator."""
        return f"Ocelli {_native.__version__}"

    @staticmethod
    def languages(options: Options) -> set[str]:
        """Those of the bundled readers; of another model, those that --language says."""
        if _model_of(options) is None:
            return set(models.languages())
        return set(options.languages) | {_DEFAULT_LANGUAGE}

    @staticmethod
    def get_orientation(input_file: Path, options: Options) -> OrientationConfidence:
        """The quarter turns, counter-clockwise in degrees, that make the page upright.

        The confidence is 20 times the mean of the words': OCRmyPDF's limit, 14, asks for a mean of 0.7.
        """
        page = _read(input_file, options)
        if not page.words:
            return OrientationConfidence(angle=0, confidence=0.0)
        mean = statistics.fmean(word.confidence for word in page.words)
        return OrientationConfidence(angle=-page.turn % 360, confidence=20 * mean)

    @staticmethod
    def get_deskew(input_file: Path, options: Options) -> float:
        """By how many degrees, counter-clockwise, the page must be turned for level lines.

        The median of the lines', each as often as it has words.
        """
        slopes = [line.slope for line in _read(input_file, options).lines for _ in line.words]
        return math.degrees(math.atan(statistics.median(slopes))) if slopes else 0.0

    @staticmethod
    def generate_hocr(input_file: Path, output_hocr: Path, output_text: Path, options: Options) -> None:
        """Writes the content of the page as hOCR and as text."""
        page = _read(input_file, options)
        if page.turn != 0:
            log.warning("the page is not upright, so the text layer will be out of place: use --rotate-pages")
        output_hocr.write_text(page.to_hocr(_resolution(input_file)[0]), encoding="utf-8")
        output_text.write_text(page.text, encoding="utf-8")

    @staticmethod
    def generate_pdf(input_file: Path, output_pdf: Path, output_text: Path, options: Options) -> None:
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


def _reader_for(options: Options) -> Reader:
    model = _model_of(options)
    return _readers.of_language(_language_of(options)) if model is None else _readers.in_file(model)


def _read(image_file: Path, options: Options) -> Page:
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


def _read_smaller(image: Image.Image, shrink: int, options: Options) -> Page:
    log.warning(
        "the page has %d x %d pixels, more than the %d that are read at once: it is read at 1/%d of its size",
        *(image.width, image.height, _native.MOST_PIXELS, shrink),
    )
    page = _read_pixels(np.asarray(image.convert("L").reduce(shrink)), options)
    return Page(page.native.scaled(image.width, image.height))


def _read_pixels(pixels: NDArray[np.uint8], options: Options) -> Page:
    return _reader_for(options).read_batch([pixels], threads=getattr(options, "ocelli_threads", 1))[0]


def _resolution(image_file: Path) -> tuple[float, float]:
    """Horizontal and vertical, in dots per inch."""
    with Image.open(image_file) as image:
        x, y = image.info.get("dpi", (_UNKNOWN_RESOLUTION, _UNKNOWN_RESOLUTION))
    return float(x), float(y)
