"""The package gives what the program prints, byte for byte."""

import json
from pathlib import Path

import ocelli
from pictures import mnist
from places import MANY_FACES, MODELS, PHOTO, data, program


def photos(count: int) -> list[Path]:
    sets = [data("faces/test/cmu_mit"), data("faces/test/wider_dev")]
    return [file for folder in sets for file in sorted(folder.iterdir())][:count]


def test_detections_are_the_programs_byte_for_byte(faces: ocelli.Detector) -> None:
    files = photos(200)
    lines = program("detect", *files)
    assert len(lines) == 200
    assert list(faces.detect_files(files).records_json) == lines
    in_memory = faces.detect_batch(ocelli.read_image(file, colors="gray") for file in files)
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
    lines = program("ocr", "--language", "eng", "--format", "json", *files)
    assert len(lines) == 200
    assert list(reader.read_files(files).records_json) == lines
    pages = reader.read_batch([ocelli.read_image(file, colors="gray") for file in files])
    assert [page.to_json(str(file)) for file, page in zip(files, pages)] == lines


def test_pictures_of_the_repository_give_the_programs_lines(faces: ocelli.Detector) -> None:
    files = [PHOTO, MANY_FACES]
    lines = program("detect", "-m", MODELS / "face.ocelli", *files)
    assert [faces.detect(ocelli.read_image(file, colors="gray")).to_json(str(file)) for file in files] == lines
