"""Annotated faces, the detections of JSON Lines, and which of them match: what the evaluations of face detectors have in common."""

import collections
import csv
import dataclasses
import json
import math
import pathlib

PARTS = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}  # of the pictures, by name


@dataclasses.dataclass(frozen=True)
class Box:
    x: float
    y: float
    w: float
    h: float
    score: float = 0

    @property
    def size(self):
        """The side of a square of the same area."""
        return math.sqrt(self.w * self.h)

    def distance(self, other):
        """Between the centers."""
        return math.hypot(self.x + self.w / 2 - other.x - other.w / 2, self.y + self.h / 2 - other.y - other.h / 2)

    def overlap(self, other):
        """Intersection over union."""
        w = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        h = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return w * h / (self.w * self.h + other.w * other.h - w * h) if w > 0 and h > 0 else 0.0


def box_of(cells, score=0):
    return Box(*(float(cells[name]) for name in "xywh"), float(score))


def read_faces(table, part="all"):
    """The rows of a table by the name of their picture, without its ending; pictures without a face have none."""
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    pictures = {name: [] for name in sorted({row["image"] for row in rows})[PARTS[part]]}
    for row in rows:
        if row["image"] in pictures and row["w"]:
            pictures[row["image"]].append(row)
    return {pathlib.Path(name).stem: faces for name, faces in pictures.items()}


def read_records(path, pictures):
    """The records of the pictures by name, their detections as boxes, highest score first."""
    with open(path) as file:
        records = {pathlib.Path(record["input"]).stem: record for record in map(json.loads, file)}
    missing = [name for name in pictures if name not in records]
    if missing:
        raise SystemExit(f"{path}: no record of {missing[0]} (pictures without a record: {len(missing)})")
    for record in records.values():
        boxes = [box_of(detection, detection["score"]) for detection in record["detections"]]
        record["detections"] = sorted(boxes, key=lambda box: -box.score)
    return {name: records[name] for name in pictures}


def named_files(arguments):
    """NAME=FILE, as a dictionary."""
    return dict(argument.split("=", 1) for argument in arguments)


def markdown(rows):
    """A table of texts, the first row its header; all columns but the first are right-aligned."""
    header, *others = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---", *["---:"] * (len(header) - 1)], *others]) + "\n"


def admits(detection, face):
    """Whether a detection is a hit: center within 0.3 of the face's size, size within a factor of 2."""
    return detection.distance(face) <= 0.3 * face.size and face.size <= 2 * detection.size <= 4 * face.size


def match(detections, faces, counted):
    """The score of each face (None: not found), and those of the false positives.

    Highest score first, a detection matches the nearest face that it hits and that none has matched before. One that matches a face
    that is not counted is no false positive.
    """
    scores = [None] * len(faces)
    false = []
    for detection in detections:
        free = [i for i, face in enumerate(faces) if scores[i] is None and admits(detection, face)]
        if free:
            scores[min(free, key=lambda i: (detection.distance(faces[i]), not counted[i]))] = detection.score
        else:
            false.append(detection.score)
    return scores, false


def threshold_at(false_positives, scores, false):
    """The lowest of the scores of faces and false positives with at most so many false positives; infinite if there is none."""
    above = collections.Counter(false)
    threshold = math.inf
    for score in sorted({*scores, *false}, reverse=True):
        false_positives -= above[score]
        if false_positives < 0:
            break
        threshold = score
    return threshold


def wilson(hits, count, z=1.96):
    """The 95 % interval of a rate by Wilson."""
    rate = hits / count
    center = rate + z * z / (2 * count)
    spread = z * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    return max(0.0, (center - spread) / (1 + z * z / count)), min(1.0, (center + spread) / (1 + z * z / count))
