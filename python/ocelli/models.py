"""The bundled models, and where the program lies that comes with the package."""

from pathlib import Path
from typing import Unpack

from ._options import DetectOptions
from ._signatures import takes
from .classifier import Classifier
from .detector import Detector
from .errors import UsageError
from .reader import Reader

_RUNTIME = Path(__file__).parent / "_runtime"
_MODELS = _RUNTIME / "share" / "ocelli" / "models"

_READER = "latin.ocelli"
_READER_OF_OTHERS = "latin-extended.ocelli"
_OWN_LANGUAGE = "eng"


def program() -> Path:
    """The program ocelli."""
    return _RUNTIME / "bin" / "ocelli"


def model_path(name: str) -> Path:
    """The file of a bundled model by its name, such as "face.ocelli"; model_names() lists them. Raises UsageError."""
    path = _MODELS / name
    if not path.is_file():
        raise UsageError("is no bundled model; there are: " + ", ".join(model_names()), name)
    return path


def model_names() -> list[str]:
    """The bundled models."""
    return sorted(path.name for path in _MODELS.iterdir() if path.suffix in (".ocelli", ".xml"))


@takes("detect")
def face(**options: Unpack[DetectOptions]) -> Detector:
    """The bundled detector of faces, seen from the front, from 20 pixels on. Options as for Detector."""
    return Detector(model_path("face.ocelli"), **options)


def digits() -> Classifier:
    """The bundled classifier of handwritten digits, 28 x 28 pixels, light on dark (0.35 % wrong on MNIST's test images)."""
    return Classifier(model_path("digits.ocelli"))


def reader(language: str = "eng", *, language_model: bool = True) -> Reader:
    """The bundled reader of printed text in a language, one of languages(). Raises UsageError for others."""
    known = languages()
    if language not in known:
        raise UsageError(f"there is no bundled reader of '{language}'; there are: {', '.join(known)}", "language")
    if language == _OWN_LANGUAGE:
        return Reader(model_path(_READER), language_model=language_model, code=_OWN_LANGUAGE)
    added = model_path(f"languages/{language}.ocelli")
    return Reader(model_path(_READER_OF_OTHERS), language_model=language_model, language=added)


def languages() -> list[str]:
    """The languages of reader() by their codes (ISO 639-2): eng, and those that are bundled beside it."""
    return [_OWN_LANGUAGE, *sorted(path.stem for path in (_MODELS / "languages").glob("*.ocelli"))]
