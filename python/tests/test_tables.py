"""Tables of pages: in Python, and the program's files in the programs that open them."""

import csv
import io
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import ocelli

ROWS = [["Item", "Units", "Price"], ["Green tea", "12", "1,250.50"], ["Sea salt", "7", "(3.20)"], ["Rice", "46", "18.75"]]


@pytest.fixture(scope="module")
def table_image() -> Image.Image:
    """A ruled table."""
    image = Image.new("L", (1000, 600), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 36)
    for row, texts in enumerate(ROWS):
        for column, text in enumerate(texts):
            draw.rectangle([60 + 280 * column, 60 + 80 * row, 340 + 280 * column, 140 + 80 * row], outline=0, width=3)
            draw.text((80 + 280 * column, 76 + 80 * row), text, font=font, fill=0)
    return image


@pytest.fixture(scope="module")
def image_file(table_image: Image.Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "table.png"
    table_image.save(path)
    return path


def run(*arguments: object) -> str:
    return subprocess.run([ocelli.program(), *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def test_a_page_tells_its_tables(table_image: Image.Image) -> None:
    (table,) = ocelli.reader().read(table_image, tables=True).tables
    assert (table.rows, table.columns, table.header_rows) == (4, 3, 1)
    assert [cell.text for cell in table.cells] == sum(ROWS, [])
    assert table.cells[8].number == -3.2
    assert table.cells[0].box.x == pytest.approx(60, abs=4)


def test_tables_are_looked_for_only_when_asked(table_image: Image.Image) -> None:
    assert ocelli.reader().read(table_image).tables == ()


def test_a_table_becomes_a_frame(table_image: Image.Image) -> None:
    (table,) = ocelli.reader().read(table_image, tables=True).tables
    frame = table.to_frame()
    assert list(frame.columns) == ["Item", "Units", "Price"]
    assert frame["Price"].tolist() == [1250.5, -3.2, 18.75]
    assert frame["Units"].sum() == 65


def test_csv_is_read_by_others(image_file: Path) -> None:
    rows = list(csv.reader(io.StringIO(run("ocr", "--format", "csv", image_file))))
    assert rows == [["Item", "Units", "Price"], ["Green tea", "12", "1250.5"], ["Sea salt", "7", "-3.2"], ["Rice", "46", "18.75"]]


def test_workbooks_are_read_by_others(image_file: Path, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    run("ocr", "-o", tmp_path / "tables.xlsx", image_file, image_file)
    book = openpyxl.load_workbook(tmp_path / "tables.xlsx")
    assert len(book.worksheets) == 2
    rows = [[cell.value for cell in row] for row in book.worksheets[1].iter_rows()]
    assert rows[1:] == [["Green tea", 12, 1250.5], ["Sea salt", 7, -3.2], ["Rice", 46, 18.75]]
    assert book.worksheets[0]["A1"].font.bold


def test_html_is_well_formed(image_file: Path, tmp_path: Path) -> None:
    html = tmp_path / "tables.html"
    html.write_text(run("ocr", "--format", "html", image_file), encoding="utf-8")
    checked = subprocess.run(["xmllint", "--html", "--noout", html], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert html.read_text(encoding="utf-8").count("<tr>") == 4


def test_json_has_cells_with_boxes(image_file: Path) -> None:
    (table,) = json.loads(run("ocr", "--tables", "--format", "json", image_file))["tables"]
    assert table["cells"][5]["number"] == 1250.5
    assert table["cells"][5]["w"] == pytest.approx(280, abs=6)


def test_formats_without_a_place_for_tables_refuse_them(image_file: Path) -> None:
    refused = subprocess.run([ocelli.program(), "ocr", "--tables", image_file], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "--tables requires --format" in refused.stderr


def test_a_page_without_tables_is_an_empty_table(tmp_path: Path) -> None:
    Image.fromarray(np.full((300, 200), 255, np.uint8)).save(tmp_path / "blank.png")
    assert run("ocr", "--format", "csv", tmp_path / "blank.png") == ""


def test_a_table_over_two_pages_is_one(tmp_path: Path) -> None:
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 30)
    parts = [[ROWS[0], *[["Green tea", "12", f"{number}.50"] for number in range(100, 109)]],
             [ROWS[0], *[["Sea salt", "7", f"{number}.25"] for number in range(200, 204)]]]
    pages = []
    for rows in parts:
        image = Image.new("L", (900, 900), 255)
        draw = ImageDraw.Draw(image)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                draw.rectangle([60 + 260 * column, 60 + 70 * row, 320 + 260 * column, 130 + 70 * row], outline=0, width=3)
                draw.text((76 + 260 * column, 74 + 70 * row), text, font=font, fill=0)
        pages.append(image)
    file = tmp_path / "long.tif"
    pages[0].save(file, save_all=True, append_images=pages[1:])
    rows = list(csv.reader(io.StringIO(run("ocr", "--format", "csv", file))))
    assert (len(rows), rows[0], rows[10]) == (14, ROWS[0], ["Sea salt", "7", "200.25"])
    (table,) = ocelli.reader().read_files(file, tables=True).tables()
    frame = table.to_frame()
    assert len(frame) == 13
    assert frame["Price"].iloc[-1] == 203.25
