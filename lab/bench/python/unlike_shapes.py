"""Draws photos of one kind of animal in any pose, a set that no single window fits, to see what a training says of it.

    python3 lab/bench/python/unlike_shapes.py FOLDER
    ocelli train detector --positives FOLDER/info.dat --negatives FOLDER/bg.txt -o animals.ocelli

An animal is a body, a head and four legs in gray, seen from any side, 0.49 to 2.06 times as wide as high, on a ground of blotches. 200 photos show one
each, 60 more show none.
"""

import pathlib
import sys

import cv2
import numpy as np

WIDTH, HEIGHT = 480, 360


def ground(random):
    blotches = np.zeros((HEIGHT, WIDTH), np.float32)
    for size in (4, 12, 40, 120):
        coarse = random.normal(size=(HEIGHT // size + 2, WIDTH // size + 2)).astype(np.float32)
        blotches += cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) * size**0.5
    return cv2.normalize(blotches, None, 15, 235, cv2.NORM_MINMAX)


def draw_animal(photo, random):
    height = int(random.uniform(60, 150))
    width = int(height * np.exp(random.uniform(np.log(0.49), np.log(2.06))))
    left, top = int(random.integers(5, WIDTH - width - 5)), int(random.integers(5, HEIGHT - height - 5))
    shade = random.uniform(40, 200)
    parts = [((0.5, 0.5), (0.42, 0.33), shade), ((random.uniform(0.1, 0.9), random.uniform(0.1, 0.4)), (0.16, 0.16), shade + random.uniform(-40, 40))]
    parts += [((random.uniform(0.15, 0.85), random.uniform(0.7, 0.95)), (0.06, 0.18), shade * 0.8) for _ in range(4)]
    for (x, y), (across, down), gray in parts:
        center = (int(left + x * width), int(top + y * height))
        cv2.ellipse(photo, center, (max(int(across * width), 1), max(int(down * height), 1)), random.uniform(-25, 25), 0, 360, float(np.clip(gray, 0, 255)), -1)
    return left, top, width, height


def main(folder):
    random = np.random.default_rng(1)
    folder.mkdir(parents=True, exist_ok=True)
    info, empty = [], []
    for index in range(260):
        photo, name = ground(random), f"photo{index:03}.png"
        if index < 200:
            info.append("{} 1 {} {} {} {}".format(name, *draw_animal(photo, random)))
        else:
            empty.append(name)
        photo = cv2.GaussianBlur(photo, None, 0.8) + random.normal(scale=4, size=photo.shape)
        cv2.imwrite(str(folder / name), np.clip(photo, 0, 255).astype(np.uint8))
    (folder / "info.dat").write_text("\n".join(info) + "\n")
    (folder / "bg.txt").write_text("\n".join(empty) + "\n")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
