"""Cascades as people keep them, made small: kinds, shapes, comments, encodings, sizes asked for. All against cv2."""

import gzip
import random
import re
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


Edit = Callable[[str], str]


def edited(pattern: str, new: str) -> Edit:
    """Replaces what the pattern matches first."""

    def edit(text: str) -> str:
        changed = re.sub(pattern, new, text, count=1)
        assert changed != text
        return changed

    return edit


def with_leaf(value: str) -> Edit:
    return edited(r"<leafValues>\s+\S+", f"<leafValues>\n{value}")


def with_rects(more: str) -> Edit:
    return edited("</rects>", f"{more}</rects>")


NUMBERS: dict[str, Edit] = {
    "hexadecimal": edited("<width>20<", "<width>0x14<"),
    "octal": edited("<height>20<", "<height>024<"),
    "real size": edited("<width>20<", "<width>20.<"),
    "fractional size": edited("<width>20<", "<width>20.5<"),
    "size that rounds up": edited("<height>20<", "<height>19.5<"),
    "fractional rectangle": edited(r"<rects><_>(\d+) (\d+) ", r"<rects><_>\1.4 \2.25 "),
    "rectangle that rounds up": edited(r"<rects><_>(\d+) (\d+) ", r"<rects><_>0\1.6 0\2.25 "),
    "largest number": with_leaf("1e39"),
    "infinite": with_leaf(".Inf"),
    "infinite below": with_leaf("-.Inf"),
    "none": with_leaf(".Nan"),
    "infinite without a point": with_leaf("inf"),
    "infinite below without a point": with_leaf("-inf"),
    "none without a point": with_leaf("nan"),
    "plus": with_leaf("+0.5"),
    "threshold that is none": edited(r"(<internalNodes>\s+\S+ \S+ \S+ )[^\s<]+", r"\1.Nan"),
    "infinite threshold": edited(r"(<internalNodes>\s+\S+ \S+ \S+ )[^\s<]+", r"\1.Inf"),
    "stage threshold that is none": edited("<stageThreshold>[^<]+", "<stageThreshold>.Nan"),
    "stage threshold below all": edited("<stageThreshold>[^<]+", "<stageThreshold>-.Inf"),
    "four rectangles": with_rects("<_>0 0 3 3 1.</_><_>1 1 3 3 -1.</_><_>2 2 3 3 1.</_>"),
    "hexadecimal leaf": with_leaf("0x1"),
}


@pytest.mark.parametrize("edit", NUMBERS)
def test_numbers_mean_what_they_mean_to_opencv(edit: str, tmp_path: Path) -> None:
    plain, file = tmp_path / "plain.xml", tmp_path / "made.xml"
    # Of two rectangles in its first feature, so that more can follow.
    text = lively(KINDS[0], (20, 20), plain)
    file.write_text(NUMBERS[edit](text))
    same(file, picture(), minNeighbors=0)
    same(file, picture())


