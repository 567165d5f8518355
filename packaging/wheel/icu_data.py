"""ICU's data without what Ocelli does not ask for: 31 MB become 4."""

import re
import subprocess
import tempfile
from pathlib import Path

# Ocelli asks for normal forms and for the letters of languages. Folders have names of currencies, regions, time zones and the like.
_NOT_USED = re.compile(r".*/.*|.*\.(cnv|spp|cfu)|unames\.icu|cnvalias\.icu|zoneinfo64\.res")
_SOURCE = """
.section .rodata
.globl {symbol}
.type {symbol}, %object
.balign 16
{symbol}:
.incbin "{data}"
.size {symbol}, . - {symbol}
.section .note.GNU-stack,"",%progbits
"""


def _run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def _data_of(library: Path) -> tuple[str, bytes]:
    """The symbol of the data, and the data."""
    address, size, symbol = re.findall(r": ([0-9a-f]+)\s+(\S+) OBJECT .* (icudt\d+_dat)$", _run("readelf", "-W", "--dyn-syms", library), re.M)[0]
    start, offset = re.findall(r"\.rodata\s+PROGBITS\s+([0-9a-f]+) ([0-9a-f]+)", _run("readelf", "-SW", library))[0]
    begin = int(address, 16) - int(start, 16) + int(offset, 16)
    return symbol, library.read_bytes()[begin : begin + int(size, 0)]


def make_smaller(library: Path, name: str, target: Path) -> None:
    """Writes a library of this name with the rest of the data of another."""
    symbol, data = _data_of(library)
    with tempfile.TemporaryDirectory() as place:
        # The tools take the name of the data from the name of the file.
        whole, part = (Path(place) / folder / f"{symbol.removesuffix('_dat')}l.dat" for folder in ("whole", "part"))
        for folder in (whole.parent, part.parent):
            folder.mkdir()
        whole.write_bytes(data)
        removed = Path(place) / "removed.txt"
        removed.write_text("".join(f"{item}\n" for item in _run("icupkg", "-l", whole).split() if _NOT_USED.fullmatch(item)))
        _run("icupkg", "-r", removed, whole, part)
        source = Path(place) / "data.s"
        source.write_text(_SOURCE.format(symbol=symbol, data=part))
        _run("cc", "-shared", "-nostdlib", f"-Wl,-soname,{name}", source, "-o", target)
