"""Hit rate of faces by their size, and processor time, for several values of --min-size.

    python3 lab/bench/python/small_faces.py PROGRAM MODEL 20,15,12,10 $OCELLI_DATA/faces/test/wider_poses.csv [TABLE:even ...]

With ":even", only every second image of a table by name (0, 2, 4 ...: the half that models are chosen by). The size of a face is the
square root of its area. A hit is a detection with its center within 0.3 of the face's size and a size within a factor of 2. A detection
that hits no annotated face of any kind is a false positive.
"""

import csv
import json
import math
import pathlib
import resource
import subprocess
import sys

BINS = [(10, 12), (12, 15), (15, 20), (20, 30), (30, math.inf)]
POINTS = (10, 31, 100, 316)


def size_of(box):
    return math.sqrt(box[2] * box[3])


def is_hit(found, face):
    across = found[0] + found[2] / 2 - face[0] - face[2] / 2
    down = found[1] + found[3] / 2 - face[1] - face[3] / 2
    return math.hypot(across, down) <= 0.3 * size_of(face) and size_of(face) <= 2 * size_of(found) <= 4 * size_of(face)


def faces_of(table, half):
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})[:: 2 if half == "even" else 1]
    own = {str(table.with_suffix("") / name): [] for name in names}
    for row in rows:
        path = str(table.with_suffix("") / row["image"])
        if path in own and row["w"]:
            own[path].append(tuple(float(row[key]) for key in "xywh"))
    return own


def detect(program, model, least, paths):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    words = [program, "detect", "-m", model, "--threads", "1", "--min-size", least, "--min-neighbors", "1", "--min-score", "0", "-"]
    lines = subprocess.run(words, input="\n".join(paths), check=True, capture_output=True, text=True).stdout.splitlines()
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return [(record["input"], record["detections"]) for record in map(json.loads, lines)], seconds


def outcomes(records, faces):
    """By falling score: the size of the face that a detection is the first to hit, 0 for a false positive."""
    scored = []
    for path, detections in records:
        free = list(faces[path])
        for one in detections:
            box = (one["x"], one["y"], one["w"], one["h"])
            hits = [face for face in free if is_hit(box, face)]
            if hits:
                free.remove(hits[0])
                scored.append((one["score"], size_of(hits[0])))
            elif not any(is_hit(box, face) for face in faces[path]):
                scored.append((one["score"], 0))
    return [size for _, size in sorted(scored, key=lambda pair: -pair[0])]


def main(program, model, sizes, tables):
    faces = {}
    for table in tables:
        path, _, half = table.partition(":")
        faces |= faces_of(pathlib.Path(path), half)
    every = [size_of(face) for each in faces.values() for face in each]
    totals = [sum(low <= size < high for size in every) for low, high in BINS]
    print("faces", len(every), "by size", dict(zip(BINS, totals)))
    for least in sizes.split(","):
        records, seconds = detect(program, model, least, list(faces))
        order = outcomes(records, faces)
        print(f"--min-size {least}: {seconds:.1f} s")
        for point in POINTS:
            at = [i for i, size in enumerate(order) if size == 0]
            taken = order[: at[point]] if len(at) > point else order
            rates = [100 * sum(low <= size < high for size in taken) / max(1, total) for (low, high), total in zip(BINS, totals)]
            print(f"  {min(point, len(at)):4} false positives:", "  ".join(f"{rate:5.1f} %" for rate in rates))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
