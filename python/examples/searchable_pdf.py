"""Scanned pages to one searchable PDF file: the pictures, upright, with their text on top, invisible.

    python3 searchable_pdf.py letters.pdf scan1.png scan2.png
    python3 searchable_pdf.py letters.pdf scans/ --resolution 300

It keeps all pages in memory; `ocelli ocr -o letters.pdf scans/` does the same for archives of any size.
"""

import argparse
import sys
from pathlib import Path

import ocelli

ENDINGS = {
    ".bmp", ".gif", ".j2c", ".j2k", ".jfif", ".jif", ".jp2", ".jpe", ".jpeg", ".jpf", ".jpg", ".pbm", ".pgm", ".png", ".pnm",
    ".ppm", ".tif", ".tiff", ".webp",
}


def images(inputs: list[Path]) -> list[Path]:
    """The files given, and the images in the folders given and in their subfolders."""
    files: list[Path] = []
    for path in inputs:
        if path.is_dir():
            files += sorted(file for file in path.rglob("[!.]*") if file.suffix.lower() in ENDINGS)
        else:
            files.append(path)
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes a searchable PDF of scanned pages.")
    parser.add_argument("pdf", type=Path)
    parser.add_argument("inputs", type=Path, nargs="+", help="images, or folders of them")
    parser.add_argument("--resolution", type=float, default=0, help="dots per inch (default: guessed)")
    arguments = parser.parse_args()

    files = images(arguments.inputs)
    try:
        pages = ocelli.reader().read_batch(ocelli.read_image(file) for file in files)
        ocelli.write_searchable_pdf(arguments.pdf, pages, resolution=arguments.resolution)
    except ocelli.Error as error:
        sys.exit(str(error))
    for file, page in zip(files, pages):
        sure = [word.confidence for word in page.words]
        print(f"{file}: {len(sure)} words, mean confidence {sum(sure) / max(1, len(sure)):.2f}")


if __name__ == "__main__":
    main()
