"""Sets pages whose parts must not mix, with their text in reading order.

  layout_pages.py KIND TEXTS... FOLDER [--pages N] [--first SEED] [--faces FOLDER] [--photos FOLDER]

KIND is one of
  photographs  old-style print with photographs, halftones, engravings or maps, and captions below them
  initials     columns whose paragraphs begin with an initial two to four lines high
  numbered     legal pages with numbers down the margin; poems with the number of each fifth line
  headings     large, often letter-spaced headings over one to three columns of small print
  notes        side notes, pull quotes in and between columns, footnotes
Each page is NAME.png at 300 dpi with its lines in NAME.gt.txt, for `ocelli eval ocr FOLDER` and line_order.py. Numbers in a margin are lines
of their own: those on the left before the text, those on the right after it. --faces is searched for old-style typefaces, and
--photos for gray JPEG photos, by default those of $OCELLI_DATA.
"""
import argparse
import os
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from hard_pages import Writer, words_of

OLD_STYLE = ["EBGaramond12-Regular.otf", "OldStandard-Regular.ttf", "OldStandard-Regular.otf", "GFSDidot.otf", "LinLibertine_R.otf", "JunicodeTwoBeta-Regular.otf", "Junicode.ttf", "Cardo104s.ttf",
             "GoudyBookletter1911.otf", "P052-Roman.otf", "C059-Roman.otf", "URWBookman-Light.otf"]
PLAIN = ["LiberationSerif-Regular.ttf", "DejaVuSerif.ttf", "P052-Roman.otf", "C059-Roman.otf", "NimbusRoman-Regular.otf", "LiberationSans-Regular.ttf"]
TYPED = ["LiberationMono-Regular.ttf", "NimbusMonoPS-Regular.otf", "NimbusRoman-Regular.otf", "LiberationSerif-Regular.ttf"]
WIDTH, HEIGHT, MARGIN = 1700, 2500, 170


