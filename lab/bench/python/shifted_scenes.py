"""Counts how often a face is found in eight variants of its photo that people would call the same.

    python3 lab/bench/python/shifted_scenes.py PROGRAM $OCELLI_DATA/faces/test/wider_dev.csv [OPTION...]

Takes every second image by name (0, 2, 4 ...: the half that models are chosen by). The variants cut 0 to 3 columns and rows, and change gray levels
by a level or 3 %. The options go to `ocelli detect`. A hit is a detection with its center within 0.3 of the face's size and a size within a factor of 2.
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np

# Columns and rows cut at the left and top, gain, offset.
VARIANTS = [(0, 0, 1, 0), (1, 0, 1, 0), (0, 1, 1, 0), (2, 3, 1, 0), (3, 1, 1, 0), (0, 0, 1, 1), (0, 0, 0.97, 0), (1, 1, 1.03, 0)]


def varied(photo, left, top, gain, offset):
    return np.clip(np.rint(photo[top:, left:] * float(gain) + offset), 0, 255).astype(np.uint8)


def is_hit(found, face):
    size, own = math.sqrt(found["w"] * found["h"]), math.sqrt(face[2] * face[3])
    across = found["x"] + found["w"] / 2 - face[0] - face[2] / 2
    down = found["y"] + found["h"] / 2 - face[1] - face[3] / 2
    return math.hypot(across, down) <= 0.3 * own and own <= 2 * size <= 4 * own


def detections(program, folder, options):
    lines = subprocess.run([program, "detect", *options, folder], check=True, capture_output=True, text=True).stdout.splitlines()
    records = map(json.loads, lines)
    return {pathlib.Path(record["input"]).stem: record["detections"] for record in records}


def times_found(program, annotations, faces_of, options):
    """For each face, in how many variants it is found."""
    counts = {(name, face): 0 for name, faces in faces_of.items() for face in faces}
    for left, top, gain, offset in VARIANTS:
        with tempfile.TemporaryDirectory() as folder:
            for name in faces_of:
                photo = cv2.imread(str(annotations.with_suffix("") / name), cv2.IMREAD_GRAYSCALE)
                cv2.imwrite(f"{folder}/{pathlib.Path(name).stem}.png", varied(photo, left, top, gain, offset))
            found = detections(program, folder, options)
        for name, face in counts:
            moved = (face[0] - left, face[1] - top, face[2], face[3])
            counts[name, face] += any(is_hit(one, moved) for one in found[pathlib.Path(name).stem])
    return list(counts.values())


def main(program, annotations, options):
    with open(annotations, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})[::2]
    for kind in ("frontal", "eval"):
        own = {name: [] for name in names}
        for row in rows:
            if row["image"] in own and row["w"] and row[kind] == "1":
                own[row["image"]].append(tuple(float(row[key]) for key in "xywh"))
        times = times_found(program, annotations, own, options)
        often = [count for count in times if count >= len(VARIANTS) / 2]
        print(f"{kind}: {len(times)} faces, found in 0 to {len(VARIANTS)} variants: {[times.count(n) for n in range(len(VARIANTS) + 1)]}")
        print(f"  found in half of them or more: {len(often)}, which are found in {sum(often) / len(often) / len(VARIANTS):.2%} of the variants")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:])
