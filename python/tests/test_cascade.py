"""CascadeClassifier against cv2's own."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import ocelli
import pytest
from places import MANY_FACES, MODELS, PHOTO, PICTURES, data, program

OPENCV = Path("/usr/share/opencv4")
ALT2 = OPENCV / "haarcascades" / "haarcascade_frontalface_alt2.xml"
CASCADES = [
    ALT2,
    OPENCV / "haarcascades" / "haarcascade_frontalface_default.xml",
    OPENCV / "lbpcascades" / "lbpcascade_frontalface_improved.xml",
]
SEVERAL = [PHOTO, PICTURES / "eyes-found.jpg", MANY_FACES]

needs_cascades = pytest.mark.skipif(not ALT2.exists(), reason="*** SKIPPED: opencv-data is not installed ***")
each_cascade = pytest.mark.parametrize("xml", CASCADES, ids=[path.stem for path in CASCADES])


def photo(flags: int = cv2.IMREAD_GRAYSCALE) -> Any:
    image: Any = cv2.imread(str(PHOTO), flags)
    assert image is not None
    return image


def both(xml: Path) -> tuple[Any, ocelli.CascadeClassifier]:
    return cv2.CascadeClassifier(str(xml)), ocelli.CascadeClassifier(str(xml))


def rows(rectangles: Any, *more: Any) -> list[tuple[float, ...]]:
    """Sorted, because cv2 returns windows in the order in which its threads end."""
    if len(rectangles) == 0:
        return []
    columns = [np.asarray(column, np.float64).reshape(len(rectangles), -1) for column in (rectangles, *more)]
    return sorted(map(tuple, np.hstack(columns).tolist()))


def assert_same(theirs: Any, ours: Any) -> None:
    """The same types, shapes and numbers."""
    for their, our in zip(theirs, ours):
        assert type(our) is type(their)
        assert getattr(our, "dtype", None) == getattr(their, "dtype", None)
    assert rows(*ours) == rows(*theirs)


@needs_cascades
@each_cascade
def test_finds_the_same_rectangles_in_pictures_of_the_repository(xml: Path) -> None:
    theirs, ours = both(xml)
    found = 0
    for file in SEVERAL:
        for flags in (cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR):
            image = cv2.imread(str(file), flags)
            assert_same([theirs.detectMultiScale(image)], [ours.detectMultiScale(image)])
            found += len(ours.detectMultiScale(image))
    assert found > 0


@needs_cascades
def test_a_converted_cascade_is_the_same(tmp_path: Path) -> None:
    model = tmp_path / "lbp.ocelli"
    program("convert", CASCADES[2], "-o", model)
    xml, converted = ocelli.CascadeClassifier(CASCADES[2]), ocelli.CascadeClassifier(model)
    assert converted.getFeatureType() == xml.getFeatureType() == 1
    assert rows(converted.detectMultiScale(photo())) == rows(xml.detectMultiScale(photo()))


@needs_cascades
@each_cascade
@pytest.mark.parametrize("neighbors", [3, 0])
def test_finds_the_same_rectangles_in_old_photos(xml: Path, neighbors: int) -> None:
    theirs, ours = both(xml)
    for file in sorted(data("faces/test/cmu_mit").iterdir())[::13]:
        image = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        assert_same([theirs.detectMultiScale(image, 1.1, neighbors)], [ours.detectMultiScale(image, 1.1, neighbors)])


@needs_cascades
@each_cascade
@pytest.mark.parametrize(
    "options",
    [
        {"minNeighbors": 0},
        {"minNeighbors": -1},
        {"minNeighbors": 1},
        {"minNeighbors": 8},
        {"scaleFactor": 1.3},
        {"scaleFactor": 2},
        {"scaleFactor": 1.05, "minNeighbors": 2},
        {"flags": cv2.CASCADE_SCALE_IMAGE | cv2.CASCADE_FIND_BIGGEST_OBJECT},
        {"minSize": (100, 100)},
        {"minSize": [100, 100]},
        {"minSize": (60, 100), "minNeighbors": 0},
        {"maxSize": (150, 150), "minNeighbors": 1},
        {"maxSize": (150, 400), "minNeighbors": 0},
        {"minSize": (120, 120), "maxSize": (160, 160)},
        {"minSize": (148, 148), "maxSize": (148, 148), "minNeighbors": 0},
        {"minSize": (150, 150), "maxSize": (150, 150), "minNeighbors": 0},
        {"minSize": (60, 60), "maxSize": (20, 20), "minNeighbors": 0},
        {"minSize": (1000, 1000), "minNeighbors": 0},
        {"maxSize": (10, 10), "minNeighbors": 0},
        {"minSize": None, "maxSize": None},
        {"minSize": (0, 0), "maxSize": (0, 0)},
    ],
    ids=str,
)
def test_options_mean_the_same(xml: Path, options: dict[str, Any]) -> None:
    theirs, ours = both(xml)
    assert_same([theirs.detectMultiScale(photo(), **options)], [ours.detectMultiScale(photo(), **options)])


@needs_cascades
@each_cascade
@pytest.mark.parametrize("neighbors", [3, 0])
def test_counts_of_windows_are_the_same(xml: Path, neighbors: int) -> None:
    theirs, ours = both(xml)
    options: dict[str, Any] = {"minNeighbors": neighbors}
    assert_same(theirs.detectMultiScale2(photo(), **options), ours.detectMultiScale2(photo(), **options))


@needs_cascades
@each_cascade
@pytest.mark.parametrize("neighbors", [3, 1, 0])
def test_levels_and_weights_are_the_same(xml: Path, neighbors: int) -> None:
    theirs, ours = both(xml)
    options: dict[str, Any] = {"minNeighbors": neighbors, "outputRejectLevels": True}
    expected = theirs.detectMultiScale3(photo(), **options)
    found: Any = ours.detectMultiScale3(photo(), **options)
    assert len(found[0]) > 0
    assert [part.dtype for part in found] == [part.dtype for part in expected]
    assert [part.shape for part in found] == [part.shape for part in expected]
    assert rows(*found[:2]) == rows(*expected[:2])
    # Votes are summed in another order.
    assert np.allclose(sorted(found[2]), sorted(expected[2]), rtol=0, atol=1e-5)


@needs_cascades
def test_levels_are_empty_unless_they_are_asked_for() -> None:
    rectangles, levels, weights = ocelli.CascadeClassifier(ALT2).detectMultiScale3(photo())
    assert len(rectangles) == 1
    assert (levels, weights) == ((), ())


@needs_cascades
@pytest.mark.parametrize(
    "image",
    [None] + [np.zeros(shape, np.uint8) for shape in [(0, 0), (5, 5), (100, 80), (90, 90, 1)]],
    ids=["None", "empty", "small", "black", "one channel"],
)
def test_nothing_found_is_an_empty_tuple(image: Any) -> None:
    theirs, ours = both(ALT2)
    assert ours.detectMultiScale(image) == theirs.detectMultiScale(image) == ()
    assert ours.detectMultiScale2(image) == theirs.detectMultiScale2(image) == ((), ())
    for levels in (False, True):
        expected = theirs.detectMultiScale3(image, outputRejectLevels=levels)
        assert ours.detectMultiScale3(image, outputRejectLevels=levels) == expected == ((), (), ())


@needs_cascades
def test_strided_and_four_channel_images_are_taken_as_cv2_takes_them() -> None:
    theirs, ours = both(ALT2)
    gray, color = photo(), photo(cv2.IMREAD_COLOR)
    for image in (gray[::2, ::2], gray[:, ::-1], color[50:, 100:], cv2.cvtColor(color, cv2.COLOR_BGR2BGRA)):
        assert_same([theirs.detectMultiScale(np.ascontiguousarray(image))], [ours.detectMultiScale(image)])


@needs_cascades
@each_cascade
def test_describes_itself_as_cv2_does(xml: Path) -> None:
    theirs, ours = both(xml)
    assert ours.empty() is theirs.empty() is False
    assert ours.getOriginalWindowSize() == theirs.getOriginalWindowSize()
    assert ours.getFeatureType() == theirs.getFeatureType()
    assert ours.isOldFormatCascade() is theirs.isOldFormatCascade() is False


@needs_cascades
def test_load_replaces_the_cascade() -> None:
    ours = ocelli.CascadeClassifier()
    assert ours.empty()
    assert ours.load(str(ALT2)) is True and not ours.empty()
    assert ours.load(str(CASCADES[2])) is True
    assert ours.getOriginalWindowSize() == cv2.CascadeClassifier(str(CASCADES[2])).getOriginalWindowSize()


@needs_cascades
@pytest.mark.parametrize("bad", ["absent.xml", "text.xml", "cut.xml", "folder", "digits.ocelli"])
def test_a_file_that_is_no_cascade_leaves_it_empty(bad: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "text.xml").write_text("no cascade")
    (tmp_path / "cut.xml").write_bytes(ALT2.read_bytes()[:5000])
    (tmp_path / "folder").mkdir()
    (tmp_path / "digits.ocelli").symlink_to(MODELS / "digits.ocelli")
    ours = ocelli.CascadeClassifier(ALT2)
    assert ours.load(tmp_path / bad) is False
    assert ours.empty() and ocelli.CascadeClassifier(tmp_path / bad).empty()
    assert bad in caplog.text


def test_an_empty_one_refuses_to_detect() -> None:
    for call in ("getOriginalWindowSize", "getFeatureType", "isOldFormatCascade"):
        with pytest.raises(ocelli.UsageError, match="no cascade is loaded"):
            getattr(ocelli.CascadeClassifier(), call)()
    with pytest.raises(ocelli.UsageError, match="no cascade is loaded"):
        ocelli.CascadeClassifier().detectMultiScale(photo())


@needs_cascades
@pytest.mark.parametrize(
    "options, name",
    [({"scaleFactor": 1.0}, "scaleFactor"), ({"minSize": (1.5, 2)}, "minSize"), ({"maxSize": 7}, "maxSize")],
)
def test_wrong_arguments_are_named(options: dict[str, Any], name: str) -> None:
    with pytest.raises(ocelli.UsageError, match=name):
        ocelli.CascadeClassifier(ALT2).detectMultiScale(photo(), **options)


@needs_cascades
@pytest.mark.parametrize("image", [np.zeros((50, 50), np.float32), np.zeros((50, 50, 2), np.uint8), [[1, 2], [3, 4]]])
def test_other_images_are_refused(image: Any) -> None:
    with pytest.raises(ocelli.ImageError, match="expected"):
        ocelli.CascadeClassifier(ALT2).detectMultiScale(image)


def test_our_own_models_are_scanned_with_the_like_named_options() -> None:
    ours = ocelli.CascadeClassifier(MODELS / "face.ocelli")
    assert ours.getOriginalWindowSize() == ocelli.face().window
    assert ours.getFeatureType() == 0
    found = ocelli.face(scale_step=1.2, min_neighbors=4).detect(photo())
    rectangles = ours.detectMultiScale(photo(), 1.2, 4)
    assert isinstance(rectangles, np.ndarray)
    assert rectangles.dtype == np.int32
    assert rectangles.tolist() == np.rint(found.boxes).astype(int).tolist()
    side = rectangles[0, 2]
    assert len(ours.detectMultiScale(photo(), 1.2, 4, minSize=(side * 2, side * 2))) == 0
    for _, _, width, height in ours.detectMultiScale(photo(), 1.2, 4, maxSize=(side - 5, side - 5)):
        assert max(width, height) <= side - 5


@needs_cascades
def test_may_be_pickled_and_used_by_many_threads() -> None:
    ours: ocelli.CascadeClassifier = pickle.loads(pickle.dumps(ocelli.CascadeClassifier(ALT2)))
    assert pickle.loads(pickle.dumps(ocelli.CascadeClassifier())).empty()
    expected = rows(ours.detectMultiScale(photo()))
    with ThreadPoolExecutor(8) as pool:
        assert all(rows(found) == expected for found in pool.map(ours.detectMultiScale, [photo()] * 40))
