"""Detectors: find objects in images."""

from collections.abc import Iterable
from typing import Any

from . import _native
from ._common import Colours, Model, Path, input_list, loaded, name_of, source_of
from .results import Detections, Image, Records


class Detector:
    """Finds the objects of one cascade in images.

        detector = ocelli.Detector("face.ocelli", min_neighbours=4)
        for face in detector.detect(cv2.imread("photo.jpg")):
            print(face.box, face.score)

    model    a path or the bytes of a model of Ocelli, or of OpenCV's XML
    options  as of `ocelli detect`, with underscores: min_size, max_size, scale_step, stride, scale_stride, overhang, overlap,
             containment, min_neighbours, min_score, like; sizes are a width or (width, height)

    Immutable: any number of threads may share one. Pickling keeps the bytes, or else the path, which must then exist
    where it is unpickled.
    Raises ModelError for what is no such model, UsageError for an unknown option or a value out of range.
    """

    def __init__(self, model: Model, **options: Any) -> None:
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
    def options(self) -> dict[str, str]:
        """All options with their values."""
        return self._native.options

    @property
    def card(self) -> dict[str, Any]:
        """What trained the model: description, trained_by, data, options, seed, figures, licence."""
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

    def detect(self, image: Image, colours: Colours = "bgr") -> Detections:
        """The objects in an image, highest score first.

        image    (h, w) grey or (h, w, 3 or 4) in the order that `colours` names; uint8 or uint16; any strides.
                 Not copied where each row's pixels lie side by side and the colours are "bgr".
        colours  "bgr" (as cv2 reads images) or "rgb"

        Other threads of Python run meanwhile. Raises ImageError for another dtype or shape.
        """
        return self._detections(self._native.detect(image, colours), image, colours)

    def detect_batch(self, images: Iterable[Image], colours: Colours = "bgr", threads: int = 0) -> list[Detections]:
        """The same for many images, in parallel: a list, or an array (n, h, w) or (n, h, w, 3).

        threads  at most so many; 0: one per core

        The results are those of detect(), whatever the number of threads.
        """
        kept = list(images)
        found = self._native.detect_batch(kept, colours, threads)
        return [self._detections(arrays, image, colours) for image, arrays in zip(kept, found)]

    def _detections(self, arrays: "_native.DetectionArrays", image: Image, colours: Colours) -> Detections:
        boxes, scores, probabilities = arrays
        height, width = image.shape[:2]
        return Detections(boxes, scores, self._label, (width, height), image, colours, probabilities)

    def detect_files(self, inputs: Path | Iterable[Path], threads: int = 0, **limits: Any) -> Records:
        """Detects in image files, folders, patterns, videos, PDF files, lists: whatever the program takes as INPUT.

        limits  on each input: max_pixels, max_pages, max_seconds, max_megabytes

        Decoding, detecting and the caller's own work run in parallel.
        """
        return Records(self._native.records(input_list(inputs), limits, threads))


def _detector(kind: type[Detector], source: str | bytes, options: dict[str, Any]) -> Detector:
    return kind(source, **options)
