"""Makes a wheel of this system's libraries into one that needs none of them: bundle.py WHEEL OUT

The libraries lie in ocelli.libs, each with a hash in its name, and are found by $ORIGIN. The wheel has no plugins: OpenCV's image formats,
videos and windows link some 200 libraries on Debian. Languages other than English become a wheel of their own.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import icu_data
from stand_ins import make_stand_in

# Of the system that a wheel is for, by the names of their files: glibc and the compiler's runtime.
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libresolv|libutil|libstdc\+\+|libgcc_s|ld-linux.*)\.so\..*")
# What one library links and Ocelli never calls: OpenCV's core uses LAPACK for matrices of 25 rows or more, and GLX for windows;
# libxlsxwriter uses OpenSSL for pictures in workbooks; Poppler uses NSS for signatures.
NOT_CALLED = {
    *("liblapack.so.3", "libblas.so.3", "libGLX.so.0", "libcrypto.so.3"),
    *("libnss3.so", "libnssutil3.so", "libsmime3.so", "libssl3.so", "libnspr4.so", "libplc4.so", "libplds4.so"),
}
LANGUAGES = "ocelli/_runtime/share/ocelli/models/languages"


def output_of(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def needed_by(path: Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", path))


def found_by_loader(path: Path) -> dict[str, Path]:
    """Where the loader finds the libraries of a file, directly or not."""
    found = re.findall(r"^\s*(\S+) => (/\S+)", output_of("ldd", path), re.M)
    missing = re.findall(r"^\s*(\S+) => not found", output_of("ldd", path), re.M)
    if missing:
        sys.exit(f"bundle: {path} needs {', '.join(missing)}, which is not installed")
    return {name: Path(place).resolve() for name, place in found}


class Libraries:
    """Those that files of a wheel need, by the names that they are needed by."""

    def __init__(self, roots: list[Path]) -> None:
        self.files: dict[str, Path] = {}
        self.users: dict[str, list[Path]] = {}
        places: dict[str, Path] = {}
        for root in roots:
            places |= found_by_loader(root)
        waiting = list(roots)
        while waiting:
            user = waiting.pop()
            for name in needed_by(user):
                if SYSTEM.fullmatch(name):
                    continue
                self.users.setdefault(name, []).append(user)
                if name not in self.files:
                    self.files[name] = places[name]
                    waiting += [] if name in NOT_CALLED else [places[name]]


def hashed(name: str, file: Path) -> str:
    """libfoo.so.1 as libfoo-0123abcd.so.1, as auditwheel has it."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    base, _, rest = name.partition(".so")
    return f"{base}-{digest}.so{rest}"


def strip(path: Path) -> None:
    subprocess.run(["strip", "--strip-unneeded", path], check=True)


def copy_libraries(libraries: Libraries, folder: Path) -> dict[str, str]:
    """Returns the new name of each."""
    folder.mkdir()
    renamed = {}
    for name, file in sorted(libraries.files.items()):
        copy = folder / name
        if name in NOT_CALLED:
            make_stand_in(name, file, libraries.users[name], copy)
        elif name.startswith("libicudata."):
            icu_data.make_smaller(file, name, copy)
        else:
            shutil.copy(file, copy)
        copy.chmod(0o755)
        strip(copy)
        renamed[name] = hashed(name, copy)
        copy.rename(folder / renamed[name])
    return renamed


def relink(path: Path, renamed: dict[str, str], libraries: Path) -> None:
    """Has a file find the renamed libraries from where it lies."""
    # patchelf 0.14 mixes up the arguments of several options.
    if path.parent == libraries:
        output_of("patchelf", "--set-soname", path.name, path)
    for name in sorted(set(needed_by(path)) & renamed.keys()):
        output_of("patchelf", "--replace-needed", name, renamed[name], path)
    folder = os.path.relpath(libraries, path.parent)
    output_of("patchelf", "--set-rpath", "$ORIGIN" if folder == "." else f"$ORIGIN/{folder}", path)


