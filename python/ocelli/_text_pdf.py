"""PDF pages of invisible text alone, which are laid over the picture of a page."""

import math
import struct
from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf.objects import Array, Dictionary, Name, String

from ._common import Path
from .results import Box, Line, Page

# The only name besides /F1 under which OCRmyPDF looks for the font of a page of text; all pages get that of the first.
_FONT = "/f-0-0"
_FONT_NAME = Name("/OcelliInvisible")
_POINTS_PER_INCH = 72
_EM = 1000
_ADVANCE = 0.5  # width of every character, in units of the font's size


def write_text_pdf(file: Path, page: Page, resolution: tuple[float, float]) -> None:
    """Writes a PDF file of one page, of the size of the image at this resolution, with the page's text alone.

    resolution  horizontal and vertical, in dots per inch

    Each word covers its box, along the baseline of its line, as the image shows it: sideways where the image stands
    on its side.
    """
    width, height = page.size
    pixel = _POINTS_PER_INCH / resolution[0], _POINTS_PER_INCH / resolution[1]
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(pixel[0] * width, pixel[1] * height))
        sheet = pdf.pages[0]
        sheet.Resources = Dictionary(Font=Dictionary({_FONT: _embedded_font(pdf)}))
        sheet.Contents = pdf.make_stream("\n".join(_operators(page, pixel)).encode())
        pdf.save(file)


def _operators(page: Page, pixel: tuple[float, float]) -> Iterator[str]:
    yield f"q {_from_upright(page, pixel)} cm BT 3 Tr"
    for line in page.lines:
        yield from _line_operators(page, line)
    yield "ET Q"


def _line_operators(page: Page, line: Line) -> Iterator[str]:
    """Between words is a space as wide as the gap: programs copy it with them."""
    size = _font_size(page, line)
    right = None
    for word in line.words:
        box = _upright(page, word.box)
        if right is not None:
            yield _show(page, line, size, right, max(1, box.x - right), " ")
        yield _show(page, line, size, box.x, max(1, box.w), word.text)
        right = box.x + box.w


def _show(page: Page, line: Line, size: float, left: float, width: float, text: str) -> str:
    """Text along the baseline, from `left` on and so wide, in pixels of the upright page."""
    sine, cosine = math.sin(math.atan(line.slope)), math.cos(math.atan(line.slope))
    foot = _upright_height(page) - line.baseline - line.slope * left
    codes = text.encode("utf-16-be")
    stretch = 100 * width / (_ADVANCE * size * len(codes) / 2)
    return (
        f"{cosine:.6f} {-sine:.6f} {sine:.6f} {cosine:.6f} {left:.3f} {foot:.3f} Tm {stretch:.3f} Tz "
        f"{_FONT} {size:.3f} Tf <{codes.hex()}> Tj"
    )


def _font_size(page: Page, line: Line) -> float:
    """Letters are about twice as high as an x."""
    pixels = 2 * line.x_height if line.x_height > 0 else _upright(page, line.box).h
    return min(max(pixels, 1.0), float(max(1, _upright_height(page))))


def _upright_height(page: Page) -> int:
    width, height = page.size
    return height if page.turn % 180 == 0 else width


def _upright(page: Page, box: Box) -> Box:
    """The box in the image that is turned upright."""
    width, height = page.size
    x, y, w, h = box
    if page.turn == 90:
        return Box(height - y - h, x, h, w)
    if page.turn == 180:
        return Box(width - x - w, height - y - h, w, h)
    if page.turn == 270:
        return Box(y, width - x - w, h, w)
    return box


def _from_upright(page: Page, pixel: tuple[float, float]) -> str:
    """The matrix from pixels of the upright page to points of the image's page, both from the lower left corner."""
    x, y = pixel
    width, height = x * page.size[0], y * page.size[1]
    matrices = {
        0: (x, 0, 0, y, 0, 0),
        90: (0, y, -x, 0, width, 0),
        180: (-x, 0, 0, -y, width, height),
        270: (0, -y, x, 0, 0, height),
    }
    return " ".join(f"{number:.6f}" for number in matrices[page.turn])


def _embedded_font(pdf: Any) -> Any:
    """Adds a font to a pikepdf.Pdf whose codes are UTF-16 and whose every character draws nothing.

    Ghostscript, which OCRmyPDF runs for PDF/A, drops the Unicode of Type 3 fonts, hence a TrueType font.
    Source: PDF 32000-1:2008, 9.7; Adobe Technical Note 5411 (the CMap).
    """
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=_FONT_NAME,
        FontBBox=[0, -_EM // 4, round(_ADVANCE * _EM), 3 * _EM // 4],
        Flags=5,  # every character is as wide, and they are not of the Latin set
        Ascent=3 * _EM // 4,
        Descent=-_EM // 4,
        CapHeight=3 * _EM // 4,
        ItalicAngle=0,
        StemV=80,
        FontFile2=pdf.make_stream(_font_file()),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=_FONT_NAME,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        CIDToGIDMap=pdf.make_stream(struct.pack(">H", 1) * 0x10000),
        DW=round(_ADVANCE * _EM),
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=_FONT_NAME,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
        ToUnicode=pdf.make_stream(_IDENTITY_TO_UNICODE.encode()),
    )
    return pdf.make_indirect(font)


_IDENTITY_TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def _font_file() -> bytes:
    """A TrueType font of two glyphs without outlines: the one for what is missing, and that of every character.

    Source: OpenType 1.9; the tables that a PDF file needs.
    """
    top, bottom, width = 3 * _EM // 4, -_EM // 4, round(_ADVANCE * _EM)
    version, magic, glyphs = 0x00010000, 0x5F0F3CF5, 2
    tables = {
        b"glyf": bytes(4),
        b"head": struct.pack(
            ">IIIIHHqqhhhhHHhhh", version, version, 0, magic, 0, _EM, 0, 0, 0, bottom, width, top, 0, 8, 2, 0, 0
        ),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", version, top, bottom, 0, width, *[0] * 3, 1, *[0] * 7, glyphs),
        b"hmtx": struct.pack(">Hh", width, 0) * glyphs,
        b"loca": bytes(2 * (glyphs + 1)),
        b"maxp": struct.pack(">IH13H", version, glyphs, 0, 0, 0, 0, 2, *[0] * 8),
    }
    return _sfnt(tables)


def _sfnt(tables: dict[bytes, bytes]) -> bytes:
    """The tables, which are in the order of their names, behind their directory."""
    power = len(tables).bit_length() - 1
    header = struct.pack(">IHHHH", 0x00010000, len(tables), 16 << power, power, 16 * (len(tables) - (1 << power)))
    offset = len(header) + 16 * len(tables)
    directory, body = b"", b""
    for name, table in tables.items():
        padded = table + bytes(-len(table) % 4)
        directory += struct.pack(">4sIII", name, _checksum(padded), offset + len(body), len(table))
        body += padded
    font = header + directory + body
    adjustment = offset + sum(len(table) + -len(table) % 4 for name, table in tables.items() if name < b"head") + 8
    return font[:adjustment] + struct.pack(">I", (0xB1B0AFBA - _checksum(font)) % 2**32) + font[adjustment + 4 :]


def _checksum(data: bytes) -> int:
    """The sum of the 32-bit numbers; the data are as long as a number of them."""
    numbers: tuple[int, ...] = struct.unpack(f">{len(data) // 4}I", data)
    return sum(numbers) % 2**32
