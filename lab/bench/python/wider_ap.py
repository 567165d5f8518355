"""Average precision of face detectors by the definition of WIDER FACE.

    python3 lab/bench/python/wider_ap.py $OCELLI_DATA/faces/test/wider_dev.csv NAME=FILE.jsonl... [--part even]

Scores are mapped to 0 to 1 over all pictures. By descending score, a detection belongs to the face that it overlaps most, of all annotated ones:
if their intersection over union is at least 0.5, it finds a face of the subset once, and is left out if the face is not in the subset. Precision and
recall are taken at 1000 evenly spaced scores; the area is below the precision made monotonic, as in PASCAL VOC 2010.
The lists of easy, medium and hard faces are not in the tables. As an approximation, the subsets are the valid faces of at least 50, 30 and 10 pixels
in height on WIDER's own pictures, which are 1024 pixels wide.
"""

import argparse
import pathlib

import numpy as np

import face_scores

MIN_OVERLAP = 0.5
THRESHOLDS = 1000
WIDTH = 1024  # of WIDER's pictures
MIN_HEIGHTS = {"easy": 50, "medium": 30, "hard": 10}


def matched(detections, faces, counted):
    """Of detections in order of score: which ones find a counted face, and which ones count as detections at all."""
    hits, proposals, found = [], [], set()
    for detection in detections:
        overlaps = [detection.overlap(face) for face in faces]
        best = int(np.argmax(overlaps)) if faces else None
        is_match = faces and overlaps[best] >= MIN_OVERLAP
        hits.append(bool(is_match and counted[best] and best not in found))
        proposals.append(not (is_match and not counted[best]))
        if hits[-1]:
            found.add(best)
    return hits, proposals


def area(recall, precision):
    recall = np.concatenate([[0], recall, [1]])
    precision = np.maximum.accumulate(np.concatenate([[0], precision, [0]])[::-1])[::-1]
    return float(np.sum(np.diff(recall) * precision[1:]))


def average_precision(pictures):
    """Of tuples of a picture's detections in order of score, its faces, and which of these are counted."""
    outcomes = [matched(*picture) for picture in pictures]
    scores = np.array([detection.score for detections, _, _ in pictures for detection in detections])
    hits, proposals = (np.concatenate([outcome[i] for outcome in outcomes]).astype(int) for i in range(2))
    scores = (scores - scores.min()) / (scores.max() - scores.min())
    order = np.argsort(-scores, kind="stable")
    thresholds = 1 - np.arange(1, THRESHOLDS + 1) / THRESHOLDS
    above = np.searchsorted(-scores[order], -thresholds, side="right")
    hits_above, proposals_above = (np.concatenate([[0], np.cumsum(one[order])])[above] for one in (hits, proposals))
    faces = sum(sum(counted) for _, _, counted in pictures)
    return area(hits_above / faces, hits_above / np.maximum(proposals_above, 1))


def is_counted(face, scale, min_height):
    return face["invalid"] == "0" and float(face["h"]) * scale >= min_height


def pictures_of(records, faces_of, min_height):
    """What average_precision() takes."""
    return [(records[name]["detections"], list(map(face_scores.box_of, faces)),
             [is_counted(face, WIDTH / records[name]["width"], min_height) for face in faces]) for name, faces in faces_of.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("detectors", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--part", choices=face_scores.PARTS, default="all", help="of the pictures by name")
    arguments = parser.parse_args()
    faces_of = face_scores.read_faces(arguments.table, arguments.part)
    rows = [["average precision", *MIN_HEIGHTS]]
    for name, path in face_scores.named_files(arguments.detectors).items():
        subsets = [pictures_of(face_scores.read_records(path, faces_of), faces_of, height) for height in MIN_HEIGHTS.values()]
        rows.append([name, *(f"{100 * average_precision(subset):.1f} %" for subset in subsets)])
    counts = [str(sum(sum(counted) for _, _, counted in subset)) for subset in subsets]
    print(face_scores.markdown([*rows, ["faces", *counts]]))


if __name__ == "__main__":
    main()
