"""Detectors, classifiers and readers on arrays."""

import gc
import gzip
import json
import os
import pickle
import random
import struct
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from places import MODELS, PICTURES, REPOSITORY, data, program

PHOTO = PICTURES / "live.jpg"
MANY_FACES = REPOSITORY / "docs" / "results" / "face-errors-cmu-mit.jpg"


@pytest.fixture(scope="module")
def faces() -> ocelli.Detector:
    return ocelli.face()


@pytest.fixture(scope="module")
def digits() -> ocelli.Classifier:
    return ocelli.digits()


@pytest.fixture(scope="module")
def reader() -> ocelli.Reader:
    return ocelli.reader()


@pytest.fixture(scope="module")
def grey() -> NDArray[np.uint8]:
    return ocelli.read_image(PHOTO, colours="grey")


@pytest.fixture(scope="module")
def bgr() -> NDArray[np.uint8]:
    return ocelli.read_image(PHOTO)


@pytest.fixture(scope="module")
def page_image() -> NDArray[np.uint8]:
    return printed("Ocelli reads printed pages.", "The second line of 1947.")


@pytest.fixture(scope="module")
def found(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> ocelli.Detections:
    return faces.detect(bgr)


@pytest.fixture(scope="module")
def page(reader: ocelli.Reader, page_image: NDArray[np.uint8]) -> ocelli.Page:
    return reader.read(page_image)


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
    layout: Callable[[NDArray[Any]], NDArray[Any]], faces: ocelli.Detector, grey: NDArray[Any], bgr: NDArray[Any]
) -> None:
    for image in (grey, bgr):
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


def test_a_row_or_column_of_pixels_is_an_image(faces: ocelli.Detector, digits: ocelli.Classifier) -> None:
    for shape in [(1, 1), (1, 50), (50, 1), (1, 50, 3), (50, 1, 4)]:
        assert len(faces.detect(np.zeros(shape, np.uint8))) == 0
        assert digits.classify(np.zeros(shape, np.uint8)).label in digits.classes


# Colours and types


