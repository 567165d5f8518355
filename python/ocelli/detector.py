"""Detectors: find objects in images."""

from collections.abc import Iterable
from typing import Any, Unpack

from . import _native
from ._common import Colors, Model, Path, input_list, loaded, name_of, source_of
from ._options import DetectOptions, Limits
from ._signatures import takes
from .images import Picture, Taken, in_one_order, taken_of
from .results import Detections, Records


class Detector:
    """Finds the objects of one cascade in images.

        detector = ocelli.Detector("face.ocelli", min_neighbors=4)
        for face in detector.detect("photo.jpg"):
            print(face.box, face.score)

    model    a path or the bytes of a model of Ocelli, or of OpenCV's XML
    options  as of `ocelli detect`, with underscores: min_size, scale_step, min_neighbors, min_score and others; sizes are a
             width or (width, height)

    Immutable: any number of threads may share one. Pickling keeps the bytes, or else the path, which must then exist
    where it is unpickled.
    Raises ModelError for what is no such model, UsageError for an unknown option or a value out of range.
    """

    @takes("detect")
    def __init__(self, model: Model, **options: Unpack[DetectOptions]) -> None:
        self._source = source_of(model)
        self._given = options
        self._native = loaded(_native.Detector, self._source, options)
        self._label = self._native.label

    @property
    def native(self) -> _native.Detector:
        """The compiled detector."""
        return self._native

    @property
    def label(self) -> str:
        """The name of the objects."""
        return self._label

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return self._native.options

    @property
    def card(self) -> dict[str, Any]:
        """What trained the model: description, trained_by, data, options, seed, figures, license."""
        return self._native.card

    @property
    def window(self) -> tuple[int, int]:
        """Width and height of the smallest object that can be found, in pixels."""
        return self._native.window

    def __repr__(self) -> str:
        width, height = self.window
        given = "".join(f", {name}={value!r}" for name, value in self._given.items())
        return f"<Detector of {self.label!r} from {name_of(self._source)}, {width} x {height} window{given}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _detector, (type(self), self._source, self._given)

    def detect(self, image: Picture, colors: Colors = "bgr") -> Detections:
        """The objects in an image, highest score first.

        image   an array: (h, w) gray or (h, w, 3 or 4) in the order that `colors` names; uint8 or uint16; any strides.
                Not copied where each row's pixels lie side by side and the colors are "bgr". Or the path of an image
                file, or a Pillow image: rotated as Image.open() returns it, transparency over white.
        colors  "bgr" (as cv2 reads images) or "rgb"

        Other threads of Python run meanwhile. Raises ImageError for another dtype or shape, InputError for a file that
        cannot be read.
        """
        taken = taken_of(image, colors, over_white=self._native.over_white)
        return self._detections(self._native.detect(taken.pixels, taken.colors), taken)

    def detect_batch(self, images: Iterable[Picture], colors: Colors = "bgr", threads: int = 0) -> list[Detections]:
        """The same for many images, in parallel: a list, or an array (n, h, w) or (n, h, w, 3).

        threads  at most so many; 0: one per core

        The results are those of detect(), whatever the number of threads. All images are in memory at once:
        detect_files() is for many files.
        """
        kept = [taken_of(image, colors, over_white=self._native.over_white) for image in images]
        found = self._native.detect_batch(*in_one_order(kept), threads)
        return [self._detections(arrays, taken) for taken, arrays in zip(kept, found)]

    def _detections(self, arrays: "_native.DetectionArrays", taken: Taken) -> Detections:
        height, width = taken.pixels.shape[:2]
        return Detections.of(arrays, self._label, (width, height), taken.shown, taken.colors)

    @takes("limits")
    def detect_files(self, inputs: Path | Iterable[Path], threads: int = 0, **limits: Unpack[Limits]) -> Records:
        """Detects in image files, folders, patterns, videos, PDF files, lists: whatever the program takes as INPUT.

        Decoding, detecting and the caller's own work run in parallel.
        """
        return Records(self._native.records(input_list(inputs), limits, threads))


def _detector(kind: type[Detector], source: str | bytes, options: DetectOptions) -> Detector:
    return kind(source, **options)
