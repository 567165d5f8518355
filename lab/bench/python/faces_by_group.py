"""The hit rates of face detectors by group: pose, cover, light, size, blur.

    python3 lab/bench/python/faces_by_group.py $OCELLI_DATA/faces/test/wider_poses.csv NAME=FILE.jsonl... [--part even]

The files are what `ocelli detect` and the runners in lab/bench/peers write about all pictures of the table. Faces with eval = 1 count. Each detector
has one threshold for all groups: its score at 10, 100 or 1000 false positives over all pictures. Prints Markdown, one table for each
number of false positives: hit rate and its 95 % interval in percent, bold where a group is more than 3 points behind all faces.
"""

import argparse
import math
import pathlib

import cv2
import numpy as np

import face_scores

FALSE_POSITIVES = (10, 100, 1000)
BEHIND = 0.03
DARK = 70  # gray level
COVERS = {"0": "bare", "1": "hat, helmet, hood", "2": "sunglasses", "3": "beard", "4": "mask, hand, object"}


def central_square(face):
    """Where the gray level is measured: half as wide as the square box of a face, whose own box is WIDER's."""
    side = 0.93 * face.h / 2
    return face.x + face.w / 2 - side / 2, face.y + 0.51 * face.h - side / 2, side


def mean_gray(photo, face):
    x, y, side = central_square(face)
    top, left = max(0, round(y)), max(0, round(x))
    return float(np.mean(photo[top : max(top + 1, round(y + side)), left : max(left + 1, round(x + side))]))


def with_gray(faces_of, photos):
    """Adds the mean gray level to the faces of a table that does not have it."""
    for name, faces in faces_of.items():
        if faces and "mean" not in faces[0]:
            photo = cv2.imread(str(photos / faces[0]["image"]), cv2.IMREAD_GRAYSCALE)
            for face in faces:
                face["mean"] = mean_gray(photo, face_scores.box_of(face))
    return faces_of


def between(column, low, high):
    """Above low, up to high."""
    return lambda face: bool(face[column]) and low < float(face[column]) <= high


def bands(title, column, bounds):
    """Groups of faces up to the first bound, between two, and over the last one."""
    low, *_, high = bounds
    inner = [(f"{title} {a:g} to {b:g}", between(column, a, b)) for a, b in zip(bounds, bounds[1:])]
    return [(f"{title} up to {low:g}", between(column, -math.inf, low)), *inner, (f"{title} over {high:g}", between(column, high, math.inf))]


def equals(column, value):
    return lambda face: face[column] == value


def wears(kind):
    return lambda face: kind in face["covered"].split("+")


def groups_of(faces):
    """Titles and conditions, for the columns that the table has."""
    groups = [("all", lambda face: True), ("frontal", equals("frontal", "1")), ("not frontal", equals("frontal", "0"))]
    if "asym" in faces[0]:
        groups += [
            *bands("asymmetry", "asym", (0.2, 0.6, 1)),
            ("no landmarks", equals("asym", "")),
            ("tilted by over 15 degrees", lambda face: abs(float(face["roll"] or 0)) > 15),
        ]
    groups += [("unusual pose (WIDER)", equals("pose", "1")), ("partly occluded (WIDER)", equals("occlusion", "1"))]
    if "covered" in faces[0]:
        groups += [(title, wears(kind)) for kind, title in COVERS.items()]
    thirds = np.percentile([float(face["mean"]) for face in faces], (100 / 3, 200 / 3))
    groups += [
        (f"dark, mean gray below {DARK}", lambda face: float(face["mean"]) < DARK),
        ("light", lambda face: float(face["mean"]) >= DARK),
        *bands("mean gray", "mean", thirds.round()),
        ("extreme light (WIDER)", equals("illumination", "1")),
        *bands("height", "h", (30, 50, 100)),
        ("sharp", equals("blur", "0")),
        ("blurred", equals("blur", "1")),
    ]
    return [(title, condition) for title, condition in groups if any(map(condition, faces))]


def scores_of(records, faces_of):
    """The scores of all counted faces in order, and of all false positives."""
    scores, false = [], []
    for name, faces in faces_of.items():
        counted = [face["eval"] == "1" for face in faces]
        matched, others = face_scores.match(records[name]["detections"], list(map(face_scores.box_of, faces)), counted)
        scores += [-math.inf if score is None else score for score, counts in zip(matched, counted) if counts]
        false += others
    return np.array(scores), false


def found_by(records, faces_of):
    """For each number of false positives, which of the counted faces are found."""
    scores, false = scores_of(records, faces_of)
    finite = scores[np.isfinite(scores)]
    return {number: scores >= face_scores.threshold_at(number, finite, false) for number in FALSE_POSITIVES}


def cell(found, member):
    hits, count = int(np.sum(found & member)), int(np.sum(member))
    low, high = face_scores.wilson(hits, count)
    text = f"{100 * hits / count:.1f} ({100 * low:.0f}-{100 * high:.0f})"
    return f"**{text}**" if hits / count < np.mean(found) - BEHIND else text


def table_of(number, found, groups, faces):
    """found: of each detector, which faces it finds at this number of false positives."""
    rows = [[f"at {number}", "faces", *found]]
    for title, condition in groups:
        member = np.array(list(map(condition, faces)))
        rows.append([title, str(np.sum(member)), *(cell(one, member) for one in found.values())])
    return face_scores.markdown(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("detectors", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--part", choices=face_scores.PARTS, default="all", help="of the pictures by name")
    arguments = parser.parse_args()
    faces_of = with_gray(face_scores.read_faces(arguments.table, arguments.part), arguments.table.with_suffix(""))
    faces = [face for own in faces_of.values() for face in own if face["eval"] == "1"]
    files = face_scores.named_files(arguments.detectors)
    found = {name: found_by(face_scores.read_records(path, faces_of), faces_of) for name, path in files.items()}
    groups = groups_of(faces)
    for number in FALSE_POSITIVES:
        print(table_of(number, {name: one[number] for name, one in found.items()}, groups, faces))


if __name__ == "__main__":
    main()
