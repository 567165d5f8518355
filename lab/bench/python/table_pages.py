"""Sets pages of tables whose cells are known, and prints and scans them.

  table_pages.py FOLDER [--pages N] [--first SEED]

Each page is a PNG and a .json: the kind of its tables and, for each table from top to bottom, its cells with row, column, spans and
text. Kinds: `ruled` (a rule around every cell), `half` (some rules), `white` (none). `tables.py` compares a reading with it.
"""
import argparse
import json
import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

KINDS = ["ruled", "half", "white"]
FACES = ["truetype/dejavu/DejaVuSans", "truetype/dejavu/DejaVuSerif", "truetype/dejavu/DejaVuSansCondensed",
         "truetype/liberation2/LiberationSans-Regular", "truetype/liberation2/LiberationSerif-Regular",
         "truetype/liberation2/LiberationMono-Regular", "truetype/crosextra/Carlito-Regular", "truetype/crosextra/Caladea-Regular",
         "opentype/urw-base35/C059-Roman", "opentype/urw-base35/P052-Roman", "opentype/urw-base35/NimbusSans-Regular",
         "opentype/urw-base35/NimbusRoman-Regular", "opentype/urw-base35/URWBookman-Light"]
BOLD = {"DejaVuSans": "DejaVuSans-Bold", "DejaVuSerif": "DejaVuSerif-Bold", "DejaVuSansCondensed": "DejaVuSansCondensed-Bold",
        "C059-Roman": "C059-Bold", "URWBookman-Light": "URWBookman-Demi"}
ITEMS = """Paper clips; Office chair; Steel bolts; Printer cable; Desk lamp; Copper wire; Garden hose; Water pump; Filing cabinet;
Oak table; Safety gloves; Wall paint; Drill set; Glass jars; Cotton shirt; Running shoes; Winter jacket; Coffee beans; Green tea;
Brown rice; Olive oil; Sea salt; Travel costs; Staff wages; Rent and rates; Insurance; Repairs; Advertising; Bank charges; Interest paid;
Depreciation; Legal fees; Land and buildings; Motor vehicles; Trade debtors; Cash at bank; Share capital; Retained earnings; Sales;
Cost of sales; Gross profit; Net income; Deferred tax; Other income; Inventory; Goodwill""".replace("\n", " ").split("; ")
PLACES = """London Berlin Paris Madrid Vienna Dublin Oslo Lisbon Prague Warsaw Rome Athens Geneva Zurich Hamburg Munich Leeds Bristol
Glasgow Boston Chicago Denver Seattle Houston Dallas Phoenix Toronto Ottawa Sydney Perth""".split()
WORDS = """standard delivery within five working days after order received packed by hand returned goods checked twice and stored in
the main building until further notice small parts are sold only in boxes of ten each part can be replaced free of charge""".split()
HEADS = {"item": ["Item", "Description", "Product", "Account", "Category", "Article"], "place": ["City", "Place", "Branch", "Office"],
         "int": ["Qty", "Units", "Count", "Number", "Stock"], "money": ["Price", "Amount", "Total", "Net", "Cost", "Value", "Balance"],
         "year": ["2019", "2020", "2021", "2022", "2023", "2024"], "date": ["Date", "Due date", "Received"],
         "percent": ["Change", "Share", "Growth"], "code": ["Code", "Ref.", "Part no."], "note": ["Remarks", "Terms", "Notes"]}
OVER = ["Year ended", "First half", "Second half", "This year", "Last year", "Budget", "Actual"]
SECTIONS = ["Current assets", "Fixed assets", "Other items", "Spare parts", "Northern region", "Southern region"]


@dataclass
class Cell:
    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    lines: list = field(default_factory=list)
    align: str = "left"
    bold: bool = False


