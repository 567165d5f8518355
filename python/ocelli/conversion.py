"""Models as files: in other formats, and with another card or operating point."""

import os
from typing import Unpack

from . import _native
from ._common import Model, Path
from ._options import EditOptions
from ._signatures import takes
from .errors import UsageError


def convert(model: Model, output: Path) -> None:
    """Writes a model in the format that the ending of `output` names, as `ocelli convert`: the file appears whole, or not at all.

    model   a path or the bytes of a model of any kind, or of OpenCV's XML

    Raises ModelError for an invalid model, UsageError for an unsupported extension or a format that does not support the model,
    OutputError when the file cannot be written.
    """
    if not isinstance(model, bytes) and os.path.exists(output) and os.path.samefile(model, output):
        raise UsageError("is the model itself; use another file", os.fsdecode(output))
    _native.convert(model, output)


@takes("edit")
def edit(model: Path, **changes: Unpack[EditOptions]) -> None:
    """Changes a model's file: a figure or other fields of its card, its operating point, its preprocessing of images.

        ocelli.edit("mug.ocelli", figure="training time", value="12 minutes")
        ocelli.edit("mug.ocelli", min_score=4.2)

    Raises UsageError where there is nothing to change or the model has no such thing, ModelError for what is no model, OutputError
    when the file cannot be written; then it is as it was before.
    """
    _native.edit(model, dict(changes))
