"""Pastes traffic signs of three shapes on photos, to see what a training for several shapes finds.

    python3 lab/bench/python/signs_of_shapes.py FOLDER [CLASS]
    ocelli train detector --positives FOLDER/train.csv --negatives FOLDER/without.txt --label sign -o FOLDER/signs.ocelli
    ocelli eval detector -m FOLDER/signs.ocelli FOLDER/test.csv

Each photo shows one sign of a class of GTSRB (14: stop), half, once or twice as wide as high. 150 signs of the training set lie on photos of BSDS, 150 of
the test set on photos of haarneg, and 150 more test photos show none.
"""

import csv
import gzip
import os
import pathlib
import sys

import cv2
import numpy as np

DATA = pathlib.Path(os.environ.get("OCELLI_DATA", "../shared/data"))
SHAPES = (0.5, 1.0, 2.0)


def signs(part, wanted):
    def read(name, header):
        return np.frombuffer(gzip.open(DATA / "gtsrb" / f"gtsrb-{part}-{name}.gz").read(), np.uint8)[header:]

    images = read("images-idx3-ubyte", 16).reshape(-1, 24, 24)
    return images[read("labels-idx1-ubyte", 8) == wanted]


def photos(folder):
    return sorted(path for path in (DATA / "faces/train-neg" / folder).iterdir() if path.suffix in (".jpg", ".png"))


def paste(photo, sign, random):
    shape, side = SHAPES[random.integers(len(SHAPES))], random.uniform(28, 70)
    width, height = round(side * shape**0.5), round(side / shape**0.5)
    left, top = random.integers(0, photo.shape[1] - width), random.integers(0, photo.shape[0] - height)
    patch = cv2.resize(sign, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    mask = np.zeros((height, width), np.float32)
    mask[2:-2, 2:-2] = 1
    mask = cv2.GaussianBlur(mask, None, 1.5)
    place = photo[top : top + height, left : left + width]
    place[:] = mask * patch + (1 - mask) * place
    return left, top, width, height


def write_set(folder, name, some_signs, some_photos, empty, random):
    with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["image", "x", "y", "w", "h"])
        for index, (sign, path) in enumerate(zip(some_signs, some_photos)):
            photo = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            box = paste(photo, sign, random)
            cv2.imwrite(str(folder / f"{name}{index:03}.png"), photo)
            table.writerow([f"{name}{index:03}.png", *box])
        for path in empty:
            table.writerow([path.resolve(), "", "", "", ""])


def main(folder, wanted):
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    ours, others = photos("bsds"), photos("haarneg")
    write_set(folder, "train", signs("train", wanted)[:150], ours[:150], [], random)
    (folder / "without.txt").write_text("\n".join(str(path.resolve()) for path in ours[150:]) + "\n", encoding="utf-8")
    write_set(folder, "test", signs("test", wanted)[:150], others[::5], others[1:750:5], random)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 14)