def copy_licenses(libraries: Libraries, folder: Path) -> None:
    """What Debian says of each library's authors and terms."""
    folder.mkdir()
    for name, file in libraries.files.items():
        if name in NOT_CALLED:
            continue
        # Debian's dpkg knows files by the name of /lib or of /usr/lib.
        owners = [line for place in (file, Path(str(file).removeprefix("/usr"))) for line in dpkg_search(place)]
        for package in {line.split(":")[0] for line in owners}:
            shutil.copy(f"/usr/share/doc/{package}/copyright", folder / package)


def dpkg_search(file: Path) -> list[str]:
    return subprocess.run(["dpkg", "-S", file], capture_output=True, text=True, check=False).stdout.splitlines()


def platform_of(files: list[Path]) -> str:
    """The tag for the newest glibc whose symbols are asked for; of Debian 12, at least, as its libstdc++ is assumed."""
    found = {tuple(map(int, numbers)) for file in files for numbers in re.findall(r"GLIBC_(\d+)\.(\d+)", output_of("readelf", "-VW", file))}
    major, minor = max(found | {own_glibc()})
    return f"manylinux_{major}_{minor}_{os.uname().machine}"


def own_glibc() -> tuple[int, int]:
    major, minor = os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")  # type: ignore[union-attr]
    return int(major), int(minor)


def set_platform(info: Path, platform: str) -> None:
    text = (info / "WHEEL").read_text()
    (info / "WHEEL").write_text(re.sub(r"^(Tag: \S+-)[^-\s]+$", rf"\1{platform}", text, flags=re.M))


def elf_files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink() and is_elf(path))


def bundle(wheel: Path, out: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place)
        unpack(wheel, tree)
        split_languages(tree, out)
        own = list(elf_files(tree))
        for path in own:
            strip(path)  # before patchelf, whose files strip damages
        libraries = Libraries(own)
        folder = tree / "ocelli.libs"
        renamed = copy_libraries(libraries, folder)
        for path in [*own, *elf_files(folder)]:
            relink(path, renamed, folder)
        copy_licenses(libraries, folder / "licenses")
        set_platform(next(tree.glob("*.dist-info")), platform_of(own))
        pack(tree, out)


def unpack(wheel: Path, tree: Path) -> None:
    """Unlike `wheel unpack`, keeps programs executable."""
    with zipfile.ZipFile(wheel) as archive:
        for item in archive.infolist():
            os.chmod(archive.extract(item, tree), item.external_attr >> 16)


def pack(tree: Path, out: Path) -> None:
    print(output_of(sys.executable, "-m", "wheel", "pack", "--dest-dir", out, tree).splitlines()[-1])


def split_languages(tree: Path, out: Path) -> None:
    """Moves the models of languages to a wheel that adds them to the same folder."""
    info = next(tree.glob("*.dist-info"))
    version = info.name.removesuffix(".dist-info").split("-")[1]
    with tempfile.TemporaryDirectory() as place:
        other = Path(place) / f"ocelli_languages-{version}"
        about = other / f"{other.name}.dist-info"
        about.mkdir(parents=True)
        (other / LANGUAGES).parent.mkdir(parents=True)
        shutil.move(tree / LANGUAGES, other / LANGUAGES)
        (tree / LANGUAGES).mkdir()  # a wheel has no empty folder
        (tree / LANGUAGES / "README").write_text("pip install ocelli-languages adds languages here.\n")
        (about / "WHEEL").write_text("Wheel-Version: 1.0\nGenerator: bundle.py\nRoot-Is-Purelib: false\nTag: py3-none-any\n")
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: ocelli-languages\nVersion: {version}\nSummary: Models of languages for ocelli, which reads pages\n"
            f"License: MIT\nRequires-Dist: ocelli (=={version})\nDescription-Content-Type: text/markdown\n\n"
            "Eleven languages for `ocelli.reader(\"deu\")` and `ocelli ocr --language deu`, beside English: `pip install ocelli[languages]`.\n"
        )
        shutil.copy(info / "LICENSE", about)
        pack(other, out)


if __name__ == "__main__":
    bundle(Path(sys.argv[1]), Path(sys.argv[2]))
