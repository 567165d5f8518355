"""Image files as arrays."""

import os

import numpy as np
from numpy.typing import NDArray

from . import _native


def read_image(file: str | os.PathLike[str], colours: str = "bgr") -> NDArray[np.uint8]:
    """The image in a file, upright, in 8 bits: (h, w) where colours is "grey", else (h, w, 3) in the order "bgr" or "rgb".

    PNG, JPEG, TIFF, BMP, PNM and WebP, found by the content. Grey comes from the decoder, and is what the program looks at; it may
    differ by rounding from grey that is computed from colour.
    Raises InputError naming the file when it is truncated, damaged or no image.
    """
    return _native.read_image(file, colours)
