"""Writes an annotated set of photos as newspaper print, copies, fog and noise show them, to choose detectors by.

    python3 lab/bench/python/degraded_scenes.py $OCELLI_DATA/faces/test/wider_dev.csv FOLDER
    ocelli eval detector --min-size 20 FOLDER/screen.csv

Takes every second image by name (0, 2, 4 ...: the half that models are chosen by), reduces it until its smallest object that counts is 28 to 60
pixels high, and writes it in four ways, each a folder with its annotations beside it. The same files each time.
"""

import csv
import pathlib
import sys

import cv2
import numpy as np


def steep(gray, slope, middle):
    return 255 / (1 + np.exp(-slope * (gray - middle) / 255))


def screen(gray, random):
    """Dots of ink at 45 degrees, 1.4 to 2.2 pixels apart, as a scanner sees them."""
    finer = 3
    height, width = gray.shape
    fine = cv2.resize(steep(gray, 6, np.median(gray)), (finer * width, finer * height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0 : fine.shape[0], 0 : fine.shape[1]] * (np.sqrt(2) * np.pi / (finer * random.uniform(1.4, 2.2)))
    ink = np.where(fine > 127 + 64 * (np.cos(x + y) + np.cos(x - y)), 255.0, 0.0).astype(np.float32)
    return cv2.resize(cv2.GaussianBlur(ink, (0, 0), 0.45 * finer), (width, height), interpolation=cv2.INTER_AREA)


WAYS = {
    "screen": screen,
    "coarse": lambda gray, random: cv2.GaussianBlur(steep(gray, 9, np.median(gray) - 10), (0, 0), 0.8),
    "contrast": lambda gray, random: 60 + 0.3 * gray + random.normal(0, 3, gray.shape),
    "noise": lambda gray, random: cv2.GaussianBlur(gray, (0, 0), 0.6) + random.normal(0, 14, gray.shape),
}


def smaller(gray, rows, random):
    heights = [float(row["h"]) for row in rows if row["w"] and row["frontal"] == "1"]
    factor = np.clip(random.uniform(28, 60) / min(heights), 0.25, 1) if heights else 1
    size = [max(32, round(factor * side)) for side in gray.shape[::-1]]
    return cv2.resize(gray, size, interpolation=cv2.INTER_AREA)


def main(annotations, folder):
    with open(annotations, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})[::2]
    for way, degrade in WAYS.items():
        (folder / way).mkdir(parents=True, exist_ok=True)
        with open(folder / f"{way}.csv", "w", newline="") as file:
            table = csv.DictWriter(file, rows[0].keys())
            table.writeheader()
            for i, name in enumerate(names):
                random = np.random.default_rng(i)
                own = [row for row in rows if row["image"] == name]
                gray = cv2.imread(str(annotations.with_suffix("") / name), cv2.IMREAD_GRAYSCALE).astype(np.float32)
                small = smaller(gray, own, random)
                picture = degrade(small, random)
                picture = np.clip(picture + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
                cv2.imwrite(str(folder / way / f"{pathlib.Path(name).stem}.png"), picture)
                scales = dict(zip("xyhw", (s / g for s, g in zip(small.shape[::-1] + small.shape, gray.shape[::-1] + gray.shape))))
                for row in own:
                    moved = {key: f"{float(row[key]) * scales[key]:.1f}" for key in "xywh" if row[key]}
                    table.writerow({**row, **moved, "image": f"{pathlib.Path(name).stem}.png"})


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
