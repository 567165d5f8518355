"""Sets pages of 2 to 5 columns whose reading order is known.

  column_pages.py TEXTS... FOLDER [--pages N] [--gutters LEAST MOST]

TEXTS are plain-text files to take words from. Each page is a PNG of A4 at 200 dpi and a .txt with its lines in reading order: a
headline over all columns, columns one after the other, and sometimes letter-spaced headers, pictures, boxes, rules between columns,
headings inside a column, a skew, noise, and a footer. `line_order.py` compares a reading with it.
"""
import argparse
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, MARGIN = 1654, 2339, 120
FONTS = ["dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSans.ttf", "liberation/LiberationSerif-Regular.ttf",
         "liberation/LiberationSans-Regular.ttf", "liberation/LiberationMono-Regular.ttf"]


def words_of(texts):
    words = " ".join(Path(text).read_text(encoding="utf-8", errors="ignore") for text in texts).split()
    return [word for word in words if word.isascii() and word.isprintable()]


class Page:
    def __init__(self, words, seed):
        self.random = random.Random(seed)
        self.words, self.at = words, self.random.randrange(len(words))
        self.image = Image.new("L", (WIDTH, HEIGHT), 255)
        self.draw = ImageDraw.Draw(self.image)
        self.face = f"/usr/share/fonts/truetype/{self.random.choice(FONTS)}"
        self.lines = []

    def font(self, size):
        return ImageFont.truetype(self.face, size)

    def next_words(self, font, width):
        """As many of the next words as fit; words wider than the column are left out."""
        taken = []
        while True:
            word = self.words[self.at]
            if font.getlength(word) <= width:
                if font.getlength(" ".join([*taken, word])) > width:
                    return taken
                taken.append(word)
            self.at = (self.at + 1) % len(self.words)

    def set_line(self, x, y, width, font, justified):
        words = self.next_words(font, width)
        used = sum(font.getlength(word) for word in words)
        space = font.getlength(" ")
        if justified and len(words) > 1 and used + (len(words) - 1) * space > 0.8 * width:
            space = (width - used) / (len(words) - 1)
        for word in words:
            self.draw.text((x, y), word, font=font, fill=0)
            x += font.getlength(word) + space
        self.lines.append(" ".join(words))

    def spaced_header(self, x, y, width, font):
        """Letters far apart, over several columns: their whites lie over the gutters."""
        text = " ".join(self.next_words(font, width // 4)).upper()
        step = (width - font.getlength(text[-1])) / max(len(text) - 1, 1)
        for i, letter in enumerate(text):
            self.draw.text((x + i * step, y), letter, font=font, fill=0)
        self.lines.append(text)

    def column(self, x, top, bottom, width, size):
        font, leading = self.font(size), round(size * self.random.uniform(1.2, 1.45))
        justified = self.random.random() < 0.6
        y, picture_at = top, self.random.uniform(top, bottom) if self.random.random() < 0.3 else None
        while y + leading <= bottom:
            if picture_at is not None and y >= picture_at:
                picture_at = None
                height = min(round(width * 0.7), bottom - y)
                if height > 4 * leading:
                    self.picture(x, y, width, height - leading)
                    y += height
                    continue
            if self.random.random() < 0.03 and y > top + 2 * leading:
                y += leading // 2
                self.set_line(x, y, round(width * 0.8), self.font(round(size * 1.25)), False)
                y += round(leading * 1.4)
                continue
            indent = size if self.random.random() < 0.12 else 0
            is_short = self.random.random() < 0.1
            self.set_line(x + indent, y, round(width * self.random.uniform(0.3, 0.8)) if is_short else width - indent, font,
                          justified and not is_short)
            y += leading

    def picture(self, x, y, width, height):
        numbers = np.random.default_rng(self.random.randrange(1 << 30))
        coarse = Image.fromarray(numbers.integers(60, 230, (8, 8), dtype=np.uint8)).resize((width, height), Image.BICUBIC)
        self.image.paste(coarse, (x, y))

    def fill(self, columns, gutters):
        gutter = self.random.uniform(*gutters)
        y = MARGIN
        size = self.random.choice([20, 22, 24, 26]) if columns > 3 else self.random.choice([22, 26, 30])
        head = self.font(round(size * 2.2))
        if self.random.random() < 0.7:
            self.set_line(MARGIN, y, WIDTH - 2 * MARGIN, head, False)
            y += round(size * 4)
        if self.random.random() < 0.4:
            self.spaced_header(MARGIN, y, WIDTH - 2 * MARGIN, self.font(round(size * 1.2)))
            y += round(size * 2.2)
        gap = round(size * gutter)
        width = (WIDTH - 2 * MARGIN - (columns - 1) * gap) // columns
        bottom = HEIGHT - MARGIN - 3 * size
        has_rules, shift = self.random.random() < 0.3, self.random.random() < 0.5
        for i in range(columns):
            x = MARGIN + i * (width + gap)
            end = bottom if i < columns - 1 else round(y + (bottom - y) * self.random.uniform(0.5, 1))
            self.column(x, y + (self.random.randrange(size // 2) if shift else 0), end, width, size)
            if has_rules and i + 1 < columns:
                self.draw.line([(x + width + gap // 2, y), (x + width + gap // 2, bottom)], fill=0, width=2)
        if self.random.random() < 0.5:
            self.set_line(WIDTH // 2 - 100, HEIGHT - MARGIN, 300, self.font(size), False)

    def scanned(self):
        numbers = np.random.default_rng(self.random.randrange(1 << 30))
        turned = self.image.rotate(self.random.uniform(-0.7, 0.7), Image.BICUBIC, fillcolor=255)
        pixels = np.asarray(turned, float) + numbers.normal(0, 6, (HEIGHT, WIDTH))
        return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", nargs="+")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--gutters", type=float, nargs=2, default=(1.1, 2.6), help="their widths, in sizes of the type")
    arguments = parser.parse_args()
    words = words_of(arguments.texts)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for number in range(arguments.pages):
        page = Page(words, number)
        page.fill(2 + number % 4, arguments.gutters)
        name = arguments.folder / f"columns-{2 + number % 4}-{number:02}"
        page.scanned().save(name.with_suffix(".png"))
        name.with_suffix(".txt").write_text("\n".join(page.lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
