"""Readers: the text of pages."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._common import Colours, Model, Path, input_list, loaded, name_of, source_of
from .errors import UsageError
from .results import Image, Page, Records


class Reader:
    """Reads printed pages.

        reader = ocelli.reader()
        print(reader.read(cv2.imread("letter.png")).text)

    model           a path or the bytes of a model
    language_model  whether the language model chooses between similar readings
    language        a path or the bytes of a file that `ocelli train language` made; None: the model's own language
    code            ISO 639-2, of the model's own language where its file does not name it: Page.to_json has it

    Immutable: any number of threads may share one. Raises ModelError for what is no such model.
    """

    def __init__(
        self, model: Model, language_model: bool = True, language: Model | None = None, code: str = ""
    ) -> None:
        self._source = source_of(model)
        self._language_model = language_model
        self._language = None if language is None else source_of(language)
        self._code = code
        self._native = loaded(_native.Reader, self._source, language_model, self._language, code)

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
        """What trained the model: description, trained_by, data, options, seed, figures, licence."""
        return self._native.card

    def __repr__(self) -> str:
        without = "" if self._language_model else ", without its language model"
        return f"<Reader of {len(self.charset)} characters from {name_of(self._source)}{without}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._source, self._language_model, self._language, self._code)

    def read(self, image: Image, colours: Colours = "bgr", **options: Any) -> Page:
        """The text of a page.

        image    (h, w) grey or (h, w, 3 or 4) in the order that `colours` names; uint8 or uint16; any strides
        colours  "bgr" (as cv2 reads images) or "rgb"
        options  charset (the characters to read, such as "0123456789"), deskew, auto_rotate

        Lines are read in parallel. Raises ImageError for another dtype or shape, UsageError for an unknown option or a
        character that the model does not know.
        """
        return Page(self._native.read(image, colours, options), image, colours)

    def read_batch(
        self, images: Iterable[Image], colours: Colours = "bgr", threads: int = 0, **options: Any
    ) -> list[Page]:
        """The same for many pages, in parallel, on at most so many threads; 0: one per core."""
        kept = list(images)
        pages = self._native.read_batch(kept, colours, options, threads)
        return [Page(page, image, colours) for page, image in zip(pages, kept)]

    def read_files(self, inputs: Path | Iterable[Path], threads: int = 0, **options: Any) -> Records:
        """Reads image files, PDF and TIFF files, folders, lists: whatever the program takes as INPUT.

        options  as of read(), and limits on each input: max_pixels, max_pages, max_seconds, max_megabytes
        """
        return Records(self._native.records(input_list(inputs), options, threads))


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


def _picture(page: Page) -> NDArray[np.uint8] | NDArray[np.uint16]:
    """The page's image, grey or BGR."""
    if page.image is None:
        raise UsageError("a page has no image", "pages")
    is_rgb = page.colours == "rgb" and page.image.ndim == 3
    return page.image[..., 2::-1] if is_rgb else page.image
