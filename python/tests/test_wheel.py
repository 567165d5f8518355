"""The pieces that make a wheel need no package of the system; scripts/test-wheel tries whole wheels, nightly."""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "packaging" / "wheel"))
import bundle
import icu_data
from stand_ins import make_stand_in

ICU = sorted(Path("/usr/lib").glob("*/libicudata.so.*.*"))
NEEDS_PATCHELF = pytest.mark.skipif(shutil.which("patchelf") is None, reason="*** SKIPPED for want of patchelf ***")


def compiled(target: Path, source: str, *options: object) -> Path:
    code = target.with_suffix(".c")
    code.write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", code, "-o", target, *map(str, options)], check=True)
    return target


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """A library that calls another one, whose symbols have a version."""
    versions = tmp_path / "versions.map"
    versions.write_text("OTHER_1 { global: *; };")
    other = compiled(tmp_path / "libother.so.1", "int twice(int x) { return 2 * x; } int not_asked_for;", f"-Wl,--version-script={versions}", "-Wl,-soname,libother.so.1")
    return compiled(tmp_path / "libuser.so", "int twice(int); int own(void) { return 7; } int called(void) { return twice(4); }", other)


def test_a_stand_in_loads_and_stops_the_program_that_calls_it(user: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stand-in"
    folder.mkdir()
    make_stand_in("libother.so.1", tmp_path / "libother.so.1", [user], folder / "libother.so.1")
    shutil.copy(user, folder)
    script = "import ctypes, sys; user = ctypes.CDLL(sys.argv[1]); print(user.own(), flush=True); user.called()"
    command = [sys.executable, "-c", script, str(folder / "libuser.so")]
    ran = subprocess.run(command, env={"LD_LIBRARY_PATH": str(folder)}, capture_output=True, text=True, check=False)
    assert ran.stdout == "7\n"
    assert ran.returncode < 0
    assert ran.stderr == "ocelli: twice() of libother.so.1 is not in this package\n"


@NEEDS_PATCHELF
def test_renamed_libraries_are_found_from_where_the_file_lies(user: Path, tmp_path: Path) -> None:
    libraries, own = tmp_path / "ocelli.libs", tmp_path / "ocelli" / "bin"
    libraries.mkdir()
    own.mkdir(parents=True)
    name = bundle.hashed("libother.so.1", tmp_path / "libother.so.1")
    assert name.startswith("libother-") and name.endswith(".so.1")
    shutil.move(tmp_path / "libother.so.1", libraries / name)
    moved = Path(shutil.move(user, own / "libuser.so"))
    for path in (moved, libraries / name):
        bundle.relink(path, {"libother.so.1": name}, libraries)
    assert ctypes.CDLL(str(moved)).called() == 8
    assert bundle.needed_by(moved)[0] == name


@pytest.mark.skipif(not ICU or shutil.which("icupkg", path="/usr/bin:/usr/sbin") is None, reason="*** SKIPPED for want of icu-devtools ***")
def test_icu_data_keep_normal_forms_and_letters_of_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/sbin", prepend=":")
    small = tmp_path / "libicudata.so"
    icu_data.make_smaller(ICU[-1], "libicudata.so.0", small)
    symbol, data = icu_data._data_of(small)
    assert symbol.startswith("icudt")
    assert b"nfkc.nrm" in data and b"/de.res" in data
    assert b"/coll/" not in data
    assert small.stat().st_size < ICU[-1].stat().st_size / 5
