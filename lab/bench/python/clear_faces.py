"""Counts the faces of made videos that a blurred copy still shows.

    /usr/bin/python3 lab/bench/python/clear_faces.py VIDEOS BLURRED

VIDEOS is a folder that face_videos.py wrote; BLURRED has a copy of each video by the same name, whatever its ending. A face that
counts is clear in a frame if the details of the middle of its box are still there: the correlation of both Laplacians, each after
a small blur against noise, is above 0.5. Prints the faces shown, those that are clear, and for each size the share of both. Needs
OpenCV for Python.
"""
import argparse
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

SIZES = (20, 30, 40, 60, 100, 10_000)
CLEAR = 0.5


def details(picture):
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return cv2.Laplacian(cv2.GaussianBlur(gray, (0, 0), 1.2), cv2.CV_32F)


def is_clear(before, after, box):
    x, y, w, h = box
    left, top = max(0, round(x + 0.2 * w)), max(0, round(y + 0.2 * h))
    right, bottom = min(before.shape[1], round(x + 0.8 * w)), min(before.shape[0], round(y + 0.8 * h))
    if right - left < 8 or bottom - top < 8:
        return False
    a, b = before[top:bottom, left:right].ravel(), after[top:bottom, left:right].ravel()
    spread = a.std() * b.std()
    return spread > 0 and float(((a - a.mean()) * (b - b.mean())).mean() / spread) > CLEAR


def truths_of(file):
    frames = defaultdict(list)
    for line in file.read_text().splitlines():
        numbers = [float(cell) for cell in line.split(",")]
        if numbers[6] == 1:
            frames[int(numbers[0])].append((int(numbers[1]), numbers[2:6]))
    return frames


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("videos", type=Path)
    parser.add_argument("blurred", type=Path)
    options = parser.parse_args()
    shown, clear, tracks, exposed = defaultdict(int), defaultdict(int), set(), set()
    frames_in_all, frames_with_clear = 0, 0
    for file in sorted(options.videos.glob("*.txt")):
        copies = [path for path in options.blurred.glob(file.stem + ".*") if path.suffix not in (".txt", ".json")]
        videos = [cv2.VideoCapture(str(path)) for path in (file.with_suffix(".avi"), copies[0])]
        truths = truths_of(file)
        for number in range(1, 1_000_000):
            (ok, before), (copied, after) = (video.read() for video in videos)
            if not ok:
                break
            if not copied:
                raise SystemExit(f"{copies[0]} lacks frame {number}")
            frames_in_all += 1
            faces = truths.get(number, [])
            if not faces:
                continue
            before, after = details(before), details(after)
            any_clear = False
            for track, box in faces:
                size = next(i for i, limit in enumerate(SIZES[1:]) if min(box[2:]) < limit)
                shown[size] += 1
                tracks.add((file.stem, track))
                if is_clear(before, after, box):
                    clear[size] += 1
                    any_clear = True
                    exposed.add((file.stem, track))
            frames_with_clear += any_clear
    print(f"{sum(shown.values())} faces in {frames_in_all} frames: {sum(clear.values())} clear "
          f"({100 * sum(clear.values()) / sum(shown.values()):.2f} %), in {1000 * frames_with_clear / frames_in_all:.1f} of 1000 frames; "
          f"of {len(tracks)} people, {len(tracks) - len(exposed)} are never clear")
    for i in sorted(shown):
        print(f"{SIZES[i]:>4} to {SIZES[i + 1]:>5} pixels: {shown[i]:>6} faces, {100 * clear[i] / shown[i]:6.2f} % clear")


if __name__ == "__main__":
    main()
