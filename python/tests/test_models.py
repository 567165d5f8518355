"""Models in other formats, and with another card."""

import shutil
from pathlib import Path

import ocelli
import pytest
from places import MODELS, PHOTO


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return Path(shutil.copy(MODELS / "digits.ocelli", tmp_path / "digits.ocelli"))


def test_models_are_converted_by_the_ending(model: Path, tmp_path: Path) -> None:
    ocelli.convert(model, tmp_path / "digits.onnx")
    assert (tmp_path / "digits.onnx").stat().st_size > 1000
    ocelli.convert(model.read_bytes(), tmp_path / "again.ocelli")
    assert ocelli.Classifier(tmp_path / "again.ocelli").classes == ocelli.digits().classes


def test_what_cannot_be_converted_is_said(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match=r"\.ocelli, .*\.xml"):
        ocelli.convert(model, tmp_path / "digits.docx")
    with pytest.raises(ocelli.UsageError):
        ocelli.convert(model, tmp_path / "digits.xml")
    with pytest.raises(ocelli.UsageError, match="itself"):
        ocelli.convert(model, model)
    with pytest.raises(ocelli.ModelError, match="absent"):
        ocelli.convert(tmp_path / "absent.ocelli", tmp_path / "a.onnx")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["digits.ocelli"]


def test_the_card_is_edited(model: Path) -> None:
    ocelli.edit(model, figure="error", value="0.4 %", data="my digits", command="measure")
    ocelli.edit(model, description="Digits of mine", license="mine", tilt=3)
    card = ocelli.Classifier(model).card
    assert card["figures"][-1] == {"name": "error", "value": "0.4 %", "data": "my digits", "command": "measure"}
    assert (card["description"], card["license"]) == ("Digits of mine", "mine")


def test_the_operating_point_is_moved(tmp_path: Path) -> None:
    model = shutil.copy(MODELS / "face.ocelli", tmp_path / "face.ocelli")
    score = ocelli.Detector(model).detect(PHOTO)[0].score
    ocelli.edit(model, min_score=score + 1)
    assert len(ocelli.Detector(model).detect(PHOTO)) == 0


def test_what_cannot_be_edited_is_said_and_the_file_stays(model: Path) -> None:
    before = model.read_bytes()
    for changes, told in [({}, "nothing to change"), ({"figure": "a"}, "value"), ({"min_score": 1}, "min_score"), ({"tilt": 91}, "tilt")]:
        with pytest.raises(ocelli.UsageError, match=told):
            ocelli.edit(model, **changes)  # type: ignore[arg-type]
    assert model.read_bytes() == before