def test_sets_may_be_written_in_hexadecimal(tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    text = lively(LBP, (20, 20), file)
    nodes = re.compile(r"(<internalNodes>\s+\S+ \S+ \S+ )([^<]+)")
    hexadecimal = nodes.sub(
        lambda found: found[1] + " ".join(hex(int(word) % 2**32) for word in found[2].split()), text
    )
    assert hexadecimal != text
    expected = same(file, picture(), minNeighbors=0)
    file.write_text(hexadecimal)
    assert same(file, picture(), minNeighbors=0) == expected


def test_a_word_makes_a_feature_tilted(tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    text = lively(KINDS[2], (20, 20), file)
    expected = same(file, picture(), minNeighbors=0)
    file.write_text(text.replace("<tilted>1<", "<tilted>true<"))
    assert same(file, picture(), minNeighbors=0) == expected


def copied(node: Any, storage: Any, name: str) -> None:
    """Writes a field of one cv2.FileStorage into another one."""
    if node.isMap() or node.isSeq():
        storage.startWriteStruct(name, cv2.FileNode_MAP if node.isMap() else cv2.FileNode_SEQ)
        for key in node.keys() if node.isMap() else range(node.size()):
            copied(node.getNode(key) if node.isMap() else node.at(key), storage, key if node.isMap() else "")
        storage.endWriteStruct()
    elif node.isInt():
        storage.write(name, int(node.real()))
    else:
        storage.write(name, node.string() if node.isString() else node.real())


@pytest.mark.parametrize("ending", [".yml", ".yaml", ".json", ".yml.gz", ".json.gz", ".xml.gz"])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_opencv_reads_other_formats_than_xml(kind: Kind, ending: str, tmp_path: Path) -> None:
    plain, file = tmp_path / "plain.xml", tmp_path / f"made{ending}"
    lively(kind, (20, 20), plain)
    storage: Any = cv2.FileStorage(str(file), cv2.FILE_STORAGE_WRITE)
    source: Any = cv2.FileStorage(str(plain), cv2.FILE_STORAGE_READ)  # which its nodes are no longer than
    for name in source.root().keys():
        copied(source.root().getNode(name), storage, name)
    storage.release()
    expected = same(plain, picture(), minNeighbors=0)
    assert same(file, picture(), minNeighbors=0) == expected
    detector = ocelli.Detector(file.read_bytes(), like="opencv", min_neighbors=1)
    assert rows(detector.detect(picture()).boxes) == same(plain, picture(), minNeighbors=1)


@pytest.mark.parametrize("ending", [".png", ".tif", ".webp", ".bmp"])
@pytest.mark.parametrize("kind", [KINDS[0], LBP], ids=str)
def test_alpha_is_dropped_where_opencv_does(kind: Kind, ending: str, tmp_path: Path) -> None:
    file, photo = tmp_path / "made.xml", tmp_path / f"photo{ending}"
    lively(kind, (20, 20), file)
    bgr = cv2.cvtColor(picture(), cv2.COLOR_GRAY2BGR)
    bgra = np.dstack([bgr, picture(seed=2)])
    cv2.imwrite(str(photo), bgra, [cv2.IMWRITE_WEBP_QUALITY, 101])
    theirs, ours = both(file)
    expected = rows(theirs.detectMultiScale(cv2.imread(str(photo), cv2.IMREAD_GRAYSCALE), minNeighbors=1))
    detector = ocelli.Detector(file, like="opencv", min_neighbors=1)
    assert expected
    assert rows(detector.detect(photo).boxes) == expected
    assert rows(ours.detectMultiScale(bgra, minNeighbors=1)) == rows(theirs.detectMultiScale(bgra, minNeighbors=1))
    assert rows(detector.detect(bgra).boxes) == rows(theirs.detectMultiScale(bgra, minNeighbors=1))
    printed = program("detect", "-m", file, "--like", "opencv", "--min-neighbors", "1", photo)
    assert "".join(printed).count('"score"') == len(expected)


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


def random_size(chance: random.Random) -> Shape:
    return chance.choice([0, chance.randint(1, 120)]), chance.choice([0, chance.randint(1, 120)])


def in_order(least: Shape, most: Shape) -> bool:
    return all(b in (0, max(a, b)) for a, b in zip(least, most))


@pytest.mark.parametrize("shape", [(15, 13), (20, 20), (40, 10), (14, 28)], ids=str)
def test_any_sizes_mean_the_same_zeros_too(shape: Shape, tmp_path: Path) -> None:
    file, chance, found = tmp_path / "made.xml", random.Random(str(shape)), 0
    lively(LBP, shape, file)
    cases = [((20, 0), (40, 5)), ((0, 0), (0, 100)), ((0, 0), (100, 0)), ((50, 0), (40, 5))]
    cases += [(random_size(chance), random_size(chance)) for _ in range(150)]
    for least, most in cases:
        step = chance.choice([1.05, 1.1, 1.2, 1.5])
        found += len(same(file, picture(), scaleFactor=step, minNeighbors=1, minSize=least, maxSize=most))
        if not in_order(least, most):
            continue
        options: dict[str, Any] = {"min_size": least, "max_size": most, "scale_step": step, "min_neighbors": 1}
        boxes = ocelli.Detector(file, like="opencv", **options).detect(picture()).boxes
        theirs: Any = cv2.CascadeClassifier(str(file))
        assert rows(boxes) == rows(theirs.detectMultiScale(picture(), step, 1, minSize=least, maxSize=most))
    assert found > 100


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


def test_whole_floats_and_arrays_are_sizes(tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    file.write_text(cascade(LBP, (40, 10)))
    for size in (60.0, np.float32(60), (60.0, 15.0), np.array([60, 15]), np.array([60.0, 15.0]), [60, 15], "60,15"):
        given: Any = size
        assert str(ocelli.Detector(file, min_size=given).options["min_size"]).startswith("60")


@pytest.mark.parametrize(
    "theirs, ours", [("minNeighbors", "min_neighbors"), ("scaleFactor", "scale_step"), ("minSize", "min_size")]
)
def test_names_of_opencv_are_told(theirs: str, ours: str, tmp_path: Path) -> None:
    file = tmp_path / "made.xml"
    file.write_text(cascade(LBP, (40, 10)))
    options: dict[str, Any] = {theirs: 3}
    with pytest.raises(ocelli.UsageError, match=f"did you mean '{ours}'"):
        ocelli.Detector(file, **options)


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
