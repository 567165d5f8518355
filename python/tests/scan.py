"""A scan of ten printed pages: letters of an archive, a little askew, blurred and noisy."""

import random
from collections.abc import Sequence
from pathlib import Path

import img2pdf
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

RESOLUTION = 300  # dots per inch
_SIZE = 1748, 2000
_MARGIN = 180
_LINE = 66
_FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
)
_SENTENCES = (
    "The harbor office keeps its books in three rooms above the fish market.",
    "Most of the ledgers survived the flood, but their bindings did not.",
    "A clerk wrote down the name of every ship, its master and its cargo.",
    "Wool and timber came from the north, wine and salt from the south.",
    "In the winter of that year the river froze, and no boat could leave the town.",
    "The mayor asked the council for money to repair the bridge before the spring.",
    "Nobody remembers who painted the portrait that hangs in the great hall.",
    "Her letters are short, exact and often funny.",
    "We found the missing map behind a cupboard when the walls were painted.",
    "Every page carries a number in the upper corner, written in blue ink.",
    "The teacher opened the school with nine pupils and a single stove.",
    "Two witnesses saw the fire, yet their reports do not agree.",
    "Grain was sold by weight on Mondays and by measure on Thursdays.",
    "A second copy of the contract lies in the library of the bishop.",
    "The journey took eleven days, most of them in heavy rain.",
    "His brother had promised to pay the debt by the end of the month.",
    "Please send the boxes to the address below and keep a list of what is in them.",
    "The doctor visited the village twice a week, always on the same gray horse.",
    "It is not known whether the treaty was ever signed.",
    "Under the old law a widow kept the house, the garden and half of the cattle.",
    "The printer used a worn set of type, so that many letters are broken.",
    "A quarter of the volumes are too damaged to be opened.",
    "Visitors may read the documents in the morning; photographs are allowed.",
    "The engineer measured the valley and drew the line of the railway on one sheet.",
    "Some of the words have changed their meaning since then.",
    "At the back of the book somebody pressed a flower and wrote a date beside it.",
    "The price of bread rose again, and the bakers were asked to explain why.",
    "All of this is told in the margin, in a very small hand.",
)


def texts(pages: int = 10, seed: int = 7) -> list[str]:
    """What stands on each page, as lines."""
    chance = random.Random(seed)
    return [_page_text(number, chance) for number in range(1, pages + 1)]


def write_scan(
    pdf: Path, pages: Sequence[str], skew: float = 0.8, quarter_turns: Sequence[int] = (), noise: int = 15
) -> None:
    """Writes the pages as images in a PDF file.

    skew           degrees; pages lean to the left and to the right in turn
    quarter_turns  of each page, clockwise; none: upright
    noise          gray levels that a pixel is off at most
    """
    files = []
    for number, text in enumerate(pages):
        page = _page_image(text, number, skew if number % 2 else -skew, noise)
        file = pdf.with_name(f"{pdf.stem}-{number}.jpg")
        turns = quarter_turns[number] if quarter_turns else 0
        page.rotate(-90 * turns, expand=True).save(file, quality=85, dpi=(RESOLUTION, RESOLUTION))
        files.append(str(file))
    pdf.write_bytes(img2pdf.convert(files))


def similarity(truth: str, read: str) -> float:
    """The share of characters that are right: 1 less the edit distance over the length of the truth.

    Runs of white space count as one space.
    """
    expected, found = _characters(truth), _characters(read)
    row = np.arange(len(found) + 1)
    for number, character in enumerate(expected, 1):
        without_insertions = np.minimum(row[1:] + 1, row[:-1] + (found != character))
        steps = np.concatenate([[number], without_insertions]) - np.arange(len(found) + 1)
        row = np.minimum.accumulate(steps) + np.arange(len(found) + 1)
    return 1 - float(row[-1]) / len(expected)


def _characters(text: str) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return np.frombuffer(" ".join(text.split()).encode("utf-32-le"), np.uint32)


def _page_text(number: int, chance: random.Random) -> str:
    sentences = chance.sample(_SENTENCES, 20)
    amount = f"{chance.randint(100, 9999)}.{chance.randint(10, 99)}"
    sentences[3] += f" The sum was {amount} in {1700 + 13 * number}."
    font = _font(number - 1)
    lines, line = [f"Page {number}"], ""
    for word in " ".join(sentences).split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) > _SIZE[0] - 2 * _MARGIN:
            lines.append(line)
            longer = word
        line = longer
    return "\n".join([*lines, line]) + "\n"


def _font(number: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS[number % len(_FONTS)], 42)


def _page_image(text: str, number: int, skew: float, noise: int) -> Image.Image:
    page = Image.new("L", _SIZE, 245)
    pen = ImageDraw.Draw(page)
    for row, line in enumerate(text.splitlines()):
        pen.text((_MARGIN, _MARGIN + row * _LINE), line, fill=40, font=_font(number))
    page = page.rotate(skew, resample=Image.Resampling.BILINEAR, fillcolor=245).filter(ImageFilter.BoxBlur(0.6))
    grain = np.random.default_rng(number).integers(-noise, noise + 1, (_SIZE[1], _SIZE[0]), np.int16)
    return Image.fromarray(np.clip(page + grain, 0, 255).astype(np.uint8))
