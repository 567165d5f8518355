"""Measures how well a reader finds the tables of pages and their cells.

  tables.py FOLDER [--reader 'ocelli ocr --tables --format json']

FOLDER holds pages and their truths as table_pages.py writes them. The reader gets all pages and prints a JSON line for each. The tables
of a page are matched in order. A cell with text is right when row, column, spans and text are the same. TEDS is the tree-edit-distance
similarity of Zhong, ShafieiBavani and Jimeno Yepes 2020: table > row > cell, the text compared by edit distance; the distance is that of
Zhang and Shasha 1989. A table is exact when all cells are right. Tables found on a page beyond those of its truth are false.
"""
import argparse
import json
import shlex
import subprocess
from collections import defaultdict
from pathlib import Path


def text_of(cell):
    return " ".join(cell["text"].split())


def key(cell):
    return cell["row"], cell["column"], cell.get("row_span", 1), cell.get("column_span", 1), text_of(cell)


def cells_of(table):
    return {key(cell) for cell in table["cells"] if text_of(cell)}


def distance(a, b):
    """The edit distance of two texts."""
    row = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (one != other))
    return row[-1]


def tree_of(table):
    """A table in postorder: labels, and for each node the first leaf below it."""
    rows = defaultdict(list)
    for cell in sorted(table["cells"], key=lambda cell: (cell["row"], cell["column"])):
        rows[cell["row"]].append(("td", cell.get("column_span", 1), cell.get("row_span", 1), text_of(cell)))
    labels, firsts = [], []
    for row in range(table["rows"]):
        start = len(labels)
        for cell in rows[row]:
            firsts.append(len(labels))
            labels.append(cell)
        firsts.append(start)
        labels.append(("tr",))
    firsts.append(0)
    labels.append(("table",))
    return labels, firsts


def rename(a, b):
    if a[:3] != b[:3]:
        return 1
    if len(a) < 4 or a[3] == b[3]:
        return 0
    return distance(a[3], b[3]) / max(len(a[3]), len(b[3]))


def tree_distance(one, other):
    (a, first_a), (b, first_b) = one, other
    roots = lambda firsts: sorted({first: i for i, first in enumerate(firsts)}.values())
    trees = [[0] * len(b) for _ in a]
    for i in roots(first_a):
        for j in roots(first_b):
            la, lb = first_a[i], first_b[j]
            forest = [[0] * (j - lb + 2) for _ in range(i - la + 2)]
            for x in range(1, i - la + 2):
                forest[x][0] = x
            forest[0] = list(range(j - lb + 2))
            for x in range(1, i - la + 2):
                for y in range(1, j - lb + 2):
                    u, v = la + x - 1, lb + y - 1
                    least = min(forest[x - 1][y], forest[x][y - 1]) + 1
                    if first_a[u] == la and first_b[v] == lb:
                        trees[u][v] = forest[x][y] = min(least, forest[x - 1][y - 1] + rename(a[u], b[v]))
                    else:
                        forest[x][y] = min(least, forest[first_a[u] - la][first_b[v] - lb] + trees[u][v])
    return trees[-1][-1]


def teds(truth, found):
    one, other = with_blanks(truth), with_blanks(found)
    return 1 - tree_distance(tree_of(one), tree_of(other)) / max(len(tree_of(one)[0]), len(tree_of(other)[0]))


def with_blanks(table):
    """The table with an empty cell at each place without one."""
    taken = {(row, column) for cell in table["cells"] for row in range(cell["row"], cell["row"] + cell.get("row_span", 1))
             for column in range(cell["column"], cell["column"] + cell.get("column_span", 1))}
    blanks = [{"row": row, "column": column, "text": ""} for row in range(table["rows"]) for column in range(table["columns"])
              if (row, column) not in taken]
    return {**table, "cells": table["cells"] + blanks}


def matched(truths, found):
    """Pairs of tables in order; the pairing with the most right cells."""
    best = [[(0, []) for _ in range(len(found) + 1)] for _ in range(len(truths) + 1)]
    for i, truth in enumerate(truths, 1):
        for j, table in enumerate(found, 1):
            alike = teds(truth, table) + 1e-6
            pair = (best[i - 1][j - 1][0] + alike, [*best[i - 1][j - 1][1], (i - 1, j - 1)])
            best[i][j] = max(pair, best[i - 1][j], best[i][j - 1], key=lambda choice: choice[0])
    return best[-1][-1][1]


class Score:
    def __init__(self):
        self.truth = self.found = self.right = self.tables = self.exact = self.shaped = self.false = 0
        self.teds = 0.0

    def add(self, truths, found, name, verbose):
        pairs = matched(truths, found)
        self.tables += len(truths)
        self.false += len(found) - len(pairs)
        self.truth += sum(len(cells_of(table)) for table in truths)
        self.found += sum(len(cells_of(table)) for table in found)
        lost = set(range(len(truths))) - {i for i, _ in pairs}
        if verbose and (lost or len(found) > len(pairs)):
            print(f"{name}: {len(truths)} tables, {len(found)} found")
        for i, j in pairs:
            truth, table = truths[i], found[j]
            right = len(cells_of(truth) & cells_of(table))
            self.right += right
            self.exact += cells_of(truth) == cells_of(table)
            self.shaped += {cell[:4] for cell in cells_of(truth)} == {cell[:4] for cell in cells_of(table)}
            self.teds += teds(truth, table)
            if verbose and cells_of(truth) != cells_of(table):
                print(f"{name}[{i}]: {right} of {len(cells_of(truth))}; {truth['rows']} x {truth['columns']} found as "
                      f"{table['rows']} x {table['columns']}")
                for cell in sorted(cells_of(truth) - cells_of(table))[:6]:
                    print("   lacks", cell)
                for cell in sorted(cells_of(table) - cells_of(truth))[:6]:
                    print("   found", cell)

    def line(self, kind):
        f1 = 2 * self.right / max(self.truth + self.found, 1)
        share = lambda count: 100 * count / max(self.tables, 1)
        return (f"{kind:8} {self.tables:6} {100 * self.right / max(self.truth, 1):8.2f} {100 * f1:8.2f} {share(self.teds):8.2f} "
                f"{share(self.shaped):8.1f} {share(self.exact):8.1f} {self.false:6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", default="ocelli ocr --tables --format json")
    parser.add_argument("--verbose", action="store_true", help="print each cell that is wrong")
    arguments = parser.parse_args()
    pages = sorted(arguments.folder.glob("*.png"))
    lines = subprocess.run([*shlex.split(arguments.reader), *map(str, pages)], capture_output=True, text=True, check=True).stdout
    found = {Path(page["input"]).stem: page.get("tables", []) for page in map(json.loads, lines.splitlines())}
    scores = defaultdict(Score)
    for page in pages:
        truth = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
        for kind in (truth["kind"], "all"):
            scores[kind].add(truth["tables"], found.get(page.stem, []), page.stem, arguments.verbose and kind != "all")
    print("kind     tables  cells %     F1 %   TEDS %  shape %  exact %  false")
    for kind in sorted(scores, key=lambda kind: (kind == "all", kind)):
        print(scores[kind].line(kind))


if __name__ == "__main__":
    main()
