"""Libraries that have the names of others and stop the program if anything of them is called."""

import collections
import re
import subprocess
import tempfile
from pathlib import Path

_BODY = """#include <stdio.h>
#include <stdlib.h>

#define STAND_IN(name) \\
  void name(void) { \\
    fputs("ocelli: " #name "() of %(library)s is not in this package\\n", stderr); \\
    abort(); \\
  }
%(functions)s
%(objects)s
"""


def _symbols(path: Path, kind: str) -> dict[str, str]:
    """The names of a library's symbols of some kinds, with their versions: undefined (U), functions (TWi), objects (BDRV)."""
    lines = subprocess.run(["nm", "-D", path], check=True, capture_output=True, text=True).stdout
    found = re.findall(rf"^[0-9a-f ]*? [{kind}] ([^\s@]+)(?:@+(\S+))?$", lines, re.M)
    return dict(found)


def make_stand_in(name: str, file: Path, users: list[Path], target: Path) -> None:
    """Writes a library with the functions and objects, which are zeros, that the users ask for of the library in `file`."""
    asked = {symbol for user in users for symbol in _symbols(user, "U")}
    functions, objects = ({symbol: version for symbol, version in _symbols(file, kinds).items() if symbol in asked} for kinds in ("TWi", "BDRV"))
    versions = collections.defaultdict(list)
    for symbol, version in {**functions, **objects}.items():
        if version:
            versions[version].append(symbol)
    script = "".join(f"{version} {{ global: {'; '.join(symbols)}; }};\n" for version, symbols in versions.items())
    with tempfile.TemporaryDirectory() as place:
        source, map_file = Path(place) / "stand_in.c", Path(place) / "versions.map"
        bodies = {
            "library": name,
            "functions": "\n".join(f"STAND_IN({symbol})" for symbol in sorted(functions)),
            "objects": "\n".join(f"char {symbol}[1024];" for symbol in sorted(objects)),
        }
        source.write_text(_BODY % bodies)
        map_file.write_text(script)
        options = [f"-Wl,--version-script={map_file}"] if script else []
        command = ["cc", "-shared", "-fPIC", "-O2", f"-Wl,-soname,{name}", *options, source, "-o", target]
        subprocess.run(command, check=True)
