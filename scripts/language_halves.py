#!/usr/bin/env python3
"""The halves of the development lines of ocr/languages, split by document: the even half is learned from and tuned on, the odd
half is reported. A document is what names begin with, up to the first " - " or page number; where a set is of one document
alone, pages take its place.

  scripts/language_halves.py FOLDER    links the lines of each half into FOLDER/even/SET and FOLDER/odd/SET
"""
import os
import re
import sys
from pathlib import Path


def data():
    return Path(os.environ.get("OCELLI_DATA", Path(__file__).resolve().parent.parent.parent / "shared/data")) / "ocr/languages"


def page_of(name):
    return re.sub(r"-\d+$", "", name)


def document_of(name):
    page = page_of(name)
    if page.startswith("EHRI_"):
        return re.sub(r"_\d+$", "", page)
    if re.match(r"\d+_btv1b", page):
        return re.match(r"\d+_(btv1b[^-]+)", page).group(1)
    return re.split(r"-(?=\D)|_pdf_page_|-\d", page)[0]


def names_of_half(set_name, half):
    """Names without their ending; half is 0 (even) or 1 (odd)."""
    names = sorted(path.name[: -len(".gt.txt")] for path in (data() / set_name).glob("*.gt.txt"))
    group = document_of
    if len({document_of(name) for name in names}) < 3:
        group = page_of
    groups = sorted({group(name) for name in names})
    return [name for name in names if groups.index(group(name)) % 2 == half]


def pages_of_half(set_name, half):
    """(path of the image, text) of each line."""
    folder = data() / set_name
    return [(folder / (name + ".png"), (folder / (name + ".gt.txt")).read_text(encoding="utf-8")) for name in names_of_half(set_name, half)]


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for set_folder in sorted(path for path in data().iterdir() if path.is_dir()):
        for half, half_name in enumerate(("even", "odd")):
            folder = Path(sys.argv[1]) / half_name / set_folder.name
            folder.mkdir(parents=True, exist_ok=True)
            for name in names_of_half(set_folder.name, half):
                for ending in (".png", ".gt.txt"):
                    link = folder / (name + ending)
                    link.unlink(missing_ok=True)
                    link.symlink_to((set_folder / (name + ending)).resolve())


if __name__ == "__main__":
    main()
