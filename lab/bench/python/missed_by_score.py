"""Faces that are missed, and false detections, by the least score.

    ocelli detect --min-score -2 --min-neighbors 1 --min-size 20 $OCELLI_DATA/faces/test/wider_dev > faces.jsonl
    python3 lab/bench/python/missed_by_score.py faces.jsonl $OCELLI_DATA/faces/test/wider_dev.csv [even|odd] 4.5 3.5 ...

By the scoring rule of the data: a hit has its center within 0.3 of the true side, and a size within a factor of 2. `eval` = 1 must
be found; a hit on another face is ignored. `even` takes photos 0, 2, 4 ... by name.
"""
import csv
import json
import math
import sys
from collections import defaultdict
from pathlib import Path


def truths_of(table, half):
    faces = defaultdict(list)
    with open(table, newline="") as file:
        for row in csv.DictReader(file):
            x, y, w, h = (float(row[key]) for key in "xywh")
            faces[row["image"]].append((x + w / 2, y + 0.51 * h, 0.93 * h, row["eval"] == "1"))
    names = sorted(faces)
    return {name: faces[name] for i, name in enumerate(names) if half is None or i % 2 == (half == "odd")}


def hit_by(found, faces):
    """The face that a detection is on, one that must be found first; None for a false detection."""
    x, y, side = found["x"] + found["w"] / 2, found["y"] + found["h"] / 2, found["w"]
    hits = [i for i, (fx, fy, fs, _) in enumerate(faces) if math.hypot(x - fx, y - fy) <= 0.3 * fs and fs / 2 <= side <= 2 * fs]
    return max(hits, key=lambda i: faces[i][3], default=None)


def main():
    lines, table, *rest = sys.argv[1:]
    half = rest.pop(0) if rest and rest[0] in ("even", "odd") else None
    truths = truths_of(table, half)
    total = sum(face[3] for faces in truths.values() for face in faces)
    records = [json.loads(line) for line in Path(lines).read_text().splitlines()]
    records = [(truths[Path(record["input"]).name], record["detections"]) for record in records if Path(record["input"]).name in truths]
    for least in map(float, rest):
        hits, false = 0, 0
        for faces, detections in records:
            on = [hit_by(found, faces) for found in detections if found["score"] >= least]
            hits += len({i for i in on if i is not None and faces[i][3]})
            false += on.count(None)
        print(f"score {least:4.1f}: {100 - 100 * hits / total:5.1f} % of {total} faces missed, {false / len(records):.2f} false in a photo")


main()
