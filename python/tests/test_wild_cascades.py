"""Cascades as people keep them, made small: kinds, shapes, comments, encodings, sizes asked for. All against cv2."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import ocelli
import pytest
from made_cascades import HEAD, KINDS, SHAPES, Kind, Shape, cascade
from numpy.typing import NDArray
from places import program

STEPS = [1.05, 1.1, 1.15, 1.2, 1.3]
LBP = Kind("lbp-stumps", is_haar=False)


def picture(width: int = 130, height: int = 100, seed: int = 1) -> NDArray[np.uint8]:
    """Blurred noise, of full contrast."""
    noise = np.random.default_rng(seed).integers(0, 256, (height, width)).astype(np.uint8)
    blurred = np.zeros_like(noise)
    cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 2), blurred, 0, 255, cv2.NORM_MINMAX)
    return blurred


def rows(rectangles: Any) -> list[tuple[int, ...]]:
    """Sorted, because cv2 returns windows in the order in which its threads end."""
    return sorted(tuple(int(side) for side in rectangle) for rectangle in rectangles)


def both(file: Path) -> tuple[Any, ocelli.CascadeClassifier]:
    theirs: Any = cv2.CascadeClassifier(str(file))
    assert not theirs.empty()
    ours = ocelli.CascadeClassifier(file)
    assert not ours.empty()
    return theirs, ours


def same(file: Path, image: NDArray[np.uint8], **options: Any) -> list[tuple[int, ...]]:
    """What both find."""
    theirs, ours = both(file)
    expected = rows(theirs.detectMultiScale(image, **options))
    assert rows(ours.detectMultiScale(image, **options)) == expected
    return expected


def lively(kind: Kind, shape: Shape, file: Path) -> str:
    """The first such cascade, also written to the file, that passes some of the picture's windows, and not most."""
    for seed in range(100):
        text = cascade(kind, shape, seed)
        file.write_text(text)
        if 50 < len(cv2.CascadeClassifier(str(file)).detectMultiScale(picture(), minNeighbors=0)) < 2000:
            return text
    raise AssertionError("no random cascade passes a part of the windows")


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_in_every_shape_finds_the_same(kind: Kind, tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    grouped = 0
    for shape in SHAPES:
        lively(kind, shape, file)
        same(file, picture(), minNeighbors=0)
        grouped += len(same(file, picture()))
    assert grouped > 20


def level_sizes(classifier: Any, image: NDArray[np.uint8], step: float) -> list[list[int]]:
    """The sizes of windows at each scale."""
    windows = classifier.detectMultiScale(image, step, minNeighbors=0)
    sizes: list[list[int]] = np.unique(np.asarray(windows)[:, 2:], axis=0).tolist()
    return sizes


@pytest.mark.parametrize("step", STEPS)
def test_windows_of_every_side_have_the_same_sizes(step: float, tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    shapes: list[Shape] = [(25, 15), (35, 16), (52, 13), (18, 15)] + [(side, side) for side in range(8, 129)]
    for width, height in shapes:
        text = cascade(LBP, (width, height), stages=1, trees=1)
        file.write_text(text.replace("<stageThreshold>1.25e-01<", "<stageThreshold>-1.<"))
        image = picture(width * 9 // 4, height * 9 // 4)
        theirs, ours = both(file)
        sizes = level_sizes(theirs, image, step)
        assert level_sizes(ours, image, step) == sizes
        assert len(sizes) > 2


def with_head(text: str, head: str) -> str:
    return head + text.removeprefix(HEAD)


def before_stages(text: str, more: str) -> str:
    return text.replace("<stages>", more + "<stages>", 1)


DISGUISES: dict[str, Callable[[str], bytes]] = {
    "comment in dashes": lambda text: with_head(text, HEAD + "<!------- license\n\n ------->\n").encode(),
    "dashes in a comment": lambda text: before_stages(text, "<!-- a -- b --- c -->").encode(),
    "tags in a comment": lambda text: before_stages(text, "<!-- <stages> & </stages> -->").encode(),
    "empty comment": lambda text: before_stages(text, "<!---->").encode(),
    "Latin-1, undeclared": lambda text: before_stages(text, "<!-- \xe9 -->").encode("latin-1"),
    "Latin-1, declared": lambda text: with_head(
        before_stages(text, "<!-- \xe9 -->"), '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
    ).encode("latin-1"),
    "Windows-1252, declared": lambda text: with_head(
        before_stages(text, "<!-- \u201c \u20ac -->"), '<?xml version="1.0" encoding="windows-1252"?>\n'
    ).encode("cp1252"),
    "GB2312, declared": lambda text: with_head(
        before_stages(text, "<!-- \u4eba\u8138 -->"), '<?xml version="1.0" encoding="gb2312"?>\n'
    ).encode("gb2312"),
    "GB2312, undeclared": lambda text: before_stages(text, "<!-- \u4eba\u8138 -->").encode("gb2312"),
    "UTF-8 in a comment": lambda text: before_stages(text, "<!-- \u4eba\u8138 -->").encode(),
    "Latin-1 in a name": lambda text: before_stages(text, "<name>\xe9</name>").encode("latin-1"),
    "NULs after the root": lambda text: text.encode() + bytes(100),
    "comment after the root": lambda text: text.encode() + b"<!-- a -- b -->",
    "open comment after the root": lambda text: text.encode() + b"<!-- a",
    "second root": lambda text: (text + text.removeprefix(HEAD)).encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "tabs": lambda text: text.replace("  ", "\t").encode(),
    "one line": lambda text: text.replace("\n", " ").encode(),
    "attributes": lambda text: text.replace("<opencv_storage>", "<opencv_storage a='1' b = \"2\">").encode(),
    "declaration in single quotes": lambda text: with_head(text, "<?xml version='1.0' standalone='no'?>\n").encode(),
    "declaration without a version": lambda text: with_head(text, "<?xml ?>\n").encode(),
    "version 1.1": lambda text: with_head(text, '<?xml version="1.1"?>\n').encode(),
    "closing tags with blanks": lambda text: text.replace("</stages>", "</stages >").encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "gzip in two members": lambda text: gzip.compress(text[:200].encode()) + gzip.compress(text[200:].encode()),
}
# Of these cv2 4.6 loads none.
OURS_ALONE: dict[str, Callable[[str], bytes]] = {
    "text after the root": lambda text: text.encode() + b"\nsee also\n",
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "no declaration": lambda text: text.removeprefix(HEAD).encode(),
    "empty line before the declaration": lambda text: b"\n" + text.encode(),
}


ALL: dict[str, Callable[[str], bytes]] = {**DISGUISES, **OURS_ALONE}


@pytest.mark.parametrize("kind", [KINDS[0], LBP, KINDS[7]], ids=str)
@pytest.mark.parametrize("disguise", ALL)
def test_what_opencv_reads_is_read(disguise: str, kind: Kind, tmp_path: Path) -> None:
    plain, file = tmp_path / "plain.xml", tmp_path / ("made.xml.gz" if "gzip" in disguise else "made.xml")
    text = lively(kind, (20, 20), plain)
    file.write_bytes(ALL[disguise](text))
    expected = same(plain, picture(), minNeighbors=0)
    assert expected
    if disguise in DISGUISES:
        assert rows(cv2.CascadeClassifier(str(file)).detectMultiScale(picture(), minNeighbors=0)) == expected
    assert rows(ocelli.CascadeClassifier(file).detectMultiScale(picture(), minNeighbors=0)) == expected
    assert len(ocelli.Detector(file.read_bytes(), like="opencv", min_neighbors=1).detect(picture())) > 0


def test_large_leaves_and_words_in_quotes_are_read(tmp_path: Path) -> None:
    text = lively(KINDS[0], (20, 20), tmp_path / "plain.xml")
    leaves = text.index("<leafValues>") + len("<leafValues>\n")
    first = text[leaves:].split()[0]
    file = tmp_path / "made.xml"
    for variant in (
        text[:leaves] + "-2183168." + text[leaves + len(first) :],
        text.replace(">BOOST<", '>"BOOST"<').replace(">HAAR<", '>"HAAR"<'),
        text.replace("<stageThreshold>1.25e-01<", "<stageThreshold>.125<"),
    ):
        assert variant != text
        file.write_text(variant)
        assert same(file, picture(), minNeighbors=0)


SIZES: list[dict[str, Shape]] = [
    {"minSize": (60, 15)},
    {"minSize": (50, 24)},
    {"maxSize": (60, 40)},
    {"minSize": (40, 20), "maxSize": (70, 90)},
    {"minSize": (60, 60), "maxSize": (60, 60)},
    {"minSize": (61, 17), "maxSize": (61, 17)},
    {"minSize": (400, 400)},
]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("shape", [(40, 10), (35, 16), (20, 20), (14, 28)], ids=str)
def test_sizes_of_width_and_height_mean_the_same(shape: Shape, sizes: dict[str, Shape], tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    lively(LBP, shape, file)
    expected = same(file, picture(), minNeighbors=1, **sizes)
    options: dict[str, Any] = {name.replace("S", "_s"): size for name, size in sizes.items()}
    found = ocelli.Detector(file, like="opencv", min_neighbors=1, **options).detect(picture())
    assert rows(found.boxes) == expected


def test_one_number_is_a_width_in_the_program_too(tmp_path: Path) -> None:
    file, photo = tmp_path / "made.xml", tmp_path / "photo.png"
    lively(LBP, (40, 10), file)
    cv2.imwrite(str(photo), picture())
    like: dict[str, Any] = {"like": "opencv", "min_neighbors": 1}
    wide = ocelli.Detector(file, min_size=60, **like).detect(picture())
    assert len(wide) > 0 and all(width >= 60 and height < 60 for _, _, width, height in wide.boxes)
    assert rows(ocelli.Detector(file, min_size=(60, 15), **like).detect(picture()).boxes) == rows(wide.boxes)
    for size in ("60", "60x15", "60x0"):
        printed = program("detect", "-m", file, "--like", "opencv", "--min-neighbors", "1", "--min-size", size, photo)
        assert "".join(printed).count('"score"') == len(wide)


@pytest.mark.parametrize("size", ["wide", (60,), (60, 15, 2), (60, -1), 6.5])
def test_a_size_that_is_none_is_refused(size: Any, tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    file.write_text(cascade(LBP, (40, 10)))
    with pytest.raises(ocelli.UsageError, match="min.size"):
        ocelli.Detector(file, min_size=size)


@pytest.mark.parametrize(
    "content, words",
    [
        ("\n<!DOCTYPE html>\n<html lang='en'></html>", "download the file itself"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "git lfs pull"),
        (HEAD + "<opencv_storage><params><stageType>BOOST</stageType></params></opencv_storage>", "cascade.xml"),
        (HEAD + "<opencv_storage><stage0><weakClassifiers></weakClassifiers></stage0></opencv_storage>", "one stage"),
        ("404: Not Found", "check the address"),
    ],
)
@pytest.mark.parametrize("name", ["face.xml", "face.ocelli"])
def test_what_is_given_in_place_of_a_model_is_named(name: str, content: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(ocelli.ModelError, match=words):
        ocelli.Detector(file)
