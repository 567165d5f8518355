"""The bundled models and what they find in a picture, for all tests."""

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from pictures import printed
from places import PHOTO


@pytest.fixture(scope="session")
def faces() -> ocelli.Detector:
    return ocelli.face()


@pytest.fixture(scope="session")
def digits() -> ocelli.Classifier:
    return ocelli.digits()


@pytest.fixture(scope="session")
def reader() -> ocelli.Reader:
    return ocelli.reader()


@pytest.fixture(scope="session")
def gray() -> NDArray[np.uint8]:
    return ocelli.read_image(PHOTO, colors="gray")


@pytest.fixture(scope="session")
def bgr() -> NDArray[np.uint8]:
    return ocelli.read_image(PHOTO)


@pytest.fixture(scope="session")
def page_image() -> NDArray[np.uint8]:
    return printed("Ocelli reads printed pages.", "The second line of 1947.")


@pytest.fixture(scope="session")
def found(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> ocelli.Detections:
    return faces.detect(bgr)


@pytest.fixture(scope="session")
def page(reader: ocelli.Reader, page_image: NDArray[np.uint8]) -> ocelli.Page:
    return reader.read(page_image)
