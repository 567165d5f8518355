from typing import TypedDict
class DetectOptions(TypedDict, total=False):
    min_neighbors: int | None
    min_score: float | None
class Limits(TypedDict, total=False):
    max_pixels: int | None
class ReadingOptions(TypedDict, total=False):
    x: int
class ReadFilesOptions(TypedDict, total=False):
    x: int
class DetectorTrainingOptions(TypedDict, total=False):
    x: int
class ClassifierTrainingOptions(TypedDict, total=False):
    x: int
class ReaderTrainingOptions(TypedDict, total=False):
    x: int
class CrossValidationOptions(TypedDict, total=False):
    x: int
class ClassifierEvaluationOptions(TypedDict, total=False):
    x: int
class EditOptions(TypedDict, total=False):
    x: int
