"""Measures the order in which a reader gives the lines of pages.

  line_order.py FOLDER [--reader 'ocelli ocr {}']

FOLDER holds pages (.png, .tif, .jpg) and beside each a .txt or .gt.txt with its lines in the right order, as column_pages.py and
layout_pages.py write them. A pair of
neighboring lines is kept when the reading has one directly after the other. Lines of fewer than four letters are left out.
"""
import argparse
import difflib
import re
import shlex
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

ALIKE = 0.6  # the share of a line's characters that its reading has, at least
CANDIDATES = 6


def lines_of(text):
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line.lower() for line in lines if len(re.sub(r"\W", "", line)) >= 4]


def likeness(line, reading):
    blocks = difflib.SequenceMatcher(None, line, reading, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(line) * min(1, 1.6 * len(line) / max(len(reading), 1))


def fours(line):
    return (line[k:k + 4] for k in range(len(line) - 3))


def places(truth, reading):
    """For each line of the truth, its index in the reading; the one after the last, if it is alike, else the most alike."""
    holders = defaultdict(set)
    for i, line in enumerate(reading):
        for four in fours(line):
            holders[four].add(i)
    found = []
    for line in truth:
        following = found[-1] + 1 if found and found[-1] is not None else 0
        if following < len(reading) and likeness(line, reading[following]) >= ALIKE:
            found.append(following)
            continue
        votes = Counter(i for four in fours(line) for i in holders[four])
        best = max(((likeness(line, reading[i]), -i) for i, _ in votes.most_common(CANDIDATES)), default=(0, 0))
        found.append(-best[1] if best[0] >= ALIKE else None)
    return found


def kept_pairs(truth, reading):
    """How many pairs of neighboring lines the reading keeps, of how many."""
    found = places(truth, reading)
    kept = sum(a is not None and b == a + 1 for a, b in zip(found, found[1:]))
    return kept, max(len(truth) - 1, 0)


def truth_of(page):
    beside = page.with_suffix(".txt")
    return (beside if beside.exists() else page.with_suffix(".gt.txt")).read_text(encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", default="ocelli ocr {}", help="a command that prints the text of the page in place of {}")
    arguments = parser.parse_args()
    all_kept = all_pairs = 0
    for page in sorted(path for path in arguments.folder.iterdir() if path.suffix in {".png", ".tif", ".jpg"}):
        command = [part.replace("{}", str(page)) for part in shlex.split(arguments.reader)]
        read = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        kept, pairs = kept_pairs(lines_of(truth_of(page)), lines_of(read))
        all_kept, all_pairs = all_kept + kept, all_pairs + pairs
        print(f"{page.name:32} {kept:5} of {pairs:5}  {100 * kept / max(pairs, 1):5.1f} %")
    print(f"{'all':32} {all_kept:5} of {all_pairs:5}  {100 * all_kept / max(all_pairs, 1):5.1f} %")


if __name__ == "__main__":
    main()