def grey_of(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    cv2 = pytest.importorskip("cv2")
    image: NDArray[np.uint8] = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    return image


def test_colours_are_made_grey_in_the_order_that_is_told(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    expected = faces.detect(grey_of(bgr))
    rgb = bgr[..., ::-1]
    assert faces.detect(bgr) == expected
    assert faces.detect(bgr, colours="bgr") == expected
    assert faces.detect(rgb, colours="rgb") == expected
    assert faces.detect(rgb) != expected


def test_an_alpha_channel_is_ignored(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    alpha = np.full((*bgr.shape[:2], 1), 9, np.uint8)
    expected = faces.detect(bgr)
    assert faces.detect(np.dstack([bgr, alpha])) == expected
    assert faces.detect(np.dstack([bgr[..., ::-1], alpha]), colours="rgb") == expected


def in_16_bits(image: NDArray[np.uint8]) -> NDArray[np.uint16]:
    return np.multiply(image, 257, dtype=np.uint16)


def test_16_bits_mean_the_same_as_8(faces: ocelli.Detector, grey: NDArray[Any], bgr: NDArray[Any]) -> None:
    assert faces.detect(in_16_bits(grey)) == faces.detect(grey)
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
    ("photo.jpg", "str"),
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


def test_other_colours_are_refused(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    with pytest.raises(ocelli.UsageError, match="bgr or rgb.*hsv"):
        faces.detect(bgr, colours="hsv")  # type: ignore[arg-type]


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
    detector = ocelli.Detector(MODELS / "face.ocelli", min_neighbours=1, scale_step=1.2, min_score=0)
    assert detector.options["min_neighbours"] == "1"
    assert detector.options["scale_step"] == "1.2"
    assert len(detector.detect(bgr)) > len(ocelli.face().detect(bgr))


@pytest.mark.parametrize("options, told", [({"min_neighbors": 3}, "min_neighbours"), ({"scale_step": 0.5}, "1.01")])
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
    assert "min_neighbours=5" in repr(ocelli.face(min_neighbours=5))


# Batches, threads and processes


def test_a_batch_is_the_same_as_one_by_one(faces: ocelli.Detector, grey: NDArray[Any], bgr: NDArray[Any]) -> None:
    images = [grey, bgr, grey[::2, ::2], np.zeros((10, 10), np.uint8), bgr[:, ::-1]]
    expected = [faces.detect(image) for image in images]
    for threads in (0, 1, 2, 5):
        assert faces.detect_batch(images, threads=threads) == expected
    assert faces.detect_batch(iter(images)) == expected
    assert faces.detect_batch([]) == []


def test_one_array_is_a_batch_of_images(
    faces: ocelli.Detector, digits: ocelli.Classifier, bgr: NDArray[np.uint8]
) -> None:
    frames = np.stack([bgr, bgr[:, ::-1]])
    assert faces.detect_batch(frames, colours="bgr") == [faces.detect(frame) for frame in frames]
    numbers = np.stack([digit(number) for number in range(4)])
    assert digits.classify_batch(numbers) == [digits.classify(number) for number in numbers]


def test_pages_are_read_in_batches(reader: ocelli.Reader, page: ocelli.Page, page_image: NDArray[np.uint8]) -> None:
    pages = reader.read_batch([page_image, page_image[:, ::1]], threads=2)
    assert [each.to_json() for each in pages] == [page.to_json()] * 2


def test_many_threads_share_the_models(
    faces: ocelli.Detector,
    digits: ocelli.Classifier,
    reader: ocelli.Reader,
    bgr: NDArray[np.uint8],
    page_image: NDArray[np.uint8],
) -> None:
    works: list[tuple[Callable[[Any], Any], Any]] = [
        (faces.detect, bgr),
        (digits.classify, digit(1)),
        (lambda image: reader.read(image).to_json(), page_image),
        (lambda image: faces.detect_batch([image] * 3, threads=2), bgr),
    ]
    expected = [work(image) for work, image in works]
    with ThreadPoolExecutor(8) as pool:
        jobs = [(number, pool.submit(*works[number])) for number in [0, 1, 2, 3] * 10]
        assert all(job.result() == expected[number] for number, job in jobs)


def test_other_threads_run_meanwhile(faces: ocelli.Detector) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (1500, 2000), np.uint8)
    ended, ticks = threading.Event(), 0

    def detect() -> None:
        faces.detect(noise)
        ended.set()

    thread = threading.Thread(target=detect)
    thread.start()
    while not ended.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks >= 5


def test_models_and_results_can_be_pickled(
    faces: ocelli.Detector, digits: ocelli.Classifier, reader: ocelli.Reader, bgr: NDArray[Any], page: ocelli.Page
) -> None:
    for detector in (ocelli.face(min_neighbours=5), ocelli.Detector((MODELS / "face.ocelli").read_bytes())):
        again: ocelli.Detector = pickle.loads(pickle.dumps(detector))
        assert again.options == detector.options
        assert again.detect(bgr) == detector.detect(bgr)
    assert pickle.loads(pickle.dumps(digits)).classify(digit(0)) == digits.classify(digit(0))
    assert pickle.loads(pickle.dumps(reader)).charset == reader.charset
    assert pickle.loads(pickle.dumps(digits.classify(digit(0)))) == digits.classify(digit(0))
    without_image = pickle.loads(pickle.dumps(faces.detect(bgr)))
    assert without_image == faces.detect(bgr) and without_image.image is None


def test_a_relative_path_is_pickled_as_an_absolute_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(MODELS)
    pickled = pickle.dumps(ocelli.Detector("face.ocelli"))
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(pickled).label == "face"


def test_processes_share_the_work(faces: ocelli.Detector, bgr: NDArray[Any]) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(faces.detect, [bgr, bgr[:, ::-1]])) == [faces.detect(bgr), faces.detect(bgr[:, ::-1])]


# Memory


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_stays_flat_over_ten_thousand_calls(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    frame = np.ascontiguousarray(bgr[::5, ::5])
    views = [frame, frame[:, ::-1], np.asfortranarray(frame)]

    def call(times: int) -> None:
        for number in range(times):
            faces.detect(views[number % 3], colours="rgb" if number % 2 else "bgr").to_json("frame")

    call(1000)
    gc.collect()
    before = resident_bytes()
    call(10_000)
    gc.collect()
    assert resident_bytes() - before < 512 * 1024  # 52 bytes a call


def test_memory_of_failed_calls_is_freed(faces: ocelli.Detector) -> None:
    wrong: Any = np.zeros((100, 100), np.float32)

    def call(times: int) -> None:
        for _ in range(times):
            with pytest.raises(ocelli.ImageError):
                faces.detect(wrong)

    call(500)
    gc.collect()
    before = resident_bytes()
    call(5_000)
    gc.collect()
    assert resident_bytes() - before < 512 * 1024


def test_an_image_in_rows_is_not_copied(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    found = faces.detect(bgr)
    assert found.image is bgr
    batch = np.stack([bgr, bgr])
    assert all(np.shares_memory(each.image, batch) for each in faces.detect_batch(batch))


def test_objects_may_die_in_any_order(bgr: NDArray[np.uint8], page_image: NDArray[np.uint8]) -> None:
    order = random.Random(7)
    for _ in range(20):
        things: dict[str, Any] = {"detector": ocelli.face(), "image": bgr.copy()}
        things["found"] = things["detector"].detect(things["image"])
        things["files"] = things["detector"].detect_files([PHOTO] * 5)
        things["lines"] = things["detector"].detect_files([PHOTO] * 5).records_json
        next(things["files"])
        for name in order.sample(list(things), len(things)):
            del things[name]
            gc.collect()
            for left in things.values():
                repr(left)
            if "found" in things:
                assert things["found"].draw().shape == bgr.shape
            for running in {"files", "lines"} & things.keys():
                next(things[running], None)


def test_pages_outlive_their_reader(page_image: NDArray[np.uint8]) -> None:
    reader = ocelli.reader()
    page = reader.read(page_image.copy())
    words = page.words
    del reader
    gc.collect()
    assert page.text.startswith("Ocelli") and page.draw().ndim == 3
    del page
    gc.collect()
    assert words[0].text == "Ocelli" and words[0].glyphs[0].text == "O"


def test_models_may_die_in_other_threads_while_they_work(bgr: NDArray[np.uint8]) -> None:
    def once(_: int) -> int:
        files = ocelli.face().detect_files([PHOTO] * 3)
        return len(ocelli.face().detect(bgr.copy())) + len(next(files)["detections"])

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(once, range(40))) == {2}


# Results of a detector


def test_detections_are_a_sequence(found: ocelli.Detections, bgr: NDArray[np.uint8]) -> None:
    assert len(found) == 1 and found[0] == found[-1] == list(found)[0]
    face = found[0]
    assert face.label == found.label == "face"
    assert face.score == pytest.approx(found.scores[0])
    x, y, w, h = face.box
    assert (x, y, w, h) == tuple(found.boxes[0].tolist())
    assert repr(face.box) == f"Box(x={x:.1f}, y={y:.1f}, w={w:.1f}, h={h:.1f})"
    assert face.box.area == pytest.approx(w * h) and face.box.centre == (x + w / 2, y + h / 2)
    assert found.image_size == (bgr.shape[1], bgr.shape[0])
    assert repr(found) == "<Detections: 1 x 'face' in 560 x 420 pixels>"
    with pytest.raises(IndexError):
        found[1]


def test_detections_can_be_chosen(faces: ocelli.Detector) -> None:
    all_found = faces.detect(ocelli.read_image(MANY_FACES))
    assert len(all_found) >= 4
    assert np.all(np.diff(all_found.scores) <= 0)
    middle = float(all_found.scores[2])
    assert list(all_found[:2]) == list(all_found)[:2]
    assert list(all_found[all_found.scores > middle]) == [each for each in all_found if each.score > middle]
    assert all_found[:2].draw().shape == all_found.draw().shape
    assert all_found[:2] != all_found


def test_detections_become_arrays_and_tables(found: ocelli.Detections) -> None:
    array = found.to_numpy()
    assert array.shape == (1, 5) and array.dtype == np.float32
    assert np.array_equal(array[:, :4], found.boxes) and np.array_equal(array[:, 4], found.scores)
    pytest.importorskip("pandas")
    table = found.to_pandas()
    assert list(table.columns) == ["x", "y", "w", "h", "score", "label"]
    assert table.iloc[0]["label"] == "face" and table.iloc[0]["x"] == pytest.approx(array[0, 0])


def test_no_detections_become_empty_arrays_and_tables(faces: ocelli.Detector) -> None:
    nothing = faces.detect(np.zeros((50, 60), np.uint8))
    assert nothing.boxes.shape == (0, 4) and nothing.to_numpy().shape == (0, 5)
    assert json.loads(nothing.to_json("a.png")) == {"input": "a.png", "width": 60, "height": 50, "detections": []}
    assert nothing.draw().shape == (50, 60, 3)
    pytest.importorskip("pandas")
    assert nothing.to_pandas().shape == (0, 6)


def test_detections_draw_themselves(faces: ocelli.Detector, bgr: NDArray[Any], grey: NDArray[Any]) -> None:
    found = faces.detect(bgr)
    drawn = found.draw()
    assert drawn.shape == bgr.shape and drawn.dtype == np.uint8
    assert np.any(drawn != bgr)
    assert np.array_equal(faces.detect(bgr[..., ::-1], colours="rgb").draw(), drawn[..., ::-1])
    assert np.array_equal(found.draw(bgr), drawn)
    assert found.draw(grey).shape == bgr.shape
    assert found.draw(np.dstack([bgr, grey])).shape == bgr.shape
    assert found.draw(in_16_bits(bgr)).dtype == np.uint8
    with pytest.raises(ocelli.UsageError, match="draw"):
        pickle.loads(pickle.dumps(found)).draw()


def test_results_are_pictures_in_a_notebook(found: ocelli.Detections, page: ocelli.Page, tmp_path: Path) -> None:
    results: list[Any] = [found, page]
    for result in results:
        png = result._repr_png_()
        assert png is not None
        (tmp_path / "result.png").write_bytes(png)
        assert np.array_equal(ocelli.read_image(tmp_path / "result.png"), result.draw())
    assert pickle.loads(pickle.dumps(found))._repr_png_() is None


# Results of a classifier


def test_a_classification_ranks_the_classes(digits: ocelli.Classifier) -> None:
    found = digits.classify(digit(0))
    assert found.label == "1"
    assert [label for label, _ in found.ranking][0] == "1"
    assert sorted(label for label, _ in found.ranking) == digits.classes
    scores = [score for _, score in found.ranking]
    assert scores == sorted(scores, reverse=True)
    assert found.score == scores[0] and found.margin == pytest.approx(scores[0] - scores[1])
    assert found.to_numpy()[1] == np.float32(found.score)
    assert repr(found).startswith("<Classification: '1', score ")
    pytest.importorskip("pandas")
    table = found.to_pandas()
    assert list(table.index) == [label for label, _ in found.ranking]


def test_rows_are_classified_as_the_images_that_they_are(digits: ocelli.Classifier) -> None:
    images = np.stack([digit(number) for number in range(5)])
    rows = images.reshape(5, -1)
    expected = digits.classify_batch(images)
    assert digits.classify_batch(rows) == expected
    assert digits.classify_batch(rows.astype(np.float64)[:, ::1], threads=2) == expected
    assert digits.classify(rows[3].astype(np.float32)) == expected[3]
    assert digits.classify(rows[3].tolist()) == expected[3]
    assert np.array_equal(digits.scores(np.asfortranarray(rows)), np.stack([each.scores for each in expected]))
    assert digits.scores(rows).dtype == np.float32 and digits.scores(rows[:0]).shape == (0, 10)
    assert digits.classify_batch([]) == [] == digits.classify_batch(rows[:0])


@pytest.mark.parametrize(
    "rows, came",
    [
        (np.zeros((2, 783)), r"\(n, 784\), not float32 \(2, 783\)"),
        (np.zeros(784), r"not float32 \(784,\)"),
        ([["a"] * 784], "could not convert"),
        ([[1.0], [1.0, 2.0]], "expected numbers"),
    ],
    ids=["width", "one row", "text", "ragged"],
)
def test_other_rows_are_refused(rows: Any, came: str, digits: ocelli.Classifier) -> None:
    with pytest.raises(ocelli.InputError, match=came):
        digits.scores(rows)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e16])
def test_rows_that_are_not_finite_are_refused(value: float, digits: ocelli.Classifier) -> None:
    row = np.zeros(784)
    row[5] = value
    with pytest.raises(ocelli.InputError):
        digits.classify(row)


# Results of a reader


def test_a_page_tells_its_words_and_where_they_are(page: ocelli.Page, page_image: NDArray[np.uint8]) -> None:
    assert page.text == "Ocelli reads printed pages.\nThe second line of 1947.\n"
    assert str(page) == page.text
    assert page.size == (page_image.shape[1], page_image.shape[0]) and page.turn == 0
    assert [line.text for line in page.lines] == page.text.splitlines()
    assert [word.text for word in page.words] == page.text.split()
    assert "".join(block.text for block in page.blocks) == page.text
    for word in page.words:
        assert 0 < word.confidence <= 1
        assert "".join(glyph.text for glyph in word.glyphs) == word.text
        x, y, w, h = word.box
        assert 0 <= x < x + w <= page.size[0] and page_image[int(y) : int(y + h), int(x) : int(x + w)].min() < 100
    assert page.lines[0].x_height == pytest.approx(22, abs=5)
    assert repr(page) == f"<Page: 9 words in 2 lines, {page.size[0]} x {page.size[1]} pixels>"


def test_pages_become_text_formats_and_tables(page: ocelli.Page) -> None:
    assert json.loads(page.to_json("page.png"))["text"] == page.text
    assert json.loads(page.to_json())["input"] == ""
    head, *rows = page.to_tsv().splitlines()
    assert head.split("\t")[0] == "level" and rows[-1].split("\t")[-1] == "1947."
    hocr = page.to_hocr(resolution=300)
    assert hocr.startswith("<?xml") and hocr.count('class="ocrx_word"') == len(page.words)
    pytest.importorskip("pandas")
    table = page.to_pandas()
    assert list(table["text"]) == page.text.split()
    assert list(table["line"]) == [0] * 4 + [1] * 5 or table["block"].nunique() == 2
    assert tuple(table.iloc[0][["x", "y", "w", "h"]]) == page.words[0].box


def test_options_of_reading(reader: ocelli.Reader, page_image: NDArray[np.uint8]) -> None:
    turned = np.rot90(page_image, 2)
    assert reader.read(turned).turn == 180
    assert reader.read(turned, auto_rotate=False).turn == 0
    figures = reader.read(page_image, charset="0123456789")
    assert set(figures.text) <= set("0123456789 \n")
    with pytest.raises(ocelli.UsageError, match="charset"):
        reader.read(page_image, alphabet="abc")
    with pytest.raises(ocelli.UsageError, match="\u2603"):
        reader.read(page_image, charset="\u2603")


def test_a_blank_page_has_no_words(reader: ocelli.Reader) -> None:
    blank = reader.read(np.full((300, 200), 255, np.uint8))
    assert blank.text == "" and blank.words == () and blank.blocks == ()
    assert blank.draw().shape == (300, 200, 3)
    pytest.importorskip("pandas")
    assert blank.to_pandas().empty


def test_pages_become_a_searchable_pdf(
    reader: ocelli.Reader, page: ocelli.Page, page_image: NDArray[np.uint8], tmp_path: Path
) -> None:
    red = np.dstack([page_image // 2, page_image // 2, page_image])
    pages = [page, reader.read(red), reader.read(red[..., ::-1], colours="rgb")]
    ocelli.write_searchable_pdf(tmp_path / "pages.pdf", pages, resolution=[300, 300, 200])
    bytes_written = (tmp_path / "pages.pdf").read_bytes()
    assert bytes_written.startswith(b"%PDF-") and bytes_written.count(b"/Type /Page\n") <= 3
    again = reader.read_files(tmp_path / "pages.pdf")
    assert [record["text"].split()[0] for record in again] == ["Ocelli"] * 3


def test_pdf_pages_need_their_resolutions_and_a_place(page: ocelli.Page, tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match="resolution"):
        ocelli.write_searchable_pdf(tmp_path / "a.pdf", [page], resolution=[300, 300])
    with pytest.raises(ocelli.UsageError):
        ocelli.write_searchable_pdf(tmp_path / "a.pdf", [])
    with pytest.raises(ocelli.OutputError):
        ocelli.write_searchable_pdf(tmp_path / "absent" / "a.pdf", [page])
    assert list(tmp_path.iterdir()) == []


# Runs over files


def test_runs_over_files_tell_records_in_order(faces: ocelli.Detector, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_text("no picture")
    inputs: list[Path | str] = [PHOTO, tmp_path / "bad.jpg", str(MANY_FACES)]
    with faces.detect_files(inputs, threads=2) as records:
        first, bad, last = records
    assert first["input"] == str(PHOTO) and len(first["detections"]) == 1
    assert "bad.jpg" in bad["input"] and bad["error"]
    assert last["width"] > 0 and len(last["detections"]) >= 4


def test_one_input_needs_no_list(faces: ocelli.Detector) -> None:
    assert len(list(faces.detect_files(PHOTO))) == len(list(faces.detect_files(str(PHOTO)))) == 1


def test_limits_hold_for_each_input(faces: ocelli.Detector) -> None:
    assert "pixels" in next(faces.detect_files(PHOTO, max_pixels=1000))["error"]
    with pytest.raises(ocelli.UsageError, match="max_pixels"):
        faces.detect_files(PHOTO, max_pixel=1000)


def test_a_run_can_be_left_early(faces: ocelli.Detector) -> None:
    for _ in range(20):
        with faces.detect_files([PHOTO] * 1000) as records:
            next(records)
        assert list(records) == []


# The program's own output


def photos(count: int) -> list[Path]:
    sets = [data("faces/test/cmu_mit"), data("faces/test/wider_dev")]
    return [file for folder in sets for file in sorted(folder.iterdir())][:count]


def test_detections_are_the_programs_byte_for_byte(faces: ocelli.Detector) -> None:
    files = photos(200)
    lines = program("detect", *files)
    assert len(lines) == 200
    assert list(faces.detect_files(files).records_json) == lines
    in_memory = faces.detect_batch(ocelli.read_image(file, colours="grey") for file in files)
    assert [found.to_json(str(file)) for file, found in zip(files, in_memory)] == lines


def test_labels_are_the_programs_byte_for_byte(digits: ocelli.Classifier) -> None:
    images = mnist(200)
    file = data("mnist/t10k-images-idx3-ubyte.gz")
    lines = program("classify", file)[:200]
    with digits.classify_files(file) as records:
        assert [line for line, _ in zip(records.records_json, range(200))] == lines
    for number, found in enumerate(digits.classify_batch(images)):
        top = [[label, round(score, 4)] for label, score in found.ranking[:5]]
        record = {"input": f"{file}#{number}", "label": found.label, "score": round(found.score, 4), "top": top}
        assert json.dumps(record, separators=(",", ":")) == lines[number]


def test_pages_are_the_programs_byte_for_byte(reader: ocelli.Reader) -> None:
    files = sorted(data("ocr/uw3_lines").glob("*.png"))[:200]
    lines = program("ocr", "--format", "json", *files)
    assert len(lines) == 200
    assert list(reader.read_files(files).records_json) == lines
    pages = reader.read_batch([ocelli.read_image(file, colours="grey") for file in files])
    assert [page.to_json(str(file)) for file, page in zip(files, pages)] == lines


def test_pictures_of_the_repository_give_the_programs_lines(faces: ocelli.Detector) -> None:
    files = [PHOTO, MANY_FACES]
    lines = program("detect", "-m", MODELS / "face.ocelli", *files)
    assert [faces.detect(ocelli.read_image(file, colours="grey")).to_json(str(file)) for file in files] == lines
