"""Faces, live: boxes and the frame rate over the pictures of a camera or a video. q quits.

    python3 faces_live.py                                 the first camera
    python3 faces_live.py clip.mp4
    python3 faces_live.py clip.mp4 --no-window --frames 100
"""

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import cv2
import ocelli


def open_source(source: str) -> cv2.VideoCapture:
    """A camera by its number, or a video by its file or address."""
    capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
    if not capture.isOpened():
        sys.exit(f"cannot open {source}")
    return capture


def has_display() -> bool:
    """Whether windows can be shown: without a display, OpenCV aborts."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def frames(capture: cv2.VideoCapture, most: int) -> Iterator[Any]:
    """The pictures, at most so many; 0: all."""
    count = 0
    while most == 0 or count < most:
        there, frame = capture.read()
        if not there:
            return
        yield frame
        count += 1


class Clock:
    """The frame rate over the last frames."""

    def __init__(self) -> None:
        self.ticks: deque[float] = deque([time.perf_counter()], maxlen=30)

    def rate(self) -> float:
        self.ticks.append(time.perf_counter())
        return (len(self.ticks) - 1) / (self.ticks[-1] - self.ticks[0])


def main() -> None:
    parser = argparse.ArgumentParser(description="Shows faces live.")
    parser.add_argument("source", nargs="?", default="0", help="camera number, video file or address (default: 0)")
    parser.add_argument("--frames", type=int, default=0, help="stop after so many (default: never)")
    parser.add_argument("--no-window", action="store_true", help="print instead of showing")
    arguments = parser.parse_args()
    if not arguments.no_window and not has_display():
        sys.exit("no display to show the window on: set DISPLAY, or use --no-window")

    detector, clock, count, seen = ocelli.face(), Clock(), 0, 0
    for frame in frames(open_source(arguments.source), arguments.frames):
        faces = detector.detect(frame)
        rate = clock.rate()
        count, seen = count + 1, seen + len(faces)
        if arguments.no_window:
            continue
        drawn = faces.draw()
        cv2.putText(drawn, f"{rate:.0f} frames/s", (10, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (80, 230, 80), 2)
        cv2.imshow("Ocelli", drawn)
        if cv2.waitKey(1) == ord("q"):
            break
    print(f"{seen} faces in {count} frames, {clock.rate():.0f} frames/s")


if __name__ == "__main__":
    main()
