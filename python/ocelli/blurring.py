"""Copies of photos and videos with faces made unrecognizable."""

import json
from collections.abc import Callable
from typing import Any, Unpack

from . import _native
from ._common import Path
from ._options import BlurOptions
from ._signatures import takes
from .models import model_path
from .training import Progress, progress_function


@takes("detect", "blur")
def blur(
    input: Path,
    output: Path,
    *,
    model: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    **options: Unpack[BlurOptions],
) -> dict[str, Any]:
    """Writes a copy of a photo, a PDF file or a video with faces made unrecognizable, as `ocelli blur`. It appears when it is complete.

        report = ocelli.blur("party.mp4", "blurred.mp4")
        print(report["look_at"])

    model   of another detector; None: the bundled one of faces

    Returns the report: the objects that were hidden, and the frames to look at.
    Raises InputError naming a file that is refused and why, OutputError, UsageError when the output is the input.
    """
    progress = None if on_progress is None else progress_function(on_progress)
    used = model_path("face") if model is None else model
    report = json.loads(_native.blur(used, input, output, model is None, dict(options), progress))
    result: dict[str, Any] = report["files"][0]
    if "miss_rate" in report:
        result["miss_rate"] = report["miss_rate"]
    return result
