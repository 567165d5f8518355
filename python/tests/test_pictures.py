"""Paths, images of Pillow and other objects in the place of arrays; and images written."""

from pathlib import Path
from typing import Any

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from ocelli.images import taken_of
from pictures import digit, in_16_bits, mnist
from places import MANY_FACES, PHOTO, program

pillow: Any = pytest.importorskip("PIL.Image")


@pytest.fixture(scope="module")
def photo() -> Any:
    return pillow.open(PHOTO)


def write(path: Path, image: NDArray[Any]) -> Path:
    pillow.fromarray(image).save(path)
    return path


def test_a_path_is_detected_in_as_the_program_does(faces: ocelli.Detector) -> None:
    (line,) = program("detect", PHOTO)
    for path in (PHOTO, str(PHOTO)):
        found = faces.detect(path)
        assert found.to_json(str(PHOTO)) == line
    assert found.draw().shape == ocelli.read_image(PHOTO).shape
    (batch, other) = faces.detect_batch([PHOTO, MANY_FACES])
    assert batch == found and len(other) >= 4


def test_a_path_is_classified_and_read_as_the_program_does(
    digits: ocelli.Classifier, reader: ocelli.Reader, page: ocelli.Page, page_image: NDArray[np.uint8], tmp_path: Path
) -> None:
    one, sheet = write(tmp_path / "one.png", digit(1)), write(tmp_path / "page.png", page_image)
    assert digits.classify(one) == digits.classify_batch([str(one)])[0] == digits.classify(digit(1))
    assert reader.read(sheet).to_json() == reader.read_batch([sheet])[0].to_json() == page.to_json()
    ocelli.write_searchable_pdf(tmp_path / "page.pdf", [reader.read(sheet)])


def test_a_path_that_leads_nowhere_is_named(faces: ocelli.Detector, digits: ocelli.Classifier) -> None:
    for call in (faces.detect, digits.classify):
        with pytest.raises(ocelli.InputError, match="absent.jpg"):
            call("absent.jpg")


def test_colors_of_pillow_are_not_taken_for_those_of_opencv(
    faces: ocelli.Detector, photo: Any, bgr: NDArray[np.uint8]
) -> None:
    rgb = np.asarray(photo)
    expected = faces.detect(rgb, colors="rgb")
    assert faces.detect(photo) == expected and faces.detect(rgb) != expected
    assert np.array_equal(faces.detect(photo).image, rgb)
    mixed = faces.detect_batch([photo, bgr, photo.convert("L")])
    assert mixed[0] == expected and mixed[1] == faces.detect(bgr)


def gray_of(image: Any) -> NDArray[Any]:
    return taken_of(image, "bgr").pixels


@pytest.mark.parametrize("mode", ["L", "P", "RGB", "CMYK", "YCbCr", "1"])
def test_every_mode_of_pillow_is_an_image(mode: str, photo: Any) -> None:
    pixels = gray_of(photo.convert(mode))
    assert pixels.dtype == np.uint8 and pixels.shape[:2] == (photo.height, photo.width)
    expected = np.asarray(photo.convert(mode).convert("RGB"), np.int32)
    shown = pixels if pixels.ndim == 3 else pixels[..., np.newaxis]
    assert np.array_equal(np.broadcast_to(shown, expected.shape), expected)


def test_transparency_is_laid_over_white() -> None:
    clear, half = (0, 0, 0, 0), (0, 0, 255, 128)
    image = pillow.new("RGBA", (2, 1))
    image.putdata([clear, half])
    assert gray_of(image).tolist() == [[[255, 255, 255], [127, 127, 255]]]
    assert gray_of(image.convert("LA")).tolist()[0][0] == [255, 255, 255]
    palette = pillow.new("P", (2, 1), 0)
    palette.putpalette([10, 20, 30])
    palette.info["transparency"] = 0
    assert gray_of(palette).tolist() == [[[255, 255, 255]] * 2]


def test_16_bits_become_8() -> None:
    levels = in_16_bits(digit(0))
    for image in (levels, pillow.fromarray(levels), pillow.fromarray(levels.astype(np.int32))):
        pixels = gray_of(image)
        assert pixels.dtype == np.uint8 and np.array_equal(pixels, digit(0))
    with pytest.raises(ocelli.ImageError, match="70000"):
        gray_of(pillow.fromarray(np.full((2, 2), 70000, np.int32)))
    with pytest.raises(ocelli.ImageError, match="mode F"):
        gray_of(pillow.fromarray(np.zeros((2, 2), np.float32)))


