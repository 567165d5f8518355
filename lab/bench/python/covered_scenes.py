"""Covers a side of each face of annotated photos with a piece of another photo, to see what a detector finds of such faces.

    python3 lab/bench/python/covered_scenes.py $OCELLI_DATA/faces/test/wider_dev.csv FOLDER
    ocelli eval detector --min-size 20 FOLDER/covered.csv

Takes every second image by name (0, 2, 4 ...: the half that models are chosen by). Pieces are a little wider than the face, over 10 to 35 % of it
at a side drawn at random, and come from a random place of the next image, upside down lest they show a face. Annotations stay as they are. The
same files each time.
"""

import csv
import pathlib
import sys

import cv2
import numpy as np

WIDER = 0.2  # of the face, on either side


def piece_place(face, random):
    """Left, top, right and bottom of what is covered."""
    x, y, w, h = face
    off, depth = random.uniform(0.1, 0.35), random.uniform(0.5, 0.8)  # of the face, and of the piece
    left, top, right, bottom = x - WIDER * w, y - WIDER * h, x + (1 + WIDER) * w, y + (1 + WIDER) * h
    side = random.integers(4)
    if side == 0:
        left, right = x + (off - depth) * w, x + off * w
    elif side == 1:
        left, right = x + (1 - off) * w, x + (1 - off + depth) * w
    elif side == 2:
        top, bottom = y + (off - depth) * h, y + off * h
    else:
        top, bottom = y + (1 - off) * h, y + (1 - off + depth) * h
    return [round(v) for v in (left, top, right, bottom)]


def cover(photo, other, place, random):
    left, top, right, bottom = np.clip(place, 0, np.tile(photo.shape[::-1], 2))
    height, width = bottom - top, right - left
    scale = max(1, (height + 1) / other.shape[0], (width + 1) / other.shape[1])
    other = cv2.resize(cv2.rotate(other, cv2.ROTATE_180), None, fx=scale, fy=scale)
    row, column = random.integers(other.shape[0] - height + 1), random.integers(other.shape[1] - width + 1)
    photo[top:bottom, left:right] = other[row : row + height, column : column + width]


def main(annotations, folder):
    with open(annotations, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})[::2]
    photos = [cv2.imread(str(annotations.with_suffix("") / name), cv2.IMREAD_GRAYSCALE) for name in names]
    (folder / "covered").mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    with open(folder / "covered.csv", "w", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys())
        table.writeheader()
        for i, name in enumerate(names):
            photo, other = photos[i].copy(), photos[(i + 1) % len(photos)]
            picture = f"{pathlib.Path(name).stem}.png"
            for row in (row for row in rows if row["image"] == name):
                if row["w"] and row["frontal"] == "1":
                    cover(photo, other, piece_place([float(row[key]) for key in "xywh"], random), random)
                table.writerow({**row, "image": picture})
            cv2.imwrite(str(folder / "covered" / picture), photo)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