class Page:
    def __init__(self, writer, faces, photos, names):
        self.writer, self.random, self.photos = writer, writer.random, photos
        self.image = Image.new("L", (WIDTH, HEIGHT), 255)
        self.draw = ImageDraw.Draw(self.image)
        self.face = str(faces[self.random.choice([name for name in names if name in faces])])
        self.size = self.random.randrange(34, 46)
        self.leading = round(self.size * self.random.uniform(1.15, 1.4))

    def font(self, size):
        return ImageFont.truetype(self.face, round(size))

    def words(self, font, width):
        return self.writer.line(font, width)

    def line(self, x, y, width, font, justified=True):
        """Sets a line of the next words and returns it."""
        text = self.words(font, width)
        words = text.split()
        space = font.getlength(" ")
        if justified and len(words) > 1:
            space = min((width - sum(map(font.getlength, words))) / (len(words) - 1), 3 * space)
        for word in words:
            self.draw.text((x, y), word, font=font, fill=0)
            x += font.getlength(word) + space
        return text

    def centered(self, x, y, width, font, text):
        self.draw.text((x + (width - font.getlength(text)) / 2, y), text, font=font, fill=0)
        return text

    def paragraphs(self, x, top, bottom, width, size=None, leading=None):
        """Lines of paragraphs from top to bottom."""
        size, leading = size or self.size, leading or self.leading
        font, lines, y, left = self.font(size), [], top, 0
        while y + leading <= bottom:
            if left == 0:
                left, indent = self.random.randrange(3, 12), size
            is_last = left == 1
            lines.append(self.line(x + indent, y, (width - indent) * (self.random.uniform(0.3, 0.9) if is_last else 1), font, not is_last))
            y, left, indent = y + leading, left - 1, 0
        return lines

    def columns(self, top, bottom, count, part=None):
        """Columns of paragraphs, one after the other."""
        gap = round(self.size * self.random.uniform(1.1, 1.8))
        width = (WIDTH - 2 * MARGIN - (count - 1) * gap) // count
        part = part or self.paragraphs
        return [line for i in range(count) for line in part(MARGIN + i * (width + gap), top, bottom, width)]

    def scanned(self):
        numbers = np.random.default_rng(self.random.randrange(1 << 30))
        turned = self.image.rotate(self.random.uniform(-0.8, 0.8), Image.BICUBIC, fillcolor=255)
        blurred = np.asarray(turned.filter(ImageFilter.GaussianBlur(self.random.uniform(0.4, 1.0))), float)
        paper, ink = self.random.uniform(200, 255), self.random.uniform(0, 60)
        grain = np.asarray(Image.fromarray(numbers.normal(128, 40, (HEIGHT // 2, WIDTH // 2)).clip(0, 255).astype(np.uint8)).resize((WIDTH, HEIGHT)), float)
        pixels = ink + (paper - ink) * blurred / 255 + self.random.uniform(0, 0.25) * (grain - 128) + numbers.normal(0, 4, (HEIGHT, WIDTH))
        gray = pixels.clip(0, 255).astype(np.uint8)
        if self.random.random() < 0.35:
            return Image.fromarray(((gray > ink + self.random.uniform(0.45, 0.6) * (paper - ink)) * 255).astype(np.uint8)).convert("1")
        return Image.fromarray(gray)


def photo(page, width, height):
    path = page.random.choice(page.photos)
    source = Image.open(path).convert("L")
    scale = max(width / source.width, height / source.height)
    large = source.resize((round(source.width * scale) + 1, round(source.height * scale) + 1), Image.LANCZOS)
    return large.crop((0, 0, width, height))


def halftone(page, gray):
    """Dots of 85 to 150 lines an inch at 45 degrees, printed at 1200 dpi and scanned at 300."""
    cell = 1200 / page.random.uniform(85, 150)
    large = np.asarray(gray.resize((gray.width * 4, gray.height * 4), Image.BILINEAR), float) / 255
    y, x = np.mgrid[0:large.shape[0], 0:large.shape[1]]
    u, v = (x + y) * np.pi * np.sqrt(2) / cell, (x - y) * np.pi * np.sqrt(2) / cell
    screen = 0.5 + 0.25 * (np.cos(u) + np.cos(v))
    dots = Image.fromarray(((large * 0.9 + 0.05 > screen) * 255).astype(np.uint8))
    return dots.resize(gray.size, Image.BOX)


def engraving(page, gray):
    """Lines that swell with the darkness of the picture."""
    pixels = np.asarray(gray.filter(ImageFilter.GaussianBlur(3)), float) / 255
    y, x = np.mgrid[0:gray.height, 0:gray.width]
    waves = 0.5 + 0.5 * np.sin(2 * np.pi * (y + 12 * np.sin(x / 90)) / page.random.uniform(7, 12))
    cross = 0.5 + 0.5 * np.sin(2 * np.pi * (y + x) / page.random.uniform(8, 13))
    white = (pixels > 0.75 * waves + 0.1) & ((pixels > 0.3) | (cross > 0.4))
    return Image.fromarray((white * 255).astype(np.uint8))


def map_of(page, gray):
    """Contours of a picture as those of a country, and signs of woods and places."""
    pixels = np.asarray(gray.filter(ImageFilter.GaussianBlur(14)), float)
    levels = (pixels // 24).astype(int)
    lines = np.zeros(levels.shape, bool)
    lines[:-1] |= levels[1:] != levels[:-1]
    lines[:, :-1] |= levels[:, 1:] != levels[:, :-1]
    image = Image.fromarray(((~lines) * 255).astype(np.uint8)).filter(ImageFilter.MinFilter(3))
    draw = ImageDraw.Draw(image)
    for _ in range(page.random.randrange(10, 80)):
        x, y, r = page.random.randrange(image.width), page.random.randrange(image.height), page.random.randrange(3, 9)
        draw.ellipse((x - r, y - r, x + r, y + r), outline=0, width=2)
    return image


def picture(page, x, y, width, height):
    gray = photo(page, width, height)
    kind = page.random.choice(["gray", "halftone", "halftone", "engraving", "map"])
    drawn = {"gray": lambda _, same: same, "halftone": halftone, "engraving": engraving, "map": map_of}[kind](page, gray)
    page.image.paste(drawn, (x, y))
    if kind == "map" or page.random.random() < 0.3:
        page.draw.rectangle((x - 3, y - 3, x + width + 2, y + height + 2), outline=0, width=3)


def caption(page, x, y, width):
    """One or two centered lines of small type, and where the page goes on."""
    font = page.font(page.size * page.random.uniform(0.72, 0.9))
    lines, is_capitals = [], page.random.random() < 0.3
    for _ in range(page.random.choice([1, 1, 2])):
        text = page.words(font, width * page.random.uniform(0.4, 0.7))
        lines.append(page.centered(x, y, width, font, text.upper() if is_capitals else text))
        y += round(font.size * 1.25)
    return lines, y


def illustrated(page, x, top, bottom, width):
    """Paragraphs of a column with a picture in it, which often is at the top or bottom."""
    height = round(width * page.random.uniform(0.5, 1.0))
    height = min(height, bottom - top - 6 * page.leading)
    place = page.random.choice([top, bottom, page.random.uniform(top, bottom)])
    y = round(min(max(place - height / 2, top), bottom - height - 4 * page.leading))
    lines = page.paragraphs(x, top, y - page.leading // 2, width) if y > top + page.leading else []
    inset = page.random.randrange(0, width // 6)
    picture(page, x + inset, y, width - 2 * inset, height)
    below, y = caption(page, x, y + height + page.leading // 3, width)
    return lines + below + page.paragraphs(x, y + page.leading // 2, bottom, width)


def photographs(page):
    lines, y = [], MARGIN
    if page.random.random() < 0.6:
        font = page.font(page.size * 0.9)
        lines.append(page.centered(0, y, WIDTH, font, page.words(font, WIDTH // 3).upper()))
        y += round(2.2 * page.size)
    bottom = HEIGHT - MARGIN
    if page.random.random() < 0.65:
        return lines + illustrated(page, MARGIN, y, bottom, WIDTH - 2 * MARGIN)
    if page.random.random() < 0.5:
        return lines + page.columns(y, bottom, 2, lambda *place: illustrated(page, *place))
    middle = y + round((bottom - y) * page.random.uniform(0.35, 0.5))
    above = page.columns(y, middle - page.leading, 2)
    width, height = WIDTH - 2 * MARGIN, round((bottom - y) * 0.3)
    picture(page, MARGIN, middle, width, height)
    below, y = caption(page, MARGIN, middle + height + page.leading // 3, width)
    return lines + above + below + page.columns(y + page.leading, bottom, 2)


def cap_height(font):
    box = font.getbbox("H")
    return box[3] - box[1]


def initial_paragraph(page, x, y, width, bottom):
    """An initial that stands on the second to fourth line, with the lines beside it set back; the first word goes on in capitals or not."""
    font, count = page.font(page.size), page.random.choice([2, 2, 3, 3, 4])
    wanted = (count - 1) * page.leading + cap_height(font)
    large = page.font(page.size * wanted / cap_height(font))
    word = page.writer.plain_word().capitalize()
    while len(word) < 2 or not word.isascii():
        word = page.writer.plain_word().capitalize()
    rest = word[1:].upper() if page.random.random() < 0.6 else word[1:]
    foot = y + (count - 1) * page.leading + font.getbbox("H")[3]
    page.draw.text((x, foot - large.getbbox("H")[3]), word[0], font=large, fill=0)
    indent = round(large.getlength(word[0]) + page.size * page.random.uniform(0.05, 0.3))
    page.draw.text((x + indent, y), rest, font=font, fill=0)
    used = indent + font.getlength(rest + " ")
    lines = [f"{word[0]}{rest} " + page.line(x + used, y, width - used, font, False)]
    for row in range(1, count):
        lines.append(page.line(x + indent, y + row * page.leading, width - indent, font))
    y += count * page.leading
    end = min(bottom, y + page.random.randrange(2, 9) * page.leading)
    return lines + page.paragraphs(x, y, end, width), end


def initials(page):
    def column(x, top, bottom, width):
        lines, y = [], top
        while bottom - y > 7 * page.leading:
            more, y = initial_paragraph(page, x, y, width, bottom)
            lines += more
            y += page.leading
        return lines
    return page.columns(MARGIN, HEIGHT - MARGIN, page.random.choice([1, 1, 2]), column)


def pleading(page):
    """Numbers at one pitch; the text is on every line, or, in quotations, twice as close."""
    font, pitch = page.font(page.size), (HEIGHT - 2 * MARGIN) // 28
    left = MARGIN + 4 * page.size
    for i in range(28):
        number = str(i + 1)
        page.draw.text((MARGIN + 2 * page.size - font.getlength(number), MARGIN + i * pitch), number, font=font, fill=0)
    if page.random.random() < 0.7:
        for x in (left - page.size, left - page.size + 8):
            page.draw.line([(x, 0), (x, HEIGHT)], fill=0, width=3)
    lines, row = [], 0
    while row < 28:
        if page.random.random() < 0.06:
            row += 1
        elif page.random.random() < 0.08 and row < 24:
            quoted = page.paragraphs(left + 3 * page.size, MARGIN + row * pitch, MARGIN + (row + 3) * pitch, WIDTH - MARGIN - left - 6 * page.size,
                                     leading=pitch // 2)
            lines, row = lines + quoted, row + 3
        else:
            indent = 3 * page.size if page.random.random() < 0.2 else 0
            share = page.random.uniform(0.2, 0.9) if page.random.random() < 0.15 else 1
            lines.append(page.line(left + indent, MARGIN + row * pitch, (WIDTH - MARGIN - left - indent) * share, font, False))
            row += 1
    return [str(i + 1) for i in range(28)] + lines


def poem(page):
    font, is_left = page.font(page.size), page.random.random() < 0.4
    x, y, verse, lines, numbers = MARGIN + 4 * page.size, MARGIN, page.random.choice([4, 6, 8, 14]), [], []
    first = page.random.randrange(0, 200)
    while y + page.leading <= HEIGHT - MARGIN:
        indent = page.size if len(lines) % 2 == 1 and verse < 8 else 0
        lines.append(page.line(x + indent, y, WIDTH * page.random.uniform(0.4, 0.55), font, False))
        number = first + len(lines)
        if number % 5 == 0:
            numbers.append(str(number))
            page.draw.text((MARGIN if is_left else WIDTH - MARGIN - 2 * page.size, y), str(number), font=font, fill=0)
        y += page.leading * (2 if len(lines) % verse == 0 else 1)
    return numbers + lines if is_left else lines + numbers


def numbered(page):
    return pleading(page) if page.random.random() < 0.6 else poem(page)


def heading(page, x, y, width, scale):
    """A heading whose letters often stand apart. Returns its text and its height."""
    font = page.font(page.size * scale)
    text = page.words(font, width * page.random.uniform(0.5, 0.9))
    text = text.upper() if page.random.random() < 0.4 else text
    apart = font.size * page.random.choice([0, 0, 0.05, 0.1, 0.15])
    used = sum(font.getlength(letter) + apart for letter in text)
    if used > width:
        apart, used = 0, font.getlength(text)
    x += (width - used) / 2 if page.random.random() < 0.5 else 0
    for letter in text if apart else [text]:
        page.draw.text((x, y), letter, font=font, fill=0)
        x += font.getlength(letter) + apart
    return text, round(font.size * 1.4)


def headings(page):
    page.size = page.random.randrange(26, 36)
    page.leading = round(page.size * page.random.uniform(1.15, 1.35))
    lines, y = [], MARGIN
    for _ in range(page.random.choice([1, 2, 3])):
        for _ in range(page.random.choice([1, 1, 2])):
            text, height = heading(page, MARGIN, y, WIDTH - 2 * MARGIN, page.random.uniform(1.8, 4))
            lines, y = [*lines, text], y + height
        bottom = min(HEIGHT - MARGIN, y + page.random.randrange(10, 30) * page.leading)
        if bottom - y < 8 * page.leading:
            break
        lines += page.columns(y, bottom, page.random.choice([1, 2, 3]))
        y = bottom + page.leading
    return lines


def side_notes(page):
    """Text with narrow small notes beside some paragraphs, all on one side. The notes come after the text, or, on the left, before it."""
    is_left, note = page.random.random() < 0.5, page.font(page.size * 0.72)
    width, gap = round(WIDTH * 0.15), round(page.size * page.random.uniform(0.8, 1.5))
    x = MARGIN + (width + gap if is_left else 0)
    text = page.paragraphs(x, MARGIN, HEIGHT - MARGIN, WIDTH - 2 * MARGIN - width - gap)
    at, y, notes = MARGIN if is_left else WIDTH - MARGIN - width, MARGIN, []
    while y < HEIGHT - MARGIN - 8 * page.leading:
        y += page.random.randrange(1, 9) * page.leading
        for _ in range(page.random.randrange(2, 6)):
            notes.append(page.line(at, y, width, note, False))
            y += round(note.size * 1.2)
    return notes + text if is_left else text + notes


def pull_quotes(page):
    """A quotation of large type between rules inside a column, or between two columns that make room for it."""
    if page.random.random() < 0.5:
        def column(x, top, bottom, width):
            large, y = page.font(page.size * 1.6), round(page.random.uniform(top + 0.2 * (bottom - top), top + 0.6 * (bottom - top)))
            lines = page.paragraphs(x, top, y - page.leading // 2, width)
            page.draw.line([(x, y), (x + width, y)], fill=0, width=4)
            y += page.leading // 2
            for _ in range(3):
                lines.append(page.centered(x, y, width, large, page.words(large, width * 0.9)))
                y += round(large.size * 1.25)
            page.draw.line([(x, y), (x + width, y)], fill=0, width=4)
            return lines + page.paragraphs(x, y + page.leading // 2, bottom, width)
        return page.columns(MARGIN, HEIGHT - MARGIN, 2, column)
    gap = round(page.size * page.random.uniform(1.1, 1.8))
    width, middle = (WIDTH - 2 * MARGIN - gap) // 2, WIDTH // 2
    rows = (HEIGHT - 2 * MARGIN) // page.leading
    first, count = page.random.randrange(rows // 4, rows // 2), page.random.randrange(7, 12)
    half = round(width * 0.4)
    top, bottom = MARGIN + first * page.leading, MARGIN + (first + count) * page.leading
    lines = []
    for x, shift in ((MARGIN, 0), (middle + gap // 2, half)):
        lines += page.paragraphs(x, MARGIN, top, width)
        lines += page.paragraphs(x + shift, top, bottom, width - half)
        lines += page.paragraphs(x, bottom, HEIGHT - MARGIN, width)
        if shift == 0:
            large, y = page.font(page.size * 1.4), top + page.leading
            while y + large.size * 1.3 < bottom - page.leading // 2:
                lines.append(page.centered(middle - half, y, 2 * half, large, page.words(large, 1.5 * half)))
                y += round(large.size * 1.3)
    return lines


def footnotes(page):
    """Columns over a short rule and small notes, in each column or over the whole width."""
    small = page.size * 0.75
    height = page.random.randrange(3, 9) * round(small * 1.2)
    bottom = HEIGHT - MARGIN - height
    def notes(x, width):
        page.draw.line([(x, bottom), (x + WIDTH // 8, bottom)], fill=0, width=3)
        return page.paragraphs(x, bottom + page.leading // 3, HEIGHT - MARGIN, width, small, round(small * 1.2))
    if page.random.random() < 0.5:
        return page.columns(MARGIN, bottom - page.leading // 2, page.random.choice([1, 2])) + notes(MARGIN, WIDTH - 2 * MARGIN)
    return page.columns(MARGIN, HEIGHT, 2, lambda x, top, _, width: page.paragraphs(x, top, bottom - page.leading // 2, width) + notes(x, width))


def notes(page):
    return page.random.choice([side_notes, pull_quotes, footnotes])(page)


KINDS = {"photographs": (photographs, OLD_STYLE), "initials": (initials, OLD_STYLE), "numbered": (numbered, TYPED), "headings": (headings, PLAIN),
         "notes": (notes, PLAIN)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("texts", nargs="+")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="seed of the first page")
    parser.add_argument("--faces", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--photos", type=Path, default=Path(os.environ.get("OCELLI_DATA", "../shared/data")) / "faces/train-neg/bsds")
    arguments = parser.parse_args()
    words = words_of(arguments.texts)
    faces = {path.name: path for folder in {arguments.faces, Path("/usr/share/fonts")} for path in sorted(folder.rglob("*.[ot]tf"))}
    photos = sorted(arguments.photos.rglob("*.jpg"))
    draw, names = KINDS[arguments.kind]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.first, arguments.first + arguments.pages):
        page = Page(Writer(words, seed), faces, photos, names)
        lines = draw(page)
        name = arguments.folder / f"{arguments.kind}-{seed:03}"
        page.scanned().save(name.with_suffix(".png"), dpi=(300, 300))
        name.with_suffix(".gt.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
