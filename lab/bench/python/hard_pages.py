"""Draws pages of the kinds that scanners of books never make, with their text.

  hard_pages.py KIND TEXTS... FOLDER [--pages N] [--first SEED]

KIND is one of
  screens   windows of programs at 96 dpi: 11 to 16 pixels of type, light or dark, smoothed or not
  faxes     black and white at 204 x 98 dots an inch, with and without a resolution in the file
  receipts  narrow slips with faint gray strokes on white paper, below a shop's name that is often black
  stamps    letters in color at 200 dpi: black print and some in red or blue, under stamps, signatures, ticks, highlighters and
            colored rules, whose letters are not in the text
TEXTS are plain-text files to take words from. Each page is NAME.png with its text in NAME.gt.txt, for `ocelli eval ocr FOLDER`.
"""
import argparse
import io
import math
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


class Sheet:
    """Paper on which inks lie over each other: each takes its share of the light."""

    def __init__(self, width, height):
        self.light = np.ones((height, width, 3))

    def ink(self, mask, color, density=1.0):
        """`mask`: an image of 255 where the ink is. `density`: of the ink, or an array of densities."""
        coverage = np.asarray(mask, float)[..., None] / 255 * np.asarray(density)[..., None]
        self.light *= 1 - coverage * (1 - np.array(color) / 255)

    def mask(self):
        return Image.new("L", self.light.shape[1::-1], 0)


STAMP_RED, STAMP_BLUE, STAMP_GREEN = (205, 40, 60), (60, 70, 175), (30, 130, 90)
PRINTED_RED, PRINTED_BLUE = (190, 20, 30), (25, 60, 160)
PEN_BLUES = [(25, 45, 140), (50, 75, 175), (20, 30, 105)]
HIGHLIGHTERS = [(255, 245, 90), (255, 150, 200), (150, 255, 150), (255, 200, 90)]
STAMP_WORDS = ["PAID", "RECEIVED", "COPY", "APPROVED", "ENTERED", "CONFIDENTIAL", "DRAFT", "URGENT"]


