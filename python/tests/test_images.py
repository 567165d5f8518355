"""Arrays as images: layouts in memory, colors, types; and what models are loaded from."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from pictures import digit, in_16_bits
from places import MODELS


# Layouts


def in_memory_with_gaps(image: NDArray[Any]) -> NDArray[Any]:
    larger: NDArray[Any] = np.full((image.shape[0] * 2, image.shape[1] * 3, *image.shape[2:]), 77, image.dtype)
    larger[::2, ::3] = image
    return larger[::2, ::3]


def with_channels_apart(image: NDArray[Any]) -> NDArray[Any]:
    if image.ndim == 2:
        return image
    planes = np.ascontiguousarray(image.transpose(2, 0, 1))
    return planes.transpose(1, 2, 0)


def sent_by_another_process(image: NDArray[Any]) -> NDArray[Any]:
    received: NDArray[Any] = pickle.loads(pickle.dumps(image))
    return received


LAYOUTS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "Fortran order": np.asfortranarray,
    "part of a larger array": lambda image: np.pad(image, [(3, 5), (7, 2)] + [(0, 0)] * (image.ndim - 2))[3:-5, 7:-2],
    "gaps between pixels": in_memory_with_gaps,
    "rows upwards": lambda image: np.ascontiguousarray(image[::-1])[::-1],
    "columns leftwards": lambda image: np.ascontiguousarray(image[:, ::-1])[:, ::-1],
    "transposed": lambda image: np.ascontiguousarray(image.swapaxes(0, 1)).swapaxes(0, 1),
    "channels apart": with_channels_apart,
    "sent by another process": sent_by_another_process,
    "not writable": lambda image: np.frombuffer(image.tobytes(), image.dtype).reshape(image.shape),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_the_layout_in_memory_does_not_matter(
    layout: Callable[[NDArray[Any]], NDArray[Any]], faces: ocelli.Detector, gray: NDArray[Any], bgr: NDArray[Any]
) -> None:
    for image in (gray, bgr):
        laid_out = layout(image)
        assert np.array_equal(laid_out, image)
        assert faces.detect(laid_out) == faces.detect(image)
        assert len(faces.detect(laid_out)) == 1


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_classifiers_and_readers_take_every_layout_too(
    layout: Callable[[NDArray[Any]], NDArray[Any]],
    digits: ocelli.Classifier,
    reader: ocelli.Reader,
    page: ocelli.Page,
    page_image: NDArray[np.uint8],
) -> None:
    assert digits.classify(layout(digit(0))) == digits.classify(digit(0))
    assert reader.read(layout(page_image)).to_json() == page.to_json()


def test_a_row_or_column_of_pixels_is_an_image(faces: ocelli.Detector) -> None:
    digits = ocelli.Classifier(ocelli.model_path("digits.ocelli"))
    for shape in [(1, 1), (1, 50), (50, 1), (1, 50, 3), (50, 1, 4)]:
        assert len(faces.detect(np.zeros(shape, np.uint8))) == 0
        assert digits.classify(np.zeros(shape, np.uint8)).label in digits.classes


# Colors and types


def gray_of(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    cv2 = pytest.importorskip("cv2")
    image: NDArray[np.uint8] = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    return image


def test_colors_are_made_gray_in_the_order_that_is_told(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    expected = faces.detect(gray_of(bgr))
    rgb = bgr[..., ::-1]
    assert faces.detect(bgr) == expected
    assert faces.detect(bgr, colors="bgr") == expected
    assert faces.detect(rgb, colors="rgb") == expected
    assert faces.detect(rgb) != expected


def test_what_is_transparent_is_laid_over_white(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    opaque, clear = np.full((*bgr.shape[:2], 1), 255, np.uint8), np.zeros((*bgr.shape[:2], 1), np.uint8)
    expected = faces.detect(bgr)
    assert faces.detect(np.dstack([bgr, opaque])) == expected
    assert faces.detect(np.dstack([bgr[..., ::-1], opaque]), colors="rgb") == expected
    assert len(expected) > 0 and len(faces.detect(np.dstack([bgr, clear]))) == 0


def test_16_bits_mean_the_same_as_8(faces: ocelli.Detector, gray: NDArray[Any], bgr: NDArray[Any]) -> None:
    assert faces.detect(in_16_bits(gray)) == faces.detect(gray)
    assert len(faces.detect(in_16_bits(bgr))) == 1


WRONG = [
    (np.zeros((30, 40), np.float32), r"float32 \(30, 40\)"),
    (np.zeros((30, 40), np.int64), "int64"),
    (np.zeros((30, 40), bool), "bool"),
    (np.zeros((30, 40), ">u2"), ">u2"),
    (np.zeros((30, 40, 2), np.uint8), r"\(30, 40, 2\)"),
    (np.zeros((2, 30, 40, 3), np.uint8), r"\(2, 30, 40, 3\)"),
    (np.zeros((), np.uint8), r"\(\)"),
    ([[1, 2], [3, 4]], "list"),
    (None, "NoneType"),
    (b"photo.jpg", "bytes"),
]


@pytest.mark.parametrize("image, came", WRONG, ids=[came for _, came in WRONG])
def test_other_arrays_are_refused_saying_what_is_expected_and_what_came(
    image: Any, came: str, faces: ocelli.Detector, reader: ocelli.Reader, digits: ocelli.Classifier
) -> None:
    calls: list[Callable[[Any], Any]] = [faces.detect, reader.read, lambda array: faces.detect_batch([array])]
    for call in calls:
        with pytest.raises(ocelli.ImageError, match=f"expected uint8 or uint16.*{came}") as caught:
            call(image)
        assert caught.value.kind == "image"
    if not isinstance(image, list):
        with pytest.raises(ocelli.ImageError, match="expected uint8 or uint16"):
            digits.classify(image)


def test_other_colors_are_refused(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    with pytest.raises(ocelli.UsageError, match="bgr or rgb.*hsv"):
        faces.detect(bgr, colors="hsv")  # type: ignore[arg-type]


def test_an_image_without_pixels_contains_nothing(faces: ocelli.Detector) -> None:
    assert len(faces.detect(np.zeros((0, 0), np.uint8))) == 0


# Models and options


def test_a_model_is_a_path_or_bytes(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    file = MODELS / "face.ocelli"
    models: list[Any] = [file, str(file), file.read_bytes(), bytearray(file.read_bytes())]
    for model in models:
        assert ocelli.Detector(model).detect(bgr) == faces.detect(bgr)


def test_opencv_cascades_are_detectors(bgr: NDArray[np.uint8]) -> None:
    file = MODELS / "face-opencv.xml"
    found = ocelli.Detector(file).detect(bgr)
    assert len(found) == 1
    assert np.array_equal(ocelli.Detector(file.read_bytes()).detect(bgr).boxes, found.boxes)


@pytest.mark.parametrize("kind", [ocelli.Detector, ocelli.Classifier, ocelli.Reader])
def test_what_is_no_such_model_is_refused(kind: Any, tmp_path: Path) -> None:
    (tmp_path / "text.ocelli").write_text("not a model")
    others = {"face": ocelli.Detector, "digits": ocelli.Classifier, "latin": ocelli.Reader}
    wrong = [tmp_path / "text.ocelli", tmp_path / "absent.ocelli", b"", b"bytes"]
    wrong += [MODELS / f"{name}.ocelli" for name, reads in others.items() if reads is not kind]
    for model in wrong:
        with pytest.raises(ocelli.Error) as caught:
            kind(model)
        assert caught.value.kind in ("model", "input")
        if isinstance(model, Path):
            assert model.name in str(caught.value)


def test_options_are_keyword_arguments(bgr: NDArray[np.uint8]) -> None:
    detector = ocelli.Detector(MODELS / "face.ocelli", min_neighbors=1, scale_step=1.2, min_score=0)
    assert detector.options["min_neighbors"] == detector.options["min_neighbors"] == 1
    assert detector.options["scale_step"] == 1.2
    assert len(detector.detect(bgr)) > len(ocelli.face().detect(bgr))


@pytest.mark.parametrize("options, told", [({"min_neighbor": 3}, "min_neighbors"), ({"scale_step": 0.5}, "1.01")])
def test_wrong_options_are_refused_saying_which_there_are(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ocelli.UsageError, match=told) as caught:
        ocelli.Detector(MODELS / "face.ocelli", **options)
    assert next(iter(options)) in str(caught.value)


def test_models_describe_themselves(
    faces: ocelli.Detector, digits: ocelli.Classifier, reader: ocelli.Reader
) -> None:
    assert faces.label == "face" and min(faces.window) >= 10
    assert digits.classes == list("0123456789")
    assert digits.shape == (28, 28) and digits.inputs == 784
    assert set("aZ09") <= set(reader.charset)
    for card in (faces.card, digits.card, reader.card):
        assert card["description"] and card["data"]
    assert repr(faces).startswith("<Detector of 'face' from face.ocelli")
    assert repr(digits).startswith("<Classifier of 28 x 28 images into 10 classes from digits")
    assert repr(reader).startswith("<Reader of ")
    assert "min_neighbors=5" in repr(ocelli.face(min_neighbors=5))
