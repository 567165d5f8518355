"""The package as it is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import ocelli
import pytest
from places import PICTURES, REPOSITORY


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel holds, in a folder of its own."""
    build = os.environ.get("OCELLI_BUILD")
    if build is None:
        pytest.skip("OCELLI_BUILD names no build tree")
    package = tmp_path_factory.mktemp("site") / "ocelli"
    command = ["cmake", "--install", build, "--component", "python", "--prefix", package]
    subprocess.run(command, check=True, capture_output=True)
    for file in (REPOSITORY / "python" / "ocelli").glob("*.py*"):
        shutil.copy(file, package)
    return package


def run(package: Path, *arguments: object) -> str:
    """What Python prints with that package alone, away from the repository."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package.parent)}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=package.parent, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_finds_its_models_away_from_the_repository(installed: Path) -> None:
    source = f"import ocelli; print(len(ocelli.face().detect(ocelli.read_image({str(PICTURES / 'live.jpg')!r}))))"
    assert run(installed, "-c", source) == "1\n"
    assert run(installed, "-c", "import ocelli; print(ocelli.model_path('face.ocelli'))").startswith(str(installed))


def test_finds_its_plugins(installed: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    photo = installed.parent / "photo.webp"
    cv2.imwrite(str(photo), ocelli.read_image(PICTURES / "live.jpg"))
    source = f"import ocelli; print(ocelli.read_image({str(photo)!r}).shape)"
    assert run(installed, "-c", source) == "(420, 560, 3)\n"
    assert '"label":"face"' in run(installed, "-m", "ocelli", "detect", photo)


def test_is_the_program_too(installed: Path) -> None:
    assert run(installed, "-m", "ocelli", "--version") == f"ocelli {ocelli.__version__}\n"


def test_every_bundled_model_loads() -> None:
    kinds = {"face": ocelli.Detector, "digits": ocelli.Classifier, "latin": ocelli.Reader}
    for name in ocelli.model_names():
        assert kinds[name.split("-")[0].split(".")[0]](ocelli.model_path(name)).card["description"]


def test_a_model_that_is_not_bundled_names_those_that_are() -> None:
    with pytest.raises(ocelli.UsageError, match="face.ocelli"):
        ocelli.model_path("cat.ocelli")
    with pytest.raises(ocelli.UsageError, match="eng"):
        ocelli.reader("tlh")


def test_a_bundled_model_is_known_by_its_name_without_ending() -> None:
    assert ocelli.model_path("face") == ocelli.model_path("face.ocelli")
    assert ocelli.model_path("languages/deu").name == "deu.ocelli"


def test_every_language_is_read_with_its_letters() -> None:
    import pickle

    assert {"eng", "deu", "fra", "pol"} <= set(ocelli.languages())
    for language in ocelli.languages():
        assert "a" in ocelli.reader(language).charset
    german = ocelli.reader("deu")
    assert "\u00fc" in german.charset and "\u0142" not in german.charset
    assert pickle.loads(pickle.dumps(german)).charset == german.charset
    assert "\u00fc" not in ocelli.reader("eng").charset


def test_pages_are_read_in_any_language_by_default_or_in_several() -> None:
    import inspect
    import pickle

    assert inspect.signature(ocelli.reader).parameters["language"].default == "auto"
    both = ocelli.reader("deu+fra")
    assert {"\u00fc", "\u00e7"} <= set(both.charset) and "\u0142" not in both.charset
    assert pickle.loads(pickle.dumps(both)).charset == both.charset
    assert {"\u00fc", "\u0142"} <= set(ocelli.reader().charset)
    assert ocelli.reader("de").charset == ocelli.reader("deu").charset


def test_digits_refuse_what_cannot_be_one() -> None:
    photo = np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8)
    with pytest.raises(ocelli.ImageError, match="a model of your own classes"):
        ocelli.digits().classify(photo)
    seven = np.zeros((28, 28), np.uint8)
    seven[6:8, 8:20] = seven[8:22, 18:20] = 255
    assert ocelli.digits().classify(seven).label == "7"


def test_errors_are_one_family_and_survive_pickling() -> None:
    import pickle

    with pytest.raises(ocelli.Error) as caught:
        ocelli.Detector("absent.ocelli")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), copy.kind, copy.message, copy.where) == (
        type(caught.value),
        caught.value.kind,
        caught.value.message,
        caught.value.where,
    )
    assert "absent.ocelli" in str(copy)
