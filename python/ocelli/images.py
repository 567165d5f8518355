"""Images: of files, of Pillow, of numpy."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._common import Colors, Image, Path
from .errors import ImageError


class ArrayLike(Protocol):
    """An image of Pillow, or anything else that numpy makes an array of."""

    def __array__(self) -> NDArray[Any]: ...


Picture = Image | Path | ArrayLike
"""An image: an array, the path of a file, an image of Pillow."""

_MOST_16_BITS = 0xFFFF


def read_image(file: Path, colors: str = "bgr") -> NDArray[np.uint8]:
    """The image in a file, upright, in 8 bits: (h, w) where colors is "gray", else (h, w, 3) in the order "bgr" or "rgb".

    PNG, JPEG, TIFF, BMP, PNM and WebP, found by the content. Gray comes from the decoder, and is what the program looks at; it may
    differ by rounding from gray that is computed from color.
    Raises InputError naming the file when it is truncated, damaged or no image.
    """
    return _native.read_image(file, colors)


def write_image(file: Path, image: Picture, colors: Colors = "bgr") -> None:
    """Writes an image as PNG, or as JPEG where the name ends so. The file appears whole, or not at all.

    image   (h, w) gray or (h, w, 3 or 4) in the order that `colors` names, of 8 or 16 bits (written in 8, without alpha); an image
            of Pillow; a path

    Raises UsageError for another ending, OutputError when the file cannot be written.
    """
    taken = taken_of(image, colors, in_color=True)
    _native.write_image(file, taken.pixels, taken.colors)


class Taken(NamedTuple):
    """An image as a model takes it, and what its results are drawn on."""

    pixels: Image
    colors: Colors
    shown: Image | Path


def taken_of(image: Any, colors: Colors, in_color: bool = False) -> Taken:
    """An image for a model.

    A path is decoded as the program does it: to gray, unless the model sees colors. Pillow's images have their order of colors
    from their mode, and transparency is laid over white. What is none of these is passed on, for the compiled part to refuse.
    """
    if isinstance(image, np.ndarray):
        return Taken(image, colors, image)
    if isinstance(image, (str, os.PathLike)):
        return Taken(_native.read_image(image, colors if in_color else "gray"), colors, image)
    if _is_of_pillow(image):
        pixels = _pillow_pixels(image)
        return Taken(pixels, "rgb", pixels)
    pixels = np.asarray(image) if hasattr(image, "__array__") else image
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
    return all(hasattr(image, name) for name in ("mode", "getbands", "convert", "info"))


def _pillow_pixels(image: Any) -> Image:
    mode: str = image.mode
    if mode == "I" or mode.startswith("I;16"):
        return _sixteen_bits(np.asarray(image))
    if mode == "F":
        raise ImageError("Pillow's mode F has no range of its own: scale it, then convert('L')")
    if mode in ("LA", "PA", "RGBA", "RGBa") or "transparency" in image.info:
        return _over_white(np.asarray(image.convert("RGBA")))
    if mode == "1":
        image = image.convert("L")
    return cast(Image, np.asarray(image if image.mode in ("L", "RGB") else image.convert("RGB")))


def _sixteen_bits(levels: NDArray[Any]) -> NDArray[np.uint16]:
    """Of Pillow's whole numbers, which have 32 bits where the file has 16."""
    if levels.size and not 0 <= levels.min() <= levels.max() <= _MOST_16_BITS:
        raise ImageError(f"expected levels of 0 to {_MOST_16_BITS}, not {levels.min()} to {levels.max()}")
    return levels.astype(np.uint16)


def _over_white(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    alpha = rgba[..., 3:].astype(np.uint32)
    over = rgba[..., :3] * alpha + 255 * (255 - alpha)
    return cast(NDArray[np.uint8], ((over + 127) // 255).astype(np.uint8))
