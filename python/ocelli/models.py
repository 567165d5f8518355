"""The bundled models, and where the program lies that comes with the package."""

from pathlib import Path
from typing import Literal, Unpack

from ._common import BUNDLED_MODELS, RUNTIME
from ._options import DetectOptions
from ._signatures import takes
from .classifier import Classifier
from .detector import Detector
from .errors import UsageError
from .reader import Reader

_OWN_LANGUAGE = "eng"
_FACE_MODELS = {"any": "face.ocelli", "frontal": "face-frontal.ocelli"}


def program() -> Path:
    """The program ocelli."""
    return RUNTIME / "bin" / "ocelli"


def model_path(name: str) -> Path:
    """The file of a bundled model by its name, "face.ocelli" or "face"; model_names() lists them. Raises UsageError."""
    for path in (BUNDLED_MODELS / name, BUNDLED_MODELS / f"{name}.ocelli"):
        if path.is_file():
            return path
    raise UsageError("unknown bundled model; available: " + ", ".join(model_names()), name)


def model_names() -> list[str]:
    """The bundled models."""
    return sorted(path.name for path in BUNDLED_MODELS.iterdir() if path.suffix in (".ocelli", ".xml"))


@takes("detect")
def face(*, views: Literal["any", "frontal"] = "any", **options: Unpack[DetectOptions]) -> Detector:
    """The bundled detector of faces, from 20 pixels on. Options as for Detector.

    views  any: turned, tilted and half covered faces too; frontal: faces that look at the camera, in less than half the time

    Raises UsageError for other views.
    """
    if views not in _FACE_MODELS:
        raise UsageError("expected any or frontal", "views")
    return Detector(model_path(_FACE_MODELS[views]), **options)


def digits() -> Classifier:
    """The bundled classifier of handwritten digits, 28 x 28 pixels, light on dark (0.35 % wrong on MNIST's test images).

    Images that cannot be a digit (colors, many shades, many things) raise ImageError, as `ocelli classify` refuses them.
    """
    return Classifier(model_path("digits.ocelli"), only_digits=True)


def reader(language: str = "auto", *, language_model: bool = True, user_words: str | Path | None = None) -> Reader:
    """The bundled reader of printed text.

    language  one of languages(), several joined by +, such as "deu+fra", or "auto": of each page the one that explains it best

    user_words  a file of words to expect, such as names and products, one per line; None: no file

    Raises UsageError for other languages.
    """
    return Reader(None, language_model=language_model, language=language, user_words=user_words)


def languages() -> list[str]:
    """The languages of reader() by their codes (ISO 639-2): eng, and the other bundled ones."""
    return [_OWN_LANGUAGE, *sorted(path.stem for path in (BUNDLED_MODELS / "languages").glob("*.ocelli"))]
