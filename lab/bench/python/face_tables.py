"""Training tables of faces in every pose, made from the annotated sets of faces.

    python3 lab/bench/python/face_tables.py FOLDER TABLE...

Writes each table under its own name to FOLDER, with absolute paths to its images. Every face counts, whatever its pose. Two things balance
the sets, because bare heads seen from the front outnumber all other faces:

- Of the faces that a table marks as frontal, every fourth one is kept.
- Faces of tables without that mark, which were collected because they are covered, dark or turned, are listed twice. Those turned far, with an asymmetry
  of its landmarks of at least 0.5 or without landmarks, are listed six times. Each listing is augmented differently.

If TABLE_others.csv exists, its faces are listed with frontal = 0: no examples, but no background either.
"""

import argparse
import csv
from pathlib import Path

COLUMNS = ["image", "x", "y", "w", "h", "frontal"]


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def listed(rows, images, frontal):
    return [{**{name: row[name] for name in "xywh"}, "image": images / row["image"], "frontal": frontal} for row in rows]


def kept(faces):
    """The faces of a table that marks frontal ones: all others, and every fourth frontal one."""
    frontal = [face for face in faces if face["frontal"] == "1"]
    chosen = {id(face) for face in frontal[::4]}
    return [face for face in faces if face["frontal"] != "1" or id(face) in chosen]


def is_turned_far(face):
    return "asym" in face and (not face["asym"] or float(face["asym"]) >= 0.5)


def repeated(faces):
    """The faces of a table of unusual faces, each as often as it is listed."""
    return [face for face in faces for _ in range(6 if is_turned_far(face) else 2)]


def table_of(path):
    images = path.with_suffix("").resolve()
    faces = rows_of(path)
    faces = kept(faces) if "frontal" in faces[0] else repeated(faces)
    rows = listed(faces, images, 1)
    others = path.with_name(path.stem + "_others.csv")
    if others.exists():
        rows += listed(rows_of(others), images, 0)
    return sorted(rows, key=lambda row: row["image"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("tables", type=Path, nargs="+")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for table in arguments.tables:
        with open(arguments.folder / table.name, "w", newline="") as file:
            rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            rows.writeheader()
            rows.writerows(table_of(table))


if __name__ == "__main__":
    main()
