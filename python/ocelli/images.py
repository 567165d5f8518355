"""Images: of files, of Pillow, of numpy."""

import os
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._common import Colors, Image, Path
from .errors import ImageError, UsageError


class ArrayLike(Protocol):
    """An image of Pillow, or anything else that numpy makes an array of."""

    def __array__(self) -> NDArray[Any]: ...


Picture = Image | Path | ArrayLike
"""An image: an array, the path of a file, an image of Pillow."""

_BYTES = (bytes, bytearray, memoryview)
_MOST_8_BITS, _MOST_16_BITS = 0xFF, 0xFFFF
_EXIF_ORIENTATION = 0x112
_CALLER = 4  # frames up to the code that calls this package


def read_image(file: Path | bytes, colors: str = "bgr") -> NDArray[np.uint8]:
    """The image in a file, or in the bytes of one, upright, in 8 bits.

    (h, w) where colors is "gray", else (h, w, 3) in the order "bgr" or "rgb".

    The format is found by the content: any image that the program reads. Gray comes from the decoder, as in the program; it may
    differ by rounding from gray that is computed from color.
    Raises InputError naming the file when it is truncated, damaged or no image.
    """
    if isinstance(file, _BYTES):
        return _native.decode_image(bytes(file), colors)
    return _native.read_image(file, colors)


def write_image(file: Path, image: Picture, colors: Colors = "bgr") -> None:
    """Writes an image as PNG, or as JPEG where the name ends so. The file appears whole, or not at all.

    image   (h, w) gray or (h, w, 3 or 4) in the order that `colors` names, of 8 or 16 bits (written in 8, what is transparent over white); an image
            of Pillow; a path

    Raises UsageError for another ending, OutputError when the file cannot be written.
    """
    if not isinstance(file, (str, os.PathLike)):
        raise UsageError(f"expected the name of a file first, then the image; the first is of {type(file)}", "write_image")
    taken = taken_of(image, colors, in_color=True)
    _native.write_image(file, taken.pixels, taken.colors)


class Taken(NamedTuple):
    """An image as a model takes it, and what its results are drawn on."""

    pixels: Image
    colors: Colors
    shown: Image | Path


def taken_of(image: Any, colors: Colors, in_color: bool = False, over_white: bool = True) -> Taken:
    """An image for a model.

    A path is decoded as the program does it: to gray, unless the model sees colors; what is transparent is laid over white,
    or has its colors as stored. Pillow's images have their order of colors
    from their mode, and transparency is laid over white. Anything else is passed on, for the compiled part to reject.
    """
    if isinstance(image, np.ndarray):
        return _in_eight_bits(image, colors)
    if isinstance(image, (str, os.PathLike)):
        return Taken(_native.read_image(image, colors if in_color else "gray", over_white), colors, image)
    if _is_of_pillow(image):
        image = _upright(image)
        return _in_eight_bits(_pillow_pixels(image), "rgb")
    return _in_eight_bits(np.asarray(image) if hasattr(image, "__array__") else image, colors)


def _in_eight_bits(pixels: Any, colors: Colors) -> Taken:
    """Whole numbers of 16 bits as the program takes those of a file: stretched where they leave most bits unused."""
    if isinstance(pixels, np.ndarray) and pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[..., 0]
    if isinstance(pixels, np.ndarray) and pixels.dtype == np.uint16:
        pixels, note = _native.eight_bits(pixels)
        if note:
            warnings.warn(note, UserWarning, stacklevel=_CALLER)
    return Taken(pixels, colors, pixels)


def in_one_order(batch: Sequence[Taken]) -> tuple[list[Image], Colors]:
    """The pixels of images, all with their colors in the same order."""
    orders = {taken.colors for taken in batch if _has_colors(taken.pixels)}
    if len(orders) < 2:
        return [taken.pixels for taken in batch], min(orders, default="bgr")
    return [in_bgr(taken.pixels, taken.colors) for taken in batch], "bgr"


def in_bgr(pixels: Image, colors: Colors) -> Image:
    """The same image, gray or BGR."""
    return pixels[..., 2::-1] if colors == "rgb" and _has_colors(pixels) else pixels


def _has_colors(pixels: object) -> bool:
    return isinstance(pixels, np.ndarray) and pixels.ndim == 3


def _is_of_pillow(image: Any) -> bool:
    return all(hasattr(image, name) for name in ("mode", "getbands", "convert", "getexif", "info"))


def _upright(image: Any) -> Any:
    """Turned as its EXIF data say, as files are."""
    if image.getexif().get(_EXIF_ORIENTATION, 1) == 1:
        return image
    from PIL import ImageOps

    return ImageOps.exif_transpose(image)


def _pillow_pixels(image: Any) -> Image:
    mode: str = image.mode
    if mode == "I" or mode.startswith("I;16"):
        return _fewest_bits(np.asarray(image))
    if mode == "F":
        raise ImageError("Pillow's mode F has no fixed range: scale it, then convert('L')")
    if mode in ("LA", "PA", "RGBA", "RGBa") or "transparency" in image.info:
        return _over_white(np.asarray(image.convert("RGBA")))
    if mode == "1":
        image = image.convert("L")
    return cast(Image, np.asarray(image if image.mode in ("L", "RGB") else image.convert("RGB")))


def _fewest_bits(levels: NDArray[Any]) -> Image:
    """Of Pillow's whole numbers, which have 32 bits where the file has 16, or 8."""
    if levels.size and not 0 <= levels.min() <= levels.max() <= _MOST_16_BITS:
        raise ImageError(f"expected levels from 0 to {_MOST_16_BITS}, got {levels.min()} to {levels.max()}")
    is_short = levels.itemsize > 2 and levels.size > 0 and levels.max() <= _MOST_8_BITS
    return levels.astype(np.uint8 if is_short else np.uint16)


def _over_white(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    alpha = rgba[..., 3:].astype(np.uint32)
    over = rgba[..., :3] * alpha + 255 * (255 - alpha)
    return cast(NDArray[np.uint8], ((over + 127) // 255).astype(np.uint8))