class Content:
    """The cells of a table: a header of one or two rows, rows, sometimes sections, a total, and cells over several rows."""

    def __init__(self, numbers, kind):
        self.random, self.kind = numbers, kind
        self.comma = numbers.random() < 0.3
        self.cells = []
        first = numbers.choice(["item", "item", "place", "code"])
        rest = numbers.choice([["int", "money", "money"], ["money"] * numbers.randint(2, 4), ["year"] * numbers.randint(2, 5),
                               ["date", "item", "money"], ["place", "date", "int"], ["int", "percent", "money", "money"],
                               ["note", "int"], ["date", "note", "money"], ["item", "place", "int", "money"]])
        self.columns = [first, *rest]
        self.wraps = "note" in rest or numbers.random() < 0.15
        self.rows = self.fill(numbers.randint(3, 16 if "note" not in rest else 8))

    def amount(self, digits):
        whole = self.random.randrange(10 ** self.random.randint(1, digits))
        text = f"{whole:,}.{self.random.randrange(100):02}"
        return text.translate(str.maketrans(",.", ".,")) if self.comma else text

    def whole(self):
        text = f"{self.random.randrange(10 ** self.random.randint(2, 6)):,}"
        text = text.replace(",", ".") if self.comma else text
        style = self.random.random()
        return f"({text})" if style < 0.1 else f"-{text}" if style < 0.14 else text

    def value(self, column):
        pick = self.random
        if column == "item":
            return pick.choice(ITEMS)
        if column == "place":
            return pick.choice(PLACES)
        if column == "int":
            return str(pick.randrange(1, 1000))
        if column == "money":
            return self.amount(5)
        if column == "year":
            return self.whole()
        if column == "date":
            day, month, year = pick.randint(1, 28), pick.randint(1, 12), pick.randint(2015, 2025)
            return f"{day:02}.{month:02}.{year}" if self.comma else f"{year}-{month:02}-{day:02}"
        if column == "percent":
            return f"{pick.randrange(100)}{',' if self.comma else '.'}{pick.randrange(10)}%"
        if column == "code":
            return f"{pick.choice('ABDEHKMNPRTX')}{pick.choice('ABDEHKMNPRTX')}-{pick.randrange(100, 1000)}"
        start = pick.randrange(len(WORDS) - 8)
        return " ".join(WORDS[start:start + pick.randint(4, 9)]).capitalize()

    def head(self, column, used):
        free = [name for name in HEADS[column] if name not in used] or HEADS[column]
        name = free[0] if column == "year" else self.random.choice(free)
        used.append(name)
        return name

    def align(self, column):
        return "right" if column in ("int", "money", "year", "percent") else "left"

    def header(self):
        used = []
        heads = [self.head(column, used) for column in self.columns]
        bold = self.random.random() < 0.6
        two = len(self.columns) >= 4 and self.random.random() < 0.5
        if not two:
            for column, head in enumerate(heads):
                self.cells.append(Cell(0, column, head, align=self.align(self.columns[column]), bold=bold))
            return 1
        # A cell over the last two or three columns; the others are over both rows where rules show that.
        start = len(heads) - (2 if len(heads) == 4 or self.random.random() < 0.5 else 3)
        for column, head in enumerate(heads[:start]):
            if self.kind == "ruled":
                self.cells.append(Cell(0, column, head, rows=2, align=self.align(self.columns[column]), bold=bold))
            else:
                self.cells.append(Cell(1, column, head, align=self.align(self.columns[column]), bold=bold))
        self.cells.append(Cell(0, start, self.random.choice(OVER), columns=len(heads) - start, align="center", bold=bold))
        for column in range(start, len(heads)):
            self.cells.append(Cell(1, column, heads[column], align=self.align(self.columns[column]), bold=bold))
        return 2

    def fill(self, count):
        row = self.header()
        self.head_rows = row
        sections = self.random.random() < 0.2 and count > 5
        groups = self.kind == "ruled" and self.random.random() < 0.2
        until = row + count
        while row < until:
            if sections and self.random.random() < 0.2:
                self.cells.append(Cell(row, 0, self.random.choice(SECTIONS),
                                       columns=len(self.columns) if self.kind == "ruled" else 1, bold=self.random.random() < 0.5))
                row += 1
            over = self.random.randint(2, 3) if groups and self.random.random() < 0.4 else 1
            for column, name in enumerate(self.columns):
                for i in range(over):
                    if column == 0 and i > 0:
                        continue
                    if column > 0 and self.random.random() < 0.05:
                        continue
                    self.cells.append(Cell(row + i, column, self.value(name), rows=over if column == 0 else 1,
                                           align=self.align(name)))
            row += over
        if any(name in ("money", "year") for name in self.columns) and self.random.random() < 0.4:
            self.cells.append(Cell(row, 0, "Total", bold=True))
            for column, name in enumerate(self.columns):
                if column > 0 and name in ("money", "year"):
                    self.cells.append(Cell(row, column, self.value(name), align="right", bold=True))
            row += 1
        return row


