"""What the reader says of a page: zones, languages of lines, bold words, text of PDF files."""

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

import ocelli

_FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSerif"
_LEFT, _RIGHT = "The mayor asked the council", "Her letters are short"


def page_of(lines: "list[tuple[int, int, str, bool]]") -> NDArray[np.uint8]:
    """Black on white: x, y, text and whether it is bold."""
    image = Image.new("L", (1700, 900), 255)
    for x, y, text, bold in lines:
        font = ImageFont.truetype(_FONTS + ("-Bold.ttf" if bold else ".ttf"), 40)
        ImageDraw.Draw(image).text((x, y), text, fill=0, font=font)
    return np.asarray(image)


@pytest.fixture(scope="module")
def reader() -> ocelli.Reader:
    return ocelli.reader("eng")


def test_zones_are_read_in_their_order(reader: ocelli.Reader) -> None:
    page = page_of([(100, 100, _LEFT, False), (1000, 100, _RIGHT, False), (100, 600, "Not in a zone", False)])
    read = reader.read(page, zones=[(950, 80, 700, 100), (80, 80, 800, 100)])
    assert [block.text for block in read.blocks] == [_RIGHT + "\n", _LEFT + "\n"]
    assert read.words[0].box.x == pytest.approx(1000, abs=6)
    numbers = [(1, 2, 0, 4)], [(1, 2, 3)], [(1, 2, 3, float("nan"))], [(0, 0, 9, 1e30)]
    for wrong in (*numbers, (1, 2, 3, 4), 7, "page.uzn", [None], [("1", "2", "3", "4")]):
        with pytest.raises(ocelli.UsageError, match="zones: must be .*boxes x, y, w, h in pixels"):
            reader.read(page, zones=wrong)  # type: ignore[arg-type]


def test_a_layout_is_taken_as_said(reader: ocelli.Reader) -> None:
    page = page_of([(100, 100, "The mayor", False), (1200, 100, "Her letters", False)])
    assert reader.read(page, layout="line").text == "The mayor Her letters\n"
    assert [len(block.lines) for block in reader.read(page, layout="sparse").blocks] == [1, 1]
    assert reader.read(page_of([(100, 100, "The mayor", False)]), layout="word").text == "Themayor\n"


def test_bold_words_are_marked(reader: ocelli.Reader) -> None:
    page = page_of([(100, 100 + 70 * i, _LEFT, i == 0) for i in range(6)])
    lines = reader.read(page).lines
    assert [all(word.bold for word in line.words) for line in lines] == [True] + 5 * [False]
    assert not any(word.bold for line in lines[1:] for word in line.words)
    assert lines[0].font_height == pytest.approx(40, rel=0.2)


def test_each_line_is_read_in_its_language() -> None:
    german = ["Die Straße führt über die Brücke", "Wir können das Gebäude später öffnen", "Das Mädchen schläft"]
    french = ["Les élèves préfèrent la forêt", "Où êtes-vous allés cet été", "Le garçon a reçu une lettre"]
    page = page_of([(100, 100 + 70 * i, text, False) for i, text in enumerate(german + french)])
    read = ocelli.reader("deu+fra").read(page)
    assert read.text.split("\n\n")[0].splitlines() == german + french
    assert {line.language for line in read.lines} in ({"", "fra"}, {"", "deu"})
    assert read.lines[0].language != read.lines[3].language


def test_the_text_of_a_pdf_is_not_read_unless_it_is_asked_for(reader: ocelli.Reader, tmp_path: Path) -> None:
    file = tmp_path / "text.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(400, 200))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        pdf.pages[0].Contents = pdf.make_stream(b"BT /F1 24 Tf 50 100 Td (The mayor asked) Tj ET")
        pdf.save(file)
    (own,) = reader.read_files(file)
    assert own["source"] == "pdf"
    assert own["text"] == "The mayor asked\n"
    (read,) = reader.read_files(file, existing_text="force")
    assert "source" not in read
    assert read["text"] == "The mayor asked\n"
