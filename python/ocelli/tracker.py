"""Trackers: follow objects through the frames of a video."""

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, Unpack

from . import _native
from ._common import Colors, Model, Path, input_list, loaded, name_of, source_of
from ._options import Limits, TrackerOptions
from ._signatures import takes
from .errors import UsageError
from .images import Picture, taken_of
from .models import model_path
from .results import Detections, Records


class Tracker:
    """Finds objects in the frames of a video and follows them: each keeps its number.

        tracker = ocelli.Tracker("face.ocelli")
        for frame in frames:
            for face in tracker.follow(frame):
                print(face.track, face.box, face.seen)

    model    as of Detector; None: the face model that comes along
    options  those of Detector, and every, track_gap and others

    One tracker serves one video, from one thread at a time.
    Raises ModelError for what is no such model, UsageError for an unknown option or a value out of range.
    """

    @takes("detect", "track")
    def __init__(self, model: Model | None = None, **options: Unpack[TrackerOptions]) -> None:
        self._source = source_of(model_path("face.ocelli") if model is None else model)
        self._native = loaded(_native.Tracker, self._source, options)

    @property
    def label(self) -> str:
        """The name of the objects."""
        return self._native.label

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return self._native.options

    def __repr__(self) -> str:
        return f"<Tracker of {self.label!r} from {name_of(self._source)}>"

    def follow(self, frame: Picture, colors: Colors = "bgr") -> Detections:
        """The objects in the next frame, in the order of their numbers; frames are as Detector.detect() takes them.

        An object that is no longer found is estimated for at most 10 frames; its `seen` is False.
        """
        taken = taken_of(frame, colors, over_white=self._native.over_white)
        arrays = self._native.follow(taken.pixels, taken.colors)
        height, width = taken.pixels.shape[:2]
        return Detections.of(arrays, self.label, (width, height), taken.shown, taken.colors)

    @takes("limits")
    def follow_files(self, inputs: Path | Iterable[Path], threads: int = 0, **limits: Unpack[Limits]) -> Records:
        """Follows the objects of videos and of folders of frames, each from its beginning, forward and backward.

        Gaps are filled with what is known before and after them, so the records of a video come when it has ended. Those of
        cameras and streams come at once.
        """
        return Records(self._native.records(input_list(inputs), limits, threads))


def track(
    frames: Iterable[Picture], model: Model | None = None, colors: Colors = "bgr", **options: Unpack[TrackerOptions]
) -> Iterator[Detections]:
    """The followed objects of each frame, as the frames come: a generator.

        for faces in ocelli.track(frames):
            print(faces.tracks, faces.boxes)

    model    None: the face model that comes along
    options  those of Tracker
    """
    if isinstance(frames, (str, PathLike)):
        raise UsageError("frames: expected pictures, got a path; Tracker.follow_files() takes files")
    tracker = Tracker(model, **options)
    for each in frames:
        yield tracker.follow(each, colors)
