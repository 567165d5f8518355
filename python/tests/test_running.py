"""Batches, threads, processes, runs over files, and memory."""

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
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
from pictures import digit
from places import MANY_FACES, MODELS, PHOTO


# Batches, threads and processes


def test_a_batch_is_the_same_as_one_by_one(faces: ocelli.Detector, gray: NDArray[Any], bgr: NDArray[Any]) -> None:
    images = [gray, bgr, gray[::2, ::2], np.zeros((10, 10), np.uint8), bgr[:, ::-1]]
    expected = [faces.detect(image) for image in images]
    for threads in (0, 1, 2, 5):
        assert faces.detect_batch(images, threads=threads) == expected
    assert faces.detect_batch(iter(images)) == expected
    assert faces.detect_batch([]) == []


def test_one_array_is_a_batch_of_images(
    faces: ocelli.Detector, digits: ocelli.Classifier, bgr: NDArray[np.uint8]
) -> None:
    frames = np.stack([bgr, bgr[:, ::-1]])
    assert faces.detect_batch(frames, colors="bgr") == [faces.detect(frame) for frame in frames]
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
    for detector in (ocelli.face(min_neighbors=5), ocelli.Detector((MODELS / "face.ocelli").read_bytes())):
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


# Memory


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_stays_flat_over_ten_thousand_calls(faces: ocelli.Detector, bgr: NDArray[np.uint8]) -> None:
    frame = np.ascontiguousarray(bgr[::5, ::5])
    views = [frame, frame[:, ::-1], np.asfortranarray(frame)]

    def call(times: int) -> None:
        for number in range(times):
            faces.detect(views[number % 3], colors="rgb" if number % 2 else "bgr").to_json("frame")

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


# Forked children


def in_a_child(work: Callable[[], str]) -> str:
    """What work() returns in a forked child, which has ten seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        answer = told.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the child was killed: {status}"
    return answer


def test_a_forked_child_cannot_go_on_with_its_parents_run(faces: ocelli.Detector) -> None:
    records = faces.detect_files([PHOTO] * 500)
    next(records)

    def go_on() -> str:
        try:
            for _ in records:
                pass
        except ocelli.UsageError as error:
            return str(error)
        return "went on"

    def leave() -> str:
        nonlocal records
        records.close()
        del records
        gc.collect()
        return "left"

    assert f"belongs to process {os.getpid()}" in in_a_child(go_on)
    assert in_a_child(leave) == "left"
    assert len(next(records)["detections"]) == 1
    records.close()


def test_more_threads_than_cores_are_no_trouble() -> None:
    script = (
        "import numpy, ocelli\n"
        "image = numpy.zeros((60, 60), numpy.uint8)\n"
        "print(len(ocelli.face().detect_batch([image] * 4, threads=1024)))\n"
        f"print(len(list(ocelli.face().detect_files({str(PHOTO)!r}, threads=1024))))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("4\n1\n", "")