def test_fewer_bits_in_16_are_stretched_with_a_warning(faces: ocelli.Detector, gray: NDArray[np.uint8]) -> None:
    twelve = gray.astype(np.uint16) * 16
    twelve[0, 0] = 65535
    for image in (twelve, pillow.fromarray(twelve), pillow.fromarray(twelve.astype(np.int32))):
        with pytest.warns(UserWarning, match="they are stretched"):
            assert len(faces.detect(image)) == len(faces.detect(gray)) > 0
    eight = pillow.fromarray(gray.astype(np.int32))
    assert eight.mode == "I" and np.array_equal(gray_of(eight), gray)


def test_pictures_are_turned_as_their_files_are(faces: ocelli.Detector, tmp_path: Path, photo: Any) -> None:
    file = tmp_path / "turned.jpg"
    exif = photo.getexif()
    exif[0x0112] = 6
    photo.convert("L").rotate(90, expand=True).save(file, exif=exif, quality=95)
    opened = pillow.open(file)
    assert gray_of(opened).shape == (photo.height, photo.width)
    assert len(faces.detect(opened)) == len(faces.detect(file)) > 0
    assert faces.detect(opened).boxes.tolist() == faces.detect(file).boxes.tolist()


def test_the_bytes_of_a_file_are_an_image(tmp_path: Path, photo: Any) -> None:
    file = tmp_path / "a.png"
    photo.save(file)
    assert np.array_equal(ocelli.read_image(file.read_bytes()), ocelli.read_image(file))
    with pytest.raises(ocelli.InputError, match="the bytes of the image"):
        ocelli.read_image(b"photo.jpg")


def test_one_channel_is_gray(faces: ocelli.Detector, gray: NDArray[np.uint8]) -> None:
    assert faces.detect(gray[..., np.newaxis]) == faces.detect(gray)
    assert faces.detect_batch([gray[..., np.newaxis]])[0] == faces.detect(gray)


def test_the_order_of_written_images_is_named(tmp_path: Path, gray: NDArray[np.uint8]) -> None:
    write: Any = ocelli.write_image
    with pytest.raises(ocelli.UsageError, match="the name of a file first"):
        write(gray, tmp_path / "a.png")


def test_floats_are_refused_with_what_to_do(faces: ocelli.Detector, gray: NDArray[np.uint8]) -> None:
    wrong: Any = gray / 255
    with pytest.raises(ocelli.ImageError, match=r"255 \* image"):
        faces.detect(wrong)


def test_every_test_digit_of_mnist_can_be_a_digit(digits: ocelli.Classifier) -> None:
    right = digits.classify_batch(list(mnist(10000)))
    assert len(right) == 10000
    for wrong, why in [(np.zeros((28, 28), np.uint8), "blank"), (np.indices((28, 28)).sum(0) % 2 * 255, "pattern")]:
        with pytest.raises(ocelli.ImageError, match=why):
            digits.classify(wrong.astype(np.uint8))


def test_whatever_numpy_makes_an_array_of_is_one(faces: ocelli.Detector, gray: NDArray[np.uint8]) -> None:
    class Tensor:
        def __array__(self, dtype: Any = None) -> NDArray[np.uint8]:
            return gray

    assert faces.detect(Tensor()) == faces.detect(gray)


@pytest.mark.parametrize("name", ["a.png", "a.JPG"])
def test_images_are_written_whole(name: str, bgr: NDArray[np.uint8], tmp_path: Path) -> None:
    for image, colors in ((bgr, "bgr"), (bgr[..., ::-1], "rgb"), (pillow.fromarray(bgr[..., ::-1]), "bgr"), (PHOTO, "bgr")):
        ocelli.write_image(tmp_path / name, image, colors)  # type: ignore[arg-type]
        read = ocelli.read_image(tmp_path / name)
        assert np.abs(read.astype(int) - bgr).mean() < (0.1 if name.endswith("png") else 3)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_images_are_not_written_where_they_cannot_be(gray: NDArray[np.uint8], tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match="png"):
        ocelli.write_image(tmp_path / "a.gif", gray)
    with pytest.raises(ocelli.OutputError, match="absent"):
        ocelli.write_image(tmp_path / "absent" / "a.png", gray)
    with pytest.raises(ocelli.ImageError):
        ocelli.write_image(tmp_path / "a.png", np.zeros((0, 0), np.uint8))