class Page:
    def __init__(self, seed, kind):
        self.random, self.kind, self.seed = random.Random(seed), kind, seed
        self.dpi = self.random.choice([150, 200, 200, 300, 300])
        self.width, self.height = round(8.27 * self.dpi), round(11.69 * self.dpi)
        self.image = Image.new("L", (self.width, self.height), 255)
        self.draw = ImageDraw.Draw(self.image)
        self.points = self.random.choice([9, 10, 11, 12])
        self.size = round(self.points * self.dpi / 72)
        self.face = self.random.choice(FACES)
        self.font, self.bold = self.load(self.face), self.load(self.bold_face())
        self.margin = round(0.8 * self.dpi)
        self.tables = []

    def load(self, face):
        name = f"/usr/share/fonts/{face}"
        return ImageFont.truetype(name + (".otf" if "opentype" in name else ".ttf"), self.size)

    def bold_face(self):
        folder, name = self.face.rsplit("/", 1)
        return f"{folder}/{BOLD.get(name) or name.replace('Regular', 'Bold').replace('Roman', 'Bold')}" if name != "NimbusRoman-Regular" \
            else f"{folder}/NimbusRoman-Bold"

    def paragraph(self, y, lines):
        words = WORDS * 6
        start = self.random.randrange(len(WORDS))
        at = start
        for _ in range(lines):
            line = []
            while self.font.getlength(" ".join([*line, words[at % len(words)]])) < self.width - 2 * self.margin:
                line.append(words[at % len(words)])
                at += 1
            self.draw.text((self.margin, y), " ".join(line), font=self.font, fill=0)
            y += round(self.size * 1.35)
        return y + round(self.size * 0.8)

    def font_of(self, cell):
        return self.bold if cell.bold else self.font

    def wrapped(self, cell, width):
        font, lines, line = self.font_of(cell), [], []
        for word in cell.text.split():
            if line and font.getlength(" ".join([*line, word])) > width:
                lines.append(" ".join(line))
                line = []
            line.append(word)
        return [*lines, " ".join(line)]

    def set_table(self, y):
        pick, size = self.random, self.size
        content = Content(pick, self.kind)
        columns = len(content.columns)
        room = self.width - 2 * self.margin
        pad = round(size * (pick.uniform(0.35, 0.9) if self.kind == "ruled" else pick.uniform(0.7, 1.4)))
        if content.wraps:
            longest = room // columns
            for cell in content.cells:
                is_long = cell.text.count(" ") >= 2 or self.font_of(cell).getlength(cell.text) > longest
                if cell.columns == 1 and is_long:
                    cell.lines = self.wrapped(cell, max(longest - 2 * pad, size * 6))
        for cell in content.cells:
            cell.lines = cell.lines or [cell.text]
        needed = [0] * columns
        for cell in content.cells:
            wide = max(self.font_of(cell).getlength(line) for line in cell.lines) + 2 * pad
            if cell.columns == 1:
                needed[cell.column] = max(needed[cell.column], wide)
        for cell in content.cells:
            if cell.columns > 1:
                wide = max(self.font_of(cell).getlength(line) for line in cell.lines) + 2 * pad
                over = wide - sum(needed[cell.column:cell.column + cell.columns])
                if over > 0:
                    for i in range(cell.columns):
                        needed[cell.column + i] += over / cell.columns
        if sum(needed) > room:
            return None
        slack = (room - sum(needed)) * (pick.random() * 0.9 if pick.random() < 0.7 else 0)
        widths = [round(width + slack / columns) for width in needed]
        leading = round(size * 1.2)
        vertical = round(size * (pick.uniform(0.2, 0.6) if self.kind != "white" else pick.uniform(0.02, 0.35)))
        tall = [max((len(cell.lines) for cell in content.cells if cell.row == row and cell.rows == 1), default=1)
                for row in range(content.rows)]
        if max(tall) > 1 and self.kind != "ruled":
            vertical = round(size * 0.45)
        heights = [lines * leading + 2 * vertical for lines in tall]
        xs = np.cumsum([self.margin + (round(pick.random() * (room - sum(widths))) if pick.random() < 0.5 else 0), *widths])
        ys = np.cumsum([y, *heights])
        if ys[-1] > self.height - self.margin:
            return None
        self.shade(content, xs, ys)
        for cell in content.cells:
            self.set_cell(cell, xs, ys, pad, leading)
        self.rule(content, xs, ys)
        self.tables.append({"rows": content.rows, "columns": columns, "header_rows": content.head_rows, "cells": [
            {"row": cell.row, "column": cell.column, "row_span": cell.rows, "column_span": cell.columns, "text": cell.text}
            for cell in content.cells]})
        return int(ys[-1])

    def shade(self, content, xs, ys):
        if self.kind == "white" or self.random.random() > 0.25:
            return
        gray = self.random.randint(205, 235)
        self.draw.rectangle([xs[0], ys[0], xs[-1], ys[content.head_rows]], fill=gray)

    def set_cell(self, cell, xs, ys, pad, leading):
        left, right = xs[cell.column], xs[cell.column + cell.columns]
        top, bottom = ys[cell.row], ys[cell.row + cell.rows]
        font = self.font_of(cell)
        middle = cell.rows > 1 or self.kind == "ruled" and self.random.random() < 0.3
        centered = (bottom - top - len(cell.lines) * leading) / 2
        vertical = centered if middle else min(0.45 * self.size, centered)
        for i, line in enumerate(cell.lines):
            width = font.getlength(line)
            x = {"left": left + pad, "right": right - pad - width, "center": (left + right - width) / 2}[cell.align]
            self.draw.text((round(x), round(top + vertical + i * leading)), line, font=font, fill=0)

    def rule(self, content, xs, ys):
        if self.kind == "white":
            return
        pick = self.random
        thin = max(1, round(self.dpi / pick.choice([100, 150, 200])))
        gray = pick.choice([0, 0, 0, 60, 110])
        def across(row, left=0, right=-1, width=thin):
            self.draw.line([(int(xs[left]), int(ys[row])), (int(xs[right]), int(ys[row]))], fill=gray, width=width)
        def down(column, top=0, bottom=-1, width=thin):
            self.draw.line([(int(xs[column]), int(ys[top])), (int(xs[column]), int(ys[bottom]))], fill=gray, width=width)
        last_row, last_column = len(ys) - 1, len(xs) - 1
        if self.kind == "ruled":
            owner = {}
            for index, cell in enumerate(content.cells):
                for row in range(cell.row, cell.row + cell.rows):
                    for column in range(cell.column, cell.column + cell.columns):
                        owner[row, column] = index
            frame = pick.random() < 0.85
            at = lambda row, column: owner.get((row, column), (row, column))
            for row in range(1, last_row):
                for column in range(last_column):
                    if at(row - 1, column) != at(row, column):
                        across(row, column, column + 1)
            for column in range(1, last_column):
                for row in range(last_row):
                    if at(row, column - 1) != at(row, column):
                        down(column, row, row + 1)
            across(0), across(last_row)
            if frame:
                down(0), down(last_column)
            return
        style = pick.choice(["booktabs", "lines", "columns", "frame"])
        head = content.head_rows
        if style == "booktabs":
            across(0, width=2 * thin), across(head), across(last_row, width=2 * thin)
        elif style == "lines":
            for row in range(head, last_row + 1):
                across(row)
            across(0)
        elif style == "columns":
            across(0), across(head), across(last_row)
            for column in range(last_column + 1):
                top = next((1 for cell in content.cells if cell.row == 0 and cell.column < column < cell.column + cell.columns), 0)
                down(column, top)
        else:
            across(0), across(head), across(last_row), down(0), down(last_column)
        over = next((cell for cell in content.cells if cell.columns > 1 and cell.row == 0), None)
        if over and style != "columns":
            pad = self.size // 2
            self.draw.line([(int(xs[over.column]) + pad, int(ys[1])), (int(xs[over.column + over.columns]) - pad, int(ys[1]))], fill=gray,
                           width=thin)

    def fill(self):
        y = self.margin
        pick = self.random
        if pick.random() < 0.7:
            y = self.paragraph(y, pick.randint(1, 5))
        wanted = pick.choice([1, 1, 2, 3])
        tries = 0
        while len(self.tables) < wanted and tries < 12:
            tries += 1
            end = self.set_table(y)
            if end is None:
                continue
            y = end + round(self.size * 1.6)
            if pick.random() < 0.6 and y < self.height - self.margin - 6 * self.size:
                y = self.paragraph(y, pick.randint(1, 3))
            else:
                y += 2 * self.size

    def scanned(self):
        numbers = np.random.default_rng(self.seed)
        pick = self.random
        turned = self.image.rotate(pick.uniform(-0.7, 0.7), Image.BICUBIC, fillcolor=255)
        turned = turned.filter(ImageFilter.GaussianBlur(pick.uniform(0, 0.0035) * self.dpi))
        paper, ink = pick.uniform(225, 255), pick.uniform(0, 60)
        pixels = np.asarray(turned, float) / 255 * (paper - ink) + ink
        pixels += numbers.normal(0, pick.uniform(0, 9), pixels.shape)
        return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=120)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first page")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.first, arguments.first + arguments.pages):
        kind = KINDS[seed % len(KINDS)]
        page = Page(seed, kind)
        page.fill()
        name = arguments.folder / f"{kind}-{seed:04}"
        page.scanned().save(name.with_suffix(".png"), dpi=(page.dpi, page.dpi))
        name.with_suffix(".json").write_text(json.dumps({"kind": kind, "tables": page.tables}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
