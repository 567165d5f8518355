"""Makes videos with known tracks from photos with known faces.

    /usr/bin/python3 lab/bench/python/face_videos.py TABLE FOLDER [--half even|odd] [--videos 40] [--frames 150] [--size 640x360] [--seed 1]

TABLE is $OCELLI_DATA/faces/test/wider_dev.csv or the like: `eval` = 1 faces must be found, a hit on any other is ignored. Each
photo, enlarged to 1.4 times the frame at least, is seen by a camera that pans along a smooth path, zooms by a factor of 0.8 to
1.25, and shakes a little. A gray pole crosses the picture, a fifth of a second is blurred by motion twice in a video, the light
changes by a quarter, and there is noise. FOLDER gets NAME.avi (JPEG frames of quality 95, 30 a second) and NAME.txt, tracks in the
format of the MOT challenge: the seventh number is 0 for what may be hit or missed: faces out of the frame or covered by more than
a half, smaller than 20 pixels, or not `eval`. Needs OpenCV for Python.
"""
import argparse
import csv
import math
import random
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

LEAST_SIDE = 20


def photos_of(table, half):
    faces = defaultdict(list)
    with open(table, newline="") as file:
        for row in csv.DictReader(file):
            x, y, w, h = (float(row[key]) for key in "xywh")
            # WIDER's boxes are tight around forehead and chin: the square of detectors lies so in them.
            box = (x + w / 2 - 0.465 * h, y + 0.045 * h, 0.93 * h, 0.93 * h)
            faces[row["image"]].append((box, row["eval"] == "1"))
    names = sorted(faces)
    return [(name, faces[name]) for i, name in enumerate(names) if i % 2 == (half == "odd")]


class Camera:
    """A smooth path over a photo: the frame's center and its scale, in pixels of the photo."""

    def __init__(self, randoms, photo, frame):
        self.photo, self.frame = photo, frame
        self.phases = [randoms.uniform(0, 2 * math.pi) for _ in range(3)]
        self.periods = [randoms.uniform(80, 240) for _ in range(3)]
        self.least = max(frame[0] / photo[0], frame[1] / photo[1])  # the frame never leaves the photo
        self.shake = np.cumsum(np.random.default_rng(randoms.randrange(1 << 30)).normal(0, 0.6, (4000, 2)), axis=0)
        self.shake -= cv2.blur(self.shake, (1, 61))

    def at(self, index):
        wave = [math.sin(phase + 2 * math.pi * index / period) for phase, period in zip(self.phases, self.periods)]
        scale = max(self.least, 1.0 * 1.25 ** wave[2])
        middle = []
        for axis in range(2):
            room = self.photo[axis] - self.frame[axis] / scale
            place = self.photo[axis] / 2 + 0.4 * room * wave[axis] + self.shake[index % 4000][axis] / scale
            middle.append(min(max(place, self.frame[axis] / scale / 2), self.photo[axis] - self.frame[axis] / scale / 2))
        return np.array([[scale, 0, self.frame[0] / 2 - scale * middle[0]], [0, scale, self.frame[1] / 2 - scale * middle[1]]])


def shown_share(box, pole, frame):
    """The part of a box that is in the frame and not behind the pole."""
    x, y, w, h = box
    left, right, top, bottom = max(x, 0), min(x + w, frame[0]), max(y, 0), min(y + h, frame[1])
    if right <= left or bottom <= top:
        return 0.0
    behind = max(0.0, min(right, pole[1]) - max(left, pole[0]))
    return (right - left - behind) * (bottom - top) / (w * h)


def motion_blurred(picture, length, angle):
    kernel = np.zeros((length, length), np.float32)
    middle = (length - 1) / 2
    for t in np.linspace(-middle, middle, 4 * length):
        kernel[int(round(middle + t * math.sin(angle))), int(round(middle + t * math.cos(angle)))] = 1
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def make_video(randoms, photo, faces, path, frames, size):
    enlarged = max(1.4 * size[1] / photo.shape[0], 1.4 * size[0] / photo.shape[1])
    photo = cv2.resize(photo, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
    camera = Camera(randoms, (photo.shape[1], photo.shape[0]), size)
    noise = np.random.default_rng(randoms.randrange(1 << 30))
    blurs = sorted(randoms.randrange(10, frames - 10) for _ in range(2))
    pole_start, pole_width = randoms.uniform(0, frames), randoms.uniform(0.04, 0.10) * size[0]
    writer = cv2.VideoWriter(str(path.with_suffix(".avi")), cv2.VideoWriter_fourcc(*"MJPG"), 30, size)
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 95)
    lines = []
    for index in range(frames):
        to_frame = camera.at(index)
        picture = cv2.warpAffine(photo, to_frame, size, flags=cv2.INTER_AREA if to_frame[0, 0] < 1 else cv2.INTER_LINEAR)
        pole_left = (index - pole_start) / 40 * size[0]
        pole = (pole_left, pole_left + pole_width)
        cv2.rectangle(picture, (int(pole[0]), 0), (int(pole[1]), size[1]), (90, 90, 90), -1)
        if any(start <= index < start + 6 for start in blurs):
            picture = motion_blurred(picture, 9, randoms.choice([0.0, 0.8, 1.6]))
        light = 1 + 0.25 * math.sin(2 * math.pi * index / 97)
        picture = np.clip(picture * light + noise.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
        writer.write(picture)
        for track, (box, must_find) in enumerate(faces, 1):
            x, y, w, h = (enlarged * value for value in box)
            left, top = to_frame @ (x, y, 1)
            placed = (left, top, to_frame[0, 0] * w, to_frame[0, 0] * h)
            share = shown_share(placed, pole, size)
            if share == 0:
                continue
            counts = must_find and share >= 0.5 and min(placed[2:]) >= LEAST_SIDE
            lines.append(f"{index + 1},{track}," + ",".join(f"{value:.1f}" for value in placed) + f",{int(counts)},1,{share:.2f}")
    writer.release()
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=["even", "odd"], default="even")
    parser.add_argument("--videos", type=int, default=40)
    parser.add_argument("--frames", type=int, default=150)
    parser.add_argument("--size", default="640x360")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    randoms = random.Random(options.seed)
    size = tuple(int(side) for side in options.size.split("x"))
    options.folder.mkdir(parents=True, exist_ok=True)
    photos = [(name, faces) for name, faces in photos_of(options.table, options.half) if any(must for _, must in faces)]
    for name, faces in randoms.sample(photos, min(options.videos, len(photos))):
        photo = cv2.imread(str(options.table.with_suffix("") / name))
        make_video(randoms, photo, faces, options.folder / Path(name).stem, options.frames, size)


if __name__ == "__main__":
    main()
