"""What Detector, Classifier and Reader have in common."""

import os
import pathlib
from collections.abc import Callable, Iterable
from typing import Literal, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from . import _native
from .errors import ModelError

Path = Union[str, "os.PathLike[str]"]
Model = Union[str, "os.PathLike[str]", bytes]
Colors = Literal["bgr", "rgb"]
Image = NDArray[np.uint8] | NDArray[np.uint16]

_Loaded = TypeVar("_Loaded")

RUNTIME = pathlib.Path(__file__).parent / "_runtime"
BUNDLED_MODELS = RUNTIME / "share" / "ocelli" / "models"
_native.set_package_folders(str(BUNDLED_MODELS), str(RUNTIME / "libexec" / "ocelli"))


def source_of(model: Model) -> str | bytes:
    """The model as it is pickled: its bytes, or the absolute path of its file."""
    return bytes(model) if isinstance(model, (bytes, bytearray, memoryview)) else os.path.abspath(os.fsdecode(model))


def loaded(kind: Callable[..., _Loaded], source: str | bytes | None, *arguments: object) -> _Loaded:
    """A compiled model. All errors name the file."""
    try:
        return kind(source, *arguments)
    except ModelError as error:
        if error.where or source is None:
            raise
        raise ModelError(error.message, source if isinstance(source, str) else "the bytes of the model") from None


def name_of(source: str | bytes) -> str:
    """A short name of the model for people."""
    return os.path.basename(source) if isinstance(source, str) else f"{len(source)} bytes"


def input_list(inputs: Path | Iterable[Path]) -> list[str]:
    """The inputs of a run: one, or several."""
    several = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    return [os.fsdecode(each) for each in several]
