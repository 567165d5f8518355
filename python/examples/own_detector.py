"""Trains your own detector from a folder, measures it and draws what it finds.

    python3 own_detector.py mugs/ --label mug              the folder contains:
        positives.csv   image,x,y,w,h: one row per object  (images in positives/)
        negatives/      photos without the object
        test.csv        as positives.csv, other photos, with "photo.jpg,,,," for those without the object (images in
                        test/); may be missing

    python3 own_detector.py signs/ --synthesize            makes such a folder of drawn road signs first

Ctrl-C stops; the same command with --resume continues.
"""

import argparse
import csv
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import ocelli


def background(random: np.random.Generator) -> Any:
    """A picture of clouds, lines and discs."""
    picture = np.zeros((120, 160, 3), np.float32)
    for cells in (4, 12, 40):
        noise = random.uniform(0, 255 / cells**0.5, (cells, cells, 3)).astype(np.float32)
        picture += cv2.resize(noise, (160, 120), interpolation=cv2.INTER_CUBIC)
    clouds = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(8):
        color = random.integers(0, 256, 3).tolist()
        start, end = random.integers(0, 160, 2).tolist(), random.integers(0, 160, 2).tolist()
        cv2.line(clouds, start, end, color, int(random.integers(1, 6)))
        cv2.circle(clouds, end, int(random.integers(3, 30)), color, -1 if random.random() < 0.3 else 3)
    return clouds


def draw_sign(picture: Any, random: np.random.Generator) -> tuple[int, int, int, int]:
    """Draws a "no entry" sign, a bar in a disc, at any place; its box."""
    side = int(random.integers(24, 60))
    x, y = int(random.integers(0, 160 - side)), int(random.integers(0, 120 - side))
    center, half = (x + side // 2, y + side // 2), side // 3
    dark, light = int(random.integers(0, 60)), int(random.integers(190, 256))
    cv2.circle(picture, center, side // 2 - 1, (dark, dark, dark + 60), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (center[0] - half, center[1] - side // 10), (center[0] + half, center[1] + side // 10),
                  (light, light, light), -1)
    return x, y, side, side


def write_table(folder: Path, name: str, with_object: int, without: int, random: np.random.Generator) -> None:
    """Makes NAME.csv and its images in NAME/."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["image", "x", "y", "w", "h"])
        for number in range(with_object + without):
            picture = background(random)
            box: Any = draw_sign(picture, random) if number < with_object else ("", "", "", "")
            cv2.imwrite(str(folder / name / f"{number:04}.png"), picture)
            table.writerow([f"{number:04}.png", *box])


def synthesize(folder: Path, count: int) -> None:
    """Makes the whole folder."""
    random = np.random.default_rng(1)
    write_table(folder, "positives", count, 0, random)
    write_table(folder, "test", count // 2, count // 2, random)
    (folder / "negatives").mkdir(exist_ok=True)
    for number in range(count):
        cv2.imwrite(str(folder / "negatives" / f"{number:04}.png"), background(random))


def show_progress(step: ocelli.Progress) -> None:
    print(f"\r{step.task}: {step.done} of {step.total} {step.note:<40}", end="", file=sys.stderr)


def report(model: Path, folder: Path) -> None:
    """Measures the detector on test.csv and draws the first photo."""
    scores = ocelli.evaluate_detector(model, folder / "test.csv")
    print(f"{scores.objects} objects: average precision {scores.average_precision:.3f}; "
          f"without a false positive {scores.recall_at(0):.1%} are found")
    photo = min((folder / "test").iterdir())
    found = ocelli.Detector(model).detect(ocelli.read_image(photo))
    cv2.imwrite(str(folder / "found.png"), found.draw())
    for detection in found:
        print(f"{photo.name}: {detection.label} at {detection.box}, score {detection.score:.1f}")
    print(f"drawn in {folder / 'found.png'}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a detector from a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--label", default="object", help="what the detector finds")
    parser.add_argument("--width", type=int, default=20, help="width of the smallest object in pixels (default: 20)")
    parser.add_argument("--stages", type=int, default=15, help="maximum number of stages (default: 15)")
    parser.add_argument("--synthesize", action="store_true", help="make a folder of drawn road signs first")
    parser.add_argument("--photos", type=int, default=300, help="how many to make of each kind (default: 300)")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    arguments = parser.parse_args()

    folder = arguments.folder
    if arguments.synthesize and not arguments.resume:
        synthesize(folder, arguments.photos)
    result = ocelli.train_detector(
        folder / "positives.csv",
        folder / "negatives",
        folder / "detector.ocelli",
        resume=arguments.resume,
        on_message=print,
        on_progress=show_progress if sys.stderr.isatty() else None,
        label=arguments.label,
        width=arguments.width,
        stages=arguments.stages,
    )
    for problem in result.problems:
        print(f"skipped: {problem.where}: {problem.message}")
    if (folder / "test.csv").exists():
        report(result.path, folder)


if __name__ == "__main__":
    main()
