"""Copies the pictures of a folder to another one as gray PGM, which every detector of a comparison reads alike and without delay.

    python3 lab/bench/python/gray_copies.py FOLDER COPIES
"""

import pathlib
import sys

import cv2


def copy_gray(folder, copies):
    copies.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.iterdir()):
        cv2.imwrite(str(copies / f"{path.stem}.pgm"), cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))


if __name__ == "__main__":
    copy_gray(*map(pathlib.Path, sys.argv[1:]))
