"""Readers: the text of pages."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Unpack

from . import _native
from ._common import (
    BUNDLED_MODELS, Colors, Image, Model, Path, input_list, loaded, name_of, source_of
)
from ._options import ReadFilesOptions, ReadingOptions
from ._signatures import takes
from .errors import UsageError
from .images import Picture, in_bgr, in_one_order, taken_of
from .results import Page, Records


_MOST_PIXELS = 1_000_000_000  # of a coordinate; the compiled part has 32 bits


class Reader:
    """Reads printed pages.

        reader = ocelli.reader()
        print(reader.read("letter.png").text)

    model           a path or the bytes of a model; None: the bundled one
    language_model  whether the language model chooses between similar readings
    language        one of ocelli.languages(), several joined by +, or "auto": of each page the one that explains it best; a path or
                    the bytes of a file that `ocelli train language` made; None: the model's own language
    user_words      a file of words to expect, such as names and products, one per line; None: no file
    code            ISO 639-2, of the model's own language if its file does not name it: Page.to_json writes it

    Immutable: any number of threads may share one. Raises ModelError for what is no such model.
    """

    def __init__(
        self, model: Model | None, language_model: bool = True, language: Model | None = "auto", code: str = "",
        user_words: Path | None = None,
    ) -> None:
        self._source = None if model is None else source_of(model)
        self._language_model = language_model
        self._language = _language_of(language)
        self._code = code
        self._user_words = "" if user_words is None else os.fspath(user_words)
        self._native = loaded(
            _native.Reader, self._source, language_model, self._language, code, os.fspath(BUNDLED_MODELS), self._user_words
        )

    @property
    def native(self) -> _native.Reader:
        """The compiled reader."""
        return self._native

    @property
    def charset(self) -> list[str]:
        """The characters that it reads."""
        return self._native.charset

    @property
    def card(self) -> dict[str, Any]:
        """What trained the model: description, trained_by, data, options, seed, figures, license."""
        return self._native.card

    def __repr__(self) -> str:
        without = "" if self._language_model else ", without its language model"
        return f"<Reader of {len(self.charset)} characters from {name_of(self._source or 'the bundled models')}{without}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._source, self._language_model, self._language, self._code, self._user_words or None)

    @takes("read")
    def read(
        self,
        image: Picture,
        colors: Colors = "bgr",
        zones: Iterable[Sequence[float]] = (),
        **options: Unpack[ReadingOptions],
    ) -> Page:
        """The text of a page.

        image    an array: (h, w) gray or (h, w, 3 or 4) in the order that `colors` names; uint8 or uint16; any strides. Or
                 the path of an image file, or an image of Pillow.
        colors   "bgr" (as cv2 reads images) or "rgb"
        zones    the parts to read, in this order: x, y, w, h in pixels; none: the whole page

        Lines are read in parallel. Raises ImageError for another dtype or shape, InputError for a file that cannot be
        read, UsageError for an unknown option or a character that the model does not know.
        """
        taken = taken_of(image, colors)
        return Page(self._native.read(taken.pixels, taken.colors, options, _zones(zones)), taken.shown, taken.colors)

    @takes("read")
    def read_batch(
        self, images: Iterable[Picture], colors: Colors = "bgr", threads: int = 0, **options: Unpack[ReadingOptions]
    ) -> list[Page]:
        """The same for many pages, in parallel, on at most so many threads; 0: one per core."""
        kept = [taken_of(image, colors) for image in images]
        pages = self._native.read_batch(*in_one_order(kept), options, threads)
        return [Page(page, taken.shown, taken.colors) for page, taken in zip(pages, kept)]

    @takes("read_files")
    def read_files(
        self, inputs: Path | Iterable[Path], threads: int = 0, **options: Unpack[ReadFilesOptions]
    ) -> Records:
        """Reads image files, PDF and TIFF files, folders, lists: whatever the program takes as INPUT."""
        return Records(self._native.records(input_list(inputs), options, threads))


def _zones(zones: Iterable[Sequence[float]]) -> list[tuple[int, int, int, int]]:
    try:
        boxes = [tuple(round(number) for number in zone) for zone in zones]
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"must be a list of boxes x, y, w, h in pixels, got {zones!r}", "zones") from error
    if any(len(box) != 4 or min(box[2:]) <= 0 or any(abs(side) > _MOST_PIXELS for side in box) for box in boxes):
        raise UsageError(f"must be boxes x, y, w, h in pixels, not empty, got {zones!r}", "zones")
    return boxes  # type: ignore[return-value]


def _language_of(language: Model | None) -> str | bytes | None:
    """Names of languages as they are, files as they are pickled."""
    is_name = isinstance(language, str) and ("+" in language or not language.endswith(".ocelli"))
    return language if language is None or is_name else source_of(language)  # type: ignore[return-value]


def write_searchable_pdf(file: Path, pages: Sequence[Page], *, resolution: float | Sequence[float] = 0) -> None:
    """Writes pages as a PDF file: their images, turned upright, with their text invisibly on top.

    pages       as Reader.read() returns them, with their images
    resolution  of the images in dots per inch, one for all or one a page; 0: unknown, then guessed from the size of the
                image and of the letters

    Raises OutputError when the file cannot be written; then it is as it was before.
    """
    images = [_picture(page) for page in pages]
    resolutions = list(resolution) if isinstance(resolution, Sequence) else [float(resolution)] * len(images)
    if len(resolutions) != len(images):
        raise UsageError(f"{len(resolutions)} resolutions for {len(images)} pages", "resolution")
    _native.write_searchable_pdf(file, images, "bgr", [page.native for page in pages], resolutions)


def _picture(page: Page) -> Image:
    """The page's image, gray or BGR."""
    if page.image is None:
        raise UsageError("a page has no image", "pages")
    return in_bgr(page.image, page.colors)
