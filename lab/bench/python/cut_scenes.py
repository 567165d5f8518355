"""Cuts annotated photos so that an edge of each runs through a face, to see what a detector finds of such faces.

    python3 lab/bench/python/cut_scenes.py $OCELLI_DATA/faces/test/wider_dev.csv FOLDER
    ocelli eval detector --min-size 20 FOLDER/cut.csv

Takes every second image by name (0, 2, 4 ...: the half that models are chosen by), and of each face in it that counts a picture with up to twice
its size around it, of which one side, drawn at random, cuts 5 to 35 % of the face off. The same files each time.
"""

import csv
import pathlib
import sys

import cv2
import numpy as np

SIDES = ("left", "right", "top", "bottom")


def numbers(row):
    return [float(row[key]) for key in "xywh"]


def cut_place(face, size, random):
    """Left, top, right and bottom of the picture."""
    x, y, w, h = face
    side, share = random.choice(SIDES), random.uniform(0.05, 0.35)
    line = {"left": x + share * w, "right": x + (1 - share) * w, "top": y + share * h, "bottom": y + (1 - share) * h}[side]
    place = {"left": max(0, x - 2 * w), "top": max(0, y - 2 * h), "right": min(size[0], x + 3 * w), "bottom": min(size[1], y + 3 * h)}
    first = side in ("left", "top")
    place[side] = max(place[side], line) if first else min(place[side], line)
    return [round(place[key]) for key in ("left", "top", "right", "bottom")]


def main(annotations, folder):
    with open(annotations, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})[::2]
    (folder / "cut").mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    with open(folder / "cut.csv", "w", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys())
        table.writeheader()
        for name in names:
            photo = cv2.imread(str(annotations.with_suffix("") / name), cv2.IMREAD_GRAYSCALE)
            own = [row for row in rows if row["image"] == name and row["w"]]
            for number, face in enumerate(row for row in own if row["frontal"] == "1"):
                left, top, right, bottom = cut_place(numbers(face), photo.shape[::-1], random)
                picture = f"{pathlib.Path(name).stem}-{number}.png"
                cv2.imwrite(str(folder / "cut" / picture), photo[top:bottom, left:right])
                for row in own:
                    x, y, w, h = numbers(row)
                    inside = max(0, min(x + w, right) - max(x, left)) * max(0, min(y + h, bottom) - max(y, top))
                    if inside < 0.5 * w * h:
                        continue
                    counts = int(row is face)  # the others neither count nor are false alarms
                    table.writerow({**row, "image": picture, "x": f"{x - left:.1f}", "y": f"{y - top:.1f}", "frontal": counts})


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