def worn(writer, shape):
    """The density of a stamp's ink: uneven, and lacking in spots."""
    numbers = np.random.default_rng(writer.random.randrange(1 << 30))
    coarse = numbers.uniform(0.55, 1, (shape[0] // 24 + 2, shape[1] // 24 + 2))
    uneven = np.asarray(Image.fromarray((coarse * 255).astype(np.uint8)).resize(shape[::-1], Image.BICUBIC), float) / 255
    return uneven * (numbers.random(shape) > writer.random.uniform(0, 0.12))


def boxed_stamp(chance, size):
    font = face("LiberationSans-Bold.ttf", size)
    rows = [chance.choice(STAMP_WORDS)] + (["14 MAR 1994"] if chance.random() < 0.5 else [])
    width, height = round(max(font.getlength(row) for row in rows)) + size, round(len(rows) * size * 1.25) + size // 2
    stamp = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(stamp)
    if chance.random() < 0.85:
        draw.rectangle([1, 1, width - 2, height - 2], outline=255, width=max(2, size // 10))
    for row, words in enumerate(rows):
        draw.text((width / 2, size // 4 + (row + 0.5) * size * 1.25), words, font=font, fill=255, anchor="mm")
    return stamp


def round_stamp(chance, size):
    radius = round(size * 3.2)
    stamp = Image.new("L", (2 * radius, 2 * radius), 0)
    draw = ImageDraw.Draw(stamp)
    for inset in (1, round(1.5 * size)):
        draw.ellipse([inset, inset, 2 * radius - inset, 2 * radius - inset], outline=255, width=max(2, size // 9))
    font, around = face("LiberationSans-Bold.ttf", round(size * 0.9)), f"{chance.choice(STAMP_WORDS)} * CITY OF NORWICH * "
    for place, letter in enumerate(around):
        turn, glyph = 360 * place / len(around), Image.new("L", (2 * size, 2 * size), 0)
        ImageDraw.Draw(glyph).text((size, size), letter, font=font, fill=255, anchor="mm")
        glyph = glyph.rotate(-turn, Image.BICUBIC)
        away = radius - 0.8 * size
        at = (round(radius + away * math.sin(math.radians(turn)) - size), round(radius - away * math.cos(math.radians(turn)) - size))
        stamp.paste(glyph, at, glyph)
    draw.text((radius, radius), chance.choice(["1994", "No. 27", "MAR 14"]), font=face("LiberationSans-Bold.ttf", size), fill=255, anchor="mm")
    return stamp


def add_stamp(writer, sheet):
    chance = writer.random
    stamp = chance.choice([boxed_stamp, round_stamp])(chance, chance.randrange(26, 52))
    stamp = stamp.rotate(chance.choice([-1, 1]) * chance.uniform(4, 30), Image.BICUBIC, expand=True)
    mask = sheet.mask()
    mask.paste(stamp, (chance.randrange(max(1, mask.width - stamp.width)), chance.randrange(max(1, mask.height - stamp.height))))
    sheet.ink(mask, chance.choice([STAMP_RED, STAMP_RED, STAMP_BLUE, STAMP_GREEN]), worn(writer, sheet.light.shape[:2]))


def curve(points, steps=16):
    """A smooth line through points (Catmull and Rom)."""
    ends = [points[0], *points, points[-1]]
    line = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        for t in np.linspace(0, 1, steps, endpoint=False):
            line.append(tuple(0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t
                                     + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3) for i in (0, 1)))
    return line


def add_pen(writer, sheet):
    """A signature, or ticks beside lines."""
    chance, mask = writer.random, sheet.mask()
    draw, width = ImageDraw.Draw(mask), chance.randrange(3, 6)
    if chance.random() < 0.5:
        x, y, size = chance.randrange(100, mask.width // 2), chance.randrange(100, mask.height - 100), chance.uniform(25, 60)
        points = [(x + i * size * 0.35 + chance.uniform(-0.3, 0.3) * size, y + chance.uniform(-1, 1) * size) for i in range(chance.randrange(9, 18))]
        draw.line(curve(points), fill=255, width=width, joint="curve")
    else:
        for _ in range(chance.randrange(2, 7)):
            x, y, size = chance.randrange(40, mask.width - 60), chance.randrange(60, mask.height - 40), chance.uniform(20, 45)
            draw.line(curve([(x, y), (x + size * 0.35, y + size * 0.4), (x + size, y - size * 0.7)]), fill=255, width=width, joint="curve")
    sheet.ink(mask, chance.choice(PEN_BLUES), chance.uniform(0.8, 1))


def add_highlighter(writer, sheet, rows, step):
    chance, mask = writer.random, sheet.mask()
    for _ in range(chance.randrange(1, 4)):
        x, y = chance.randrange(60, mask.width // 2), chance.choice(rows) + step * 0.35
        ImageDraw.Draw(mask).line([(x, y), (x + chance.randrange(150, mask.width // 2), y + chance.uniform(-4, 4))], fill=255, width=round(step * 0.8))
    sheet.ink(mask, chance.choice(HIGHLIGHTERS))


def add_rules(writer, sheet, rows, step):
    """Lines below all lines of text, or a few through and beside them."""
    chance, mask = writer.random, sheet.mask()
    draw, through = ImageDraw.Draw(mask), chance.random() < 0.5
    for y in rows if not through else chance.sample(rows, 3):
        at = y + step * (0.5 if through else 0.8) + chance.uniform(-2, 2)
        draw.line([(40, at), (mask.width - 40, at)], fill=255, width=chance.randrange(2, 4))
    if chance.random() < 0.5:
        draw.line([(chance.randrange(60, 160), 0), (chance.randrange(60, 160), mask.height)], fill=255, width=3)
    sheet.ink(mask, chance.choice([STAMP_RED, STAMP_BLUE, (120, 170, 220)]))


def stamps(writer):
    chance = writer.random
    font = face(chance.choice(PRINT_FACES), round(chance.uniform(9.5, 12.5) * 200 / 72))
    step, count = round(font.size * chance.uniform(1.3, 1.6)), chance.randrange(12, 30)
    sheet = Sheet(chance.randrange(1150, 1500), 260 + count * step)
    width, rows, lines = sheet.light.shape[1] - 240, [120 + row * step for row in range(count)], []
    inks = {color: sheet.mask() for color in ((35, 35, 38), PRINTED_RED, PRINTED_BLUE)}
    black, *colors = inks
    heading = chance.random() < 0.4
    for row, y in enumerate(rows):
        words = writer.line(font, width - 160).split()
        amount = f"-{writer.amount()}" if chance.random() < 0.25 else ""
        of_line = chance.choice(colors) if (heading and row == 0) or chance.random() < 0.08 else black
        x = 120
        for word in words:
            ink = chance.choice(colors) if chance.random() < 0.04 else of_line
            ImageDraw.Draw(inks[ink]).text((x, y), word, font=font, fill=255)
            x += font.getlength(word + " ")
        if amount:
            ImageDraw.Draw(inks[PRINTED_RED]).text((x, y), amount, font=font, fill=255)
        lines.append(" ".join(filter(None, [*words, amount])))
    for color, mask in inks.items():
        sheet.ink(mask, color)
    marks = [add_stamp, add_pen, lambda *of: add_highlighter(*of, rows, step), lambda *of: add_rules(*of, rows, step)]
    for mark in chance.choices(marks, [5, 4, 2, 2], k=chance.randrange(1, 5)):
        mark(writer, sheet)
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    paper = np.array([255, chance.uniform(246, 255), chance.uniform(232, 255)])
    picture = Image.fromarray((sheet.light * paper).clip(0, 255).astype(np.uint8)).rotate(
        chance.uniform(-0.7, 0.7), Image.BICUBIC, fillcolor=tuple(int(v) for v in paper))
    blurred = np.asarray(picture.filter(ImageFilter.GaussianBlur(chance.uniform(0.4, 0.8))), float)
    grained = Image.fromarray((blurred + numbers.normal(0, chance.uniform(0, 4), blurred.shape)).clip(0, 255).astype(np.uint8))
    if chance.random() < 0.5:
        return grained, lines, (200, 200)
    coded = io.BytesIO()
    grained.save(coded, "JPEG", quality=chance.randrange(70, 93))
    return Image.open(coded), lines, (200, 200)


KINDS = {"screens": screen, "faxes": fax, "receipts": receipt, "stamps": stamps}


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
