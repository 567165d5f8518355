"""What Python costs: detection through the package against a loop in C++, and a batch on two threads against one.

    python3 lab/bench/python/overhead.py [--rounds 1000] [--frames 1000] [PHOTO]

The frames are 640 x 480 pixels, scaled from a photo. Each round times one call from C++ and one from Python, so that a
change of the machine's speed touches both; minima and medians are compared.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import ocelli
from ocelli import _native

PHOTO = Path(__file__).parents[2] / "docs" / "images" / "live.jpg"


def seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(detector: ocelli.Detector, frame: Any, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds of a call in C++ and in Python, one of each a round."""
    in_cpp, through_python = [], []
    for _ in range(rounds):
        in_cpp.append(1e3 * _native.time_detect(detector.native, frame, "bgr", 1))
        through_python.append(1e3 * seconds(lambda: detector.detect(frame)))
    return in_cpp, through_python


def print_overhead(name: str, in_cpp: list[float], through_python: list[float]) -> None:
    for what, of in (("minimum", min), ("median", statistics.median)):
        cpp, python = of(in_cpp), of(through_python)
        print(f"| {name}, {what} | {cpp:.3f} | {python:.3f} | {python / cpp:.4f} |")


def moved(frame: Any, number: int) -> Any:
    return np.roll(frame, number % 640, axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures what Python costs.")
    parser.add_argument("photo", nargs="?", type=Path, default=PHOTO)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=1000, help="frames of the batch")
    arguments = parser.parse_args()

    detector = ocelli.face()
    color = cv2.resize(ocelli.read_image(arguments.photo), (640, 480), interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(color, cv2.COLOR_BGR2GRAY)
    print("| 640 x 480 frames | C++, ms | Python, ms | Python / C++ |\n|---|---:|---:|---:|")
    for name, frame in (("gray", gray), ("BGR", color)):
        print_overhead(name, *compare(detector, frame, arguments.rounds))

    batch = [moved(gray, number) for number in range(arguments.frames)]
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for threads, measured in times.items():
            measured.append(seconds(lambda: detector.detect_batch(batch, threads=threads)))
    one, two = (min(measured) for measured in times.values())
    print(f"\n| detect_batch of {len(batch)} frames | s | frames/s |\n|---|---:|---:|")
    print(f"| 1 thread | {one:.2f} | {len(batch) / one:.0f} |\n| 2 threads | {two:.2f} | {len(batch) / two:.0f} |")
    print(f"\nTwo threads are {one / two:.2f} times as fast as one.")


if __name__ == "__main__":
    main()
