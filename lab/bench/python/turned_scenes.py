"""Turns annotated photos in the image plane, to see what a detector finds of turned objects.

    python3 lab/bench/python/turned_scenes.py --angles 0,90,180,270 $OCELLI_DATA/faces/test/cmu_mit.csv FOLDER
    ocelli eval detector --min-size 20 --rotation quarter FOLDER/turned.csv

Writes each photo turned clockwise by each angle, or with --in-turn by one of the angles, the next one for each photo by name. The corners of
tilted pictures repeat the pixels at the photo's edge. The boxes keep their centers and sizes; those turned by about a quarter swap their sides.
With --half, only every second photo by name: the even half, which models are chosen by, or the odd one.
"""

import argparse
import csv
import pathlib

import cv2
import numpy as np


def turn_of(size, angle):
    """The matrix from places in a photo of a size, width and height, to those in the turned picture, and the picture's size."""
    cosine, sine = (round(float(value), 12) for value in (np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))))
    width = round(size[0] * abs(cosine) + size[1] * abs(sine))
    height = round(size[0] * abs(sine) + size[1] * abs(cosine))
    linear = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([width, height]) / 2 - linear @ np.array(size) / 2
    return np.column_stack([linear, middle]), (width, height)


def turned(photo, angle):
    if angle % 90 == 0:
        return np.rot90(photo, -angle // 90)
    matrix, size = turn_of(photo.shape[::-1], angle)
    # OpenCV's places are centers of pixels, half a pixel from their corners.
    matrix[:, 2] += matrix[:, :2] @ [0.5, 0.5] - 0.5
    return cv2.warpAffine(photo, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def turned_box(box, size, angle):
    x, y, w, h = box
    matrix, _ = turn_of(size, angle)
    center_x, center_y = matrix @ [x + w / 2, y + h / 2, 1]
    if int(np.ceil(angle / 90 - 0.5)) % 2 == 1:
        w, h = h, w
    return center_x - w / 2, center_y - h / 2, w, h


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("annotations", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--angles", default=",".join(map(str, range(0, 360, 15))))
    parser.add_argument("--half", choices=("even", "odd"))
    parser.add_argument("--in-turn", action="store_true")
    arguments = parser.parse_args()
    angles = [int(angle) for angle in arguments.angles.split(",")]
    with open(arguments.annotations, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["image"] for row in rows})
    if arguments.half:
        names = names[("even", "odd").index(arguments.half) :: 2]
    (arguments.folder / "turned").mkdir(parents=True, exist_ok=True)
    flags = [key for key in ("frontal", "eval") if key in rows[0]]
    with open(arguments.folder / "turned.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["image", "x", "y", "w", "h", *flags])
        for number, name in enumerate(names):
            photo = cv2.imread(str(arguments.annotations.with_suffix("") / name), cv2.IMREAD_GRAYSCALE)
            own = [row for row in rows if row["image"] == name]
            for angle in [angles[number % len(angles)]] if arguments.in_turn else angles:
                picture = f"{pathlib.Path(name).stem}-{angle}.png"
                cv2.imwrite(str(arguments.folder / "turned" / picture), turned(photo, angle))
                for row in own:
                    if not row["w"]:
                        table.writerow([picture, "", "", "", "", *(row[key] for key in flags)])
                        continue
                    box = turned_box([float(row[key]) for key in "xywh"], photo.shape[::-1], angle)
                    table.writerow([picture, *(f"{value:.1f}" for value in box), *(row[key] for key in flags)])


if __name__ == "__main__":
    main()
