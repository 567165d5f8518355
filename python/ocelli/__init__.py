"""Ocelli finds objects in images, labels images and reads scanned pages, with boosted classifiers on a plain CPU.

    import ocelli
    for face in ocelli.face().detect("photo.jpg"):    # or a numpy array: gray, or BGR as in cv2; or a Pillow image
        print(face.box, face.score)

Detector, Classifier and Reader run a model; train_* and evaluate_* train and measure one; CascadeClassifier replaces cv2's.
ocelli.sklearn has the learners as scikit-learn estimators, ocelli.dask runs models on a cluster, and ocelli.ocrmypdf is a plugin.
"""

from ._native import Option, __version__, classifier_algorithms
from ._native import classifier_training_options, detect_options, detector_training_options
from ._native import reader_training_options, reading_options
from .blurring import blur
from .cascade import CascadeClassifier
from .classifications import Classifications
from .classifier import Classifier
from .conversion import convert, edit
from .detector import Detector
from .errors import Canceled, Error, ImageError, InputError, ModelError, OutputError, TrainingError, UsageError
from .evaluation import ClassifierScores, CrossValidationScores, DetectorScores, ReaderScores, TrackScores
from .evaluation import cross_validate, evaluate_classifier, evaluate_detector, evaluate_reader, evaluate_tracks
from .images import read_image, write_image
from .models import digits, face, languages, model_names, model_path, program, reader
from .reader import Reader, write_searchable_pdf
from .results import Block, Box, Cell, Classification, Detection, Detections, Explanations, Glyph, Line, Page, Pose, Records, Table, Word
from .tracker import Tracker, track
from .training import Problem, Progress, TrainingResult, adapt_reader, read_log, train_classifier, train_detector, train_language, train_reader

__all__ = [
    "Block",
    "Box",
    "Canceled",
    "CascadeClassifier",
    "Cell",
    "Classification",
    "Classifications",
    "Classifier",
    "ClassifierScores",
    "CrossValidationScores",
    "Detection",
    "Detections",
    "Detector",
    "DetectorScores",
    "Error",
    "Explanations",
    "Glyph",
    "ImageError",
    "InputError",
    "Line",
    "ModelError",
    "Option",
    "OutputError",
    "Page",
    "Pose",
    "Problem",
    "Progress",
    "Reader",
    "ReaderScores",
    "Records",
    "Table",
    "TrackScores",
    "Tracker",
    "TrainingError",
    "TrainingResult",
    "UsageError",
    "Word",
    "__version__",
    "adapt_reader",
    "blur",
    "classifier_algorithms",
    "classifier_training_options",
    "convert",
    "cross_validate",
    "detect_options",
    "detector_training_options",
    "digits",
    "edit",
    "evaluate_classifier",
    "evaluate_detector",
    "evaluate_reader",
    "evaluate_tracks",
    "face",
    "languages",
    "model_names",
    "model_path",
    "program",
    "read_image",
    "read_log",
    "reader",
    "reader_training_options",
    "reading_options",
    "track",
    "train_classifier",
    "train_detector",
    "train_language",
    "train_reader",
    "write_image",
    "write_searchable_pdf",
]
