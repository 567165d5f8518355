"""Two sets of colored pictures from the emoji that four vendors draw.

    npm pack emoji-datasource-google emoji-datasource-twitter emoji-datasource-apple emoji-datasource-facebook
    python3 lab/bench/python/emoji_pictures.py FOLDER *.tgz

flags     country flags of three vendors to learn from, those of Apple to test on: FOLDER/flags/train, FOLDER/flags/test
subjects  the eight groups of Unicode but flags (animals, food, ...), a quarter of the emoji of all vendors to test on

Pictures are 32 x 32 pixels on white.
"""

import argparse
import io
import json
import random
import re
import tarfile
from pathlib import Path
from typing import Any

from PIL import Image

_SIDE = 32
_TEST_VENDOR = "apple"


def on_white(png: bytes) -> Any:
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB").resize((_SIDE, _SIDE), Image.BOX)


def is_test(unified: str) -> bool:
    """The same part of the emoji for every vendor."""
    return random.Random(unified).random() < 0.25


def place_of(emoji: dict[str, Any], vendor: str) -> Path | None:
    """The class folder of an emoji; None where it belongs to no set."""
    if emoji["short_name"].startswith("flag-"):
        part = "test" if vendor == _TEST_VENDOR else "train"
        return Path("flags", part, emoji["short_name"])
    if emoji["category"] in ("Component", "Flags"):
        return None
    return Path("subjects", "test" if is_test(emoji["unified"]) else "train", re.sub(r"\W+", "-", emoji["category"]))


def extract(archive: Path, folder: Path) -> None:
    vendor = re.sub(r".*emoji-datasource-([a-z]+)-.*", r"\1", archive.name)
    with tarfile.open(archive) as files:
        listing = files.extractfile("package/emoji.json")
        assert listing is not None, "a regular file"
        known = {f"package/img/{vendor}/64/{e['image']}": e for e in json.load(listing) if e.get(f"has_img_{vendor}")}
        for member in files:
            emoji = known.get(member.name)
            place = place_of(emoji, vendor) if emoji else None
            picture = files.extractfile(member) if place else None
            if emoji is None or place is None or picture is None:
                continue
            (folder / place).mkdir(parents=True, exist_ok=True)
            on_white(picture.read()).save(folder / place / f"{emoji['unified']}-{vendor}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("archives", type=Path, nargs="+")
    arguments = parser.parse_args()
    for archive in arguments.archives:
        extract(archive, arguments.folder)


if __name__ == "__main__":
    main()
