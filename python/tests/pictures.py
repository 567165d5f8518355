"""Pictures for tests."""

import gzip
import struct

import numpy as np
import pytest
from numpy.typing import NDArray
from places import data


def printed(*lines: str) -> NDArray[np.uint8]:
    """A small printed page."""
    drawing = pytest.importorskip("PIL.ImageDraw")
    picture = pytest.importorskip("PIL.Image").new("L", (900, 120 + 70 * len(lines)), 255)
    font = pytest.importorskip("PIL.ImageFont").truetype("DejaVuSerif.ttf", 40)
    for number, line in enumerate(lines):
        drawing.Draw(picture).text((60, 60 + 70 * number), line, fill=0, font=font)
    return np.array(picture)


def digit(number: int) -> NDArray[np.uint8]:
    """A coarse picture of a 1 in this place."""
    image = np.zeros((28, 28), np.uint8)
    image[5:23, 12 + number % 5 : 15 + number % 5] = 255
    return image


def mnist(count: int) -> NDArray[np.uint8]:
    with gzip.open(data("mnist/t10k-images-idx3-ubyte.gz")) as file:
        _, _, height, width = struct.unpack(">4i", file.read(16))
        return np.frombuffer(file.read(count * height * width), np.uint8).reshape(count, height, width)


def in_16_bits(image: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The same picture with 16 bits a channel."""
    return np.multiply(image, 257, dtype=np.uint16)
