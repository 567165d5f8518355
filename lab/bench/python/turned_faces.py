"""Tables of faces in which those that nobody has judged and those turned a little count as frontal.

    python3 lab/bench/python/turned_faces.py FOLDER TABLE...

Writes each table under its own name to the folder, with whole paths to its images. A face is turned a little if its asymmetry (column asym) is
at most 0.35; those that count as frontal in the tables have up to 0.2, nearly all of them.
"""

import argparse
import csv
from pathlib import Path

MOST_ASYMMETRY = 0.35


def counts(face):
    if face["frontal"] == "0":
        return float(face["asym"]) <= MOST_ASYMMETRY
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("tables", type=Path, nargs="+")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for table in arguments.tables:
        images = table.with_suffix("").resolve()
        with open(table, newline="") as file:
            faces = list(csv.DictReader(file))
        for face in faces:
            face["image"] = images / face["image"]
            face["frontal"] = int(counts(face))
        with open(arguments.folder / table.name, "w", newline="") as file:
            rows = csv.DictWriter(file, faces[0].keys(), lineterminator="\n")
            rows.writeheader()
            rows.writerows(faces)


if __name__ == "__main__":
    main()
