"""Draws pages of the kinds that scanners of books never make, with their text.

  hard_pages.py KIND TEXTS... FOLDER [--pages N] [--first SEED]

KIND is one of
  screens   windows of programs at 96 dpi: 11 to 16 pixels of type, light or dark, smoothed or not
  faxes     black and white at 204 x 98 dots an inch, with and without a resolution in the file
  receipts  narrow slips with faint gray strokes on white paper, below a shop's name that is often black
TEXTS are plain-text files to take words from. Each page is NAME.png with its text in NAME.gt.txt, for `ocelli eval ocr FOLDER`.
"""
import argparse
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SCREEN_FACES = ["DejaVuSans.ttf", "DejaVuSansMono.ttf", "LiberationSans-Regular.ttf",
                "LiberationMono-Regular.ttf", "Carlito-Regular.ttf", "Lato-Regular.ttf"]
PRINT_FACES = ["DejaVuSerif.ttf", "LiberationSerif-Regular.ttf", "LiberationSans-Regular.ttf",
               "LiberationMono-Regular.ttf", "DejaVuSans.ttf"]
RECEIPT_FACES = ["DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "LiberationSans-Regular.ttf",
                 "DejaVuSansCondensed.ttf"]
ITEMS = ["{n}.{n2}.{n3}.{n2}:80{n2}", "C:\\Users\\{w}\\{w}_v{n2}.docx", "{w}@{w}.com", "/usr/lib/{w}/{w}.conf", "{n},{n3} items ({n2}.{n2} GB)",
         "(error {n3})", "--{w}={n}", "{n2}:{n2} PM", "{n} %", "[{w}]", "{w}-{w}", "https://{w}.org/{w}?id={n3}"]


def words_of(texts):
    words = " ".join(Path(text).read_text(encoding="utf-8", errors="ignore") for text in texts).split()
    return [word for word in words if word.isascii() and word.isprintable()]


class Writer:
    """Words and lines in the order of a seed."""

    def __init__(self, words, seed):
        self.random = random.Random(seed)
        self.words, self.at = words, self.random.randrange(len(words))

    def word(self):
        self.at = (self.at + 1) % len(self.words)
        return self.words[self.at]

    def plain_word(self):
        while not (word := self.word()).isalpha():
            pass
        return word

    def item(self):
        numbers = {"n": self.random.randrange(10, 999), "n2": self.random.randrange(1, 99), "n3": self.random.randrange(100, 9999)}
        return self.random.choice(ITEMS).format(w=self.plain_word(), **numbers)

    def line(self, font, width, items=0.0):
        taken = []
        while True:
            word = self.item() if self.random.random() < items else self.word()
            if font.getlength(" ".join([*taken, word])) > width:
                return " ".join(taken)
            taken.append(word)

    def amount(self):
        return f"{self.random.randrange(0, 250)}.{self.random.randrange(100):02}"


def face(choice, size):
    return ImageFont.truetype(choice, size)


def screen(writer):
    chance = writer.random
    font = face(chance.choice(SCREEN_FACES), chance.randrange(11, 17))
    paper, ink = chance.choice([(255, 0), (245, 30), (255, 70), (240, 51), (40, 210), (30, 220), (0, 200), (50, 230), (34, 180)])
    image = Image.new("L", (chance.randrange(420, 900), chance.randrange(120, 420)), paper)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "L" if chance.random() < 0.85 else "1"
    step = round(font.size * chance.uniform(1.4, 1.9))
    lines = []
    for y in range(10, image.height - step, step):
        lines.append(writer.line(font, image.width - 20 - (chance.randrange(image.width // 2) if chance.random() < 0.4 else 0), 0.15))
        draw.text((10, y), lines[-1], font=font, fill=ink)
    return image, lines, (96, 96)


def fax(writer):
    """Set at 204 dots an inch both ways, then every other row is kept as the pair's darker pixels, as fax machines scan."""
    chance = writer.random
    font = face(chance.choice(PRINT_FACES), round(chance.uniform(9.5, 13) * 408 / 72))
    width, step = 3456, round(font.size * chance.uniform(1.15, 1.5))
    count = chance.randrange(5, 30)
    image = Image.new("L", (width, 600 + count * step), 255)
    draw = ImageDraw.Draw(image)
    lines = []
    for row in range(count):
        lines.append(writer.line(font, width - 600 - (chance.randrange(1200) if chance.random() < 0.2 else 0)))
        draw.text((300, 300 + row * step), lines[-1], font=font, fill=0)
    scanned = image.rotate(chance.uniform(-0.5, 0.5), Image.BICUBIC, fillcolor=255).resize(
        (width // 2, round(image.height * 98 / 408)), Image.BOX)
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    pixels = np.asarray(scanned, float) + numbers.normal(0, 12, (scanned.height, scanned.width))
    bilevel = Image.fromarray(((pixels > chance.uniform(115, 160)) * 255).astype(np.uint8)).convert("1")
    return bilevel, lines, (204, 98) if chance.random() < 0.5 else None


def receipt(writer):
    """Strokes of 170 to 220, broken by the grain of thermal paper, on white. Often the first lines are black."""
    chance = writer.random
    size = chance.randrange(16, 30)
    font = face(chance.choice(RECEIPT_FACES), size)
    width, step = round(size * chance.uniform(20, 26)), round(size * chance.uniform(1.2, 1.6))
    lines = []
    for _ in range(chance.randrange(14, 34)):
        words = writer.line(font, width * 0.6)
        lines.append((words.upper() if chance.random() < 0.5 else words, writer.amount() if chance.random() < 0.5 else ""))
    image = Image.new("L", (width + 60, 80 + len(lines) * step), 255)
    draw = ImageDraw.Draw(image)
    for row, (words, amount) in enumerate(lines):
        y = 40 + row * step
        draw.text((30, y), words, font=font, fill=0)
        draw.text((30 + width - font.getlength(amount), y), amount, font=font, fill=0)
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    ink = 1 - np.asarray(image.filter(ImageFilter.GaussianBlur(chance.uniform(0.4, 0.9))), float) / 255
    grain = numbers.normal(0, 1, ink.shape)
    depth = np.full((len(ink), 1), chance.uniform(35, 85))
    if chance.random() < 0.6:
        depth[:40 + chance.randrange(1, 4) * step] = chance.uniform(180, 240)
    worn = ink * depth * np.clip(1 + chance.uniform(0.1, 0.4) * grain, 0.2, 1.5)
    pixels = 255 - worn - np.abs(numbers.normal(0, chance.uniform(0, 2.5), ink.shape))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)), [" ".join(filter(None, line)) for line in lines], None


KINDS = {"screens": screen, "faxes": fax, "receipts": receipt}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="seed of the first page")
    arguments = parser.parse_args()
    words = words_of(arguments.texts)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.first, arguments.first + arguments.pages):
        image, lines, resolution = KINDS[arguments.kind](Writer(words, seed))
        name = arguments.folder / f"{arguments.kind}-{seed:03}"
        image.save(name.with_suffix(".png"), **({"dpi": resolution} if resolution else {}))
        name.with_suffix(".gt.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
