"""CascadeClassifier with the signatures and results of cv2's: a script changes one line."""

import logging
import operator
import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._common import Path, loaded
from .errors import Error, ImageError, UsageError

Rectangles = NDArray[np.int32] | tuple[()]
Counts = NDArray[np.int32] | tuple[()]
Weights = NDArray[np.float64] | tuple[()]
Size = tuple[int, int]

_ANY: Size = (0, 0)
_HAAR, _LBP = 0, 1
_log = logging.getLogger("ocelli")


class CascadeClassifier:
    """A drop-in for cv2.CascadeClassifier, which finds the same rectangles and is faster.

        faces = ocelli.CascadeClassifier("haarcascade_frontalface_alt2.xml")
        for x, y, w, h in faces.detectMultiScale(image, 1.1, 3, minSize=(40, 40)):
            ...

    filename  OpenCV's XML, in its old and new formats, or a model of Ocelli. As with cv2, a file that cannot be loaded
              leaves the classifier empty; why is logged as a warning.

    Models of Ocelli's own kind are scanned as ocelli.Detector does it: scaleFactor is its scale_step, minNeighbors its
    min_neighbors (at least 1), objects smaller than minSize or larger than maxSize are omitted.

    Images are uint8 or uint16 arrays: (h, w) or (h, w, 1) gray, (h, w, 3) BGR or (h, w, 4) BGRA, of any strides; others
    raise ImageError. None and empty images contain nothing. Where cv2 raises cv2.error, this raises an ocelli.Error.
    Once loaded, it may be used by many threads at once. It can be pickled: the file must exist where it is unpickled.
    """

    def __init__(self, filename: Path | None = None) -> None:
        self._native: _native.OpenCvCascade | None = None
        self._file = ""
        if filename is not None:
            self.load(filename)

    def load(self, filename: Path) -> bool:
        """Loads a cascade in place of the current one. Whether it could; if not, the classifier is empty."""
        self._file = os.path.abspath(os.fsdecode(filename))
        try:
            self._native = loaded(_native.OpenCvCascade, self._file)
        except Error as error:
            _log.warning("%s", error)
            self._native = None
        return self._native is not None

    def empty(self) -> bool:
        """Whether no cascade is loaded."""
        return self._native is None

    def getOriginalWindowSize(self) -> Size:
        """Width and height of the training window, in pixels."""
        return self._loaded().window

    def getFeatureType(self) -> int:
        """0 for Haar features, as those of Ocelli's own detectors are, 1 for local binary patterns."""
        return _LBP if self._loaded().has_binary_patterns else _HAAR

    def isOldFormatCascade(self) -> bool:
        """False: cascades of OpenCV 1 are converted when they are loaded, as in cv2."""
        self._loaded()
        return False

    def detectMultiScale(
        self,
        image: ArrayLike | None,
        scaleFactor: float = 1.1,
        minNeighbors: int = 3,
        flags: int = 0,
        minSize: Size | None = None,
        maxSize: Size | None = None,
    ) -> Rectangles:
        """The objects in an image: an int32 array (n, 4) of x, y, w, h in pixels, or () where there are none.

        scaleFactor   ratio of one window size to the next, 1.01 to 10
        minNeighbors  groups of at most so many windows are dropped; 0: all windows, ungrouped
        flags         without effect, as in cv2 for cascades of the new format
        minSize       width and height of the smallest objects, in pixels; None or (0, 0): the window
        maxSize       of the largest ones; None or (0, 0): the image; equal to minSize: objects of this one size, at the
                      nearest scale
        """
        return self._detect(image, scaleFactor, minNeighbors, minSize, maxSize, False)[0]

    def detectMultiScale2(
        self,
        image: ArrayLike | None,
        scaleFactor: float = 1.1,
        minNeighbors: int = 3,
        flags: int = 0,
        minSize: Size | None = None,
        maxSize: Size | None = None,
    ) -> tuple[Rectangles, Counts]:
        """The same, and the number of windows in each object: an int32 array (n,), or ()."""
        return self._detect(image, scaleFactor, minNeighbors, minSize, maxSize, False)[:2]

    def detectMultiScale3(
        self,
        image: ArrayLike | None,
        scaleFactor: float = 1.1,
        minNeighbors: int = 3,
        flags: int = 0,
        minSize: Size | None = None,
        maxSize: Size | None = None,
        outputRejectLevels: bool = False,
    ) -> tuple[Rectangles, Counts, Weights]:
        """The same, the number of stages that each object passed, an int32 array (n,), and the highest sum of the last
        stage among its windows, a float64 array (n,); a larger one means more confident.

        Without outputRejectLevels the last two are empty. (There cv2 4.6 raises an error once an object is found.)
        """
        found = self._detect(image, scaleFactor, minNeighbors, minSize, maxSize, outputRejectLevels)
        return found if outputRejectLevels else (found[0], (), ())

    def __repr__(self) -> str:
        return "<CascadeClassifier, empty>" if self.empty() else f"<CascadeClassifier {os.path.basename(self._file)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), () if self.empty() else (self._file,)

    def _loaded(self) -> _native.OpenCvCascade:
        if self._native is None:
            raise UsageError("no cascade is loaded; load() returns whether it succeeded", self._file)
        return self._native

    def _detect(
        self,
        image: ArrayLike | None,
        scale_factor: float,
        min_neighbors: int,
        min_size: Size | None,
        max_size: Size | None,
        reject_levels: bool,
    ) -> tuple[Rectangles, Counts, Weights]:
        cascade = self._loaded()
        if not 1.01 <= scale_factor <= 10:
            raise UsageError(f"must be from 1.01 to 10, got {scale_factor}", "scaleFactor")
        least, most = _size(min_size, "minSize"), _size(max_size, "maxSize")
        if image is None or np.size(image) == 0:
            return (), (), ()
        rectangles, counts, weights = cascade.detect_multi_scale(
            _picture(image), scale_factor, max(0, min_neighbors), least, most, reject_levels
        )
        if len(rectangles) == 0:
            return (), (), ()
        return rectangles, counts, weights


def _size(size: Size | None, name: str) -> Size:
    if size is None:
        return _ANY
    try:
        width, height = map(operator.index, size)
    except (TypeError, ValueError) as error:
        raise UsageError(f"must be (width, height) in whole pixels, got {size!r}", name) from error
    return max(0, width), max(0, height)


def _picture(image: ArrayLike) -> NDArray[Any]:
    if not isinstance(image, np.ndarray):
        raise ImageError(f"expected an array, got {type(image).__name__}")
    return image[..., 0] if image.ndim == 3 and image.shape[2] == 1 else image
