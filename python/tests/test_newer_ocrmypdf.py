"""The plugin with the sources of OCRmyPDF 15 to 17, which need newer packages than Debian 12 has (newer_ocrmypdf.py).

OCELLI_OCRMYPDF names their folders `src`, with colons between them, oldest first.
"""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import ocelli
import pytest
import scan
from places import nightly

pytest.importorskip("ocrmypdf")
SOURCES = [Path(folder) for folder in os.environ.get("OCELLI_OCRMYPDF", "").split(":") if folder]
RUNNER = Path(__file__).with_name("newer_ocrmypdf.py")


def has_engines(source: Path) -> bool:
    return "--ocr-engine" in (source / "ocrmypdf" / "cli.py").read_text()


def run_ocrmypdf(source: Path, *words: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    words = (*(["--rasterizer", "ghostscript"] if has_engines(source) else []), "--output-type", "pdf", *words)
    path = f"{Path(ocelli.__file__).parents[1]}:{source}"
    command = [sys.executable, str(RUNNER), "--plugin", "ocelli.ocrmypdf", *map(str, words)]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path, **environment}, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("scan") / "pages.pdf"
    scan.write_scan(file, scan.texts(2))
    return file


@pytest.fixture(params=SOURCES or [None], ids=lambda source: source.parent.name if source else "none")
def source(request: pytest.FixtureRequest) -> Path:
    if request.param is None:
        reason = "*** SKIPPED for want of the sources of OCRmyPDF 15 to 17: set OCELLI_OCRMYPDF ***"
        warnings.warn(reason, stacklevel=2)
        pytest.skip(reason)
    return Path(request.param)


def expect_pages(pdf: Path) -> None:
    read = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True).stdout.split("\f")
    assert min(scan.similarity(truth, found) for truth, found in zip(scan.texts(2), read)) > 0.98


@nightly
@pytest.mark.parametrize("words", [["--use-threads"], ["--no-use-threads", "--jobs", "2"], ["-l", "deu+eng"]], ids=" ".join)
def test_pages_are_read(words: list[str], source: Path, pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf(source, *words, pages, out)
    assert run.returncode == 0, run.stderr
    expect_pages(out)
    about = subprocess.run(["pdfinfo", str(out)], capture_output=True, text=True, check=True).stdout
    assert re.search(r"Creator: .* / Ocelli ", about)


@nightly
def test_the_engine_is_chosen_by_its_name(source: Path, pages: Path, tmp_path: Path) -> None:
    if not has_engines(source):
        pytest.skip("--ocr-engine came with version 17")
    run = run_ocrmypdf(source, "--ocr-engine", "ocelli", pages, tmp_path / "out.pdf")
    assert run.returncode == 0, run.stderr
    expect_pages(tmp_path / "out.pdf")


@nightly
def test_tesseract_is_needed_only_if_it_is_chosen(source: Path, pages: Path, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in ["gs", "qpdf", "pdftotext", "unpaper", "pngquant", "jbig2", Path(sys.executable).name]:
        (programs / program).symlink_to(f"/usr/bin/{program}")
    run = run_ocrmypdf(source, pages, tmp_path / "out.pdf", PATH=str(programs))
    assert run.returncode == 0, run.stderr
    expect_pages(tmp_path / "out.pdf")
    if has_engines(source):
        run = run_ocrmypdf(source, "--ocr-engine", "tesseract", pages, tmp_path / "other.pdf", PATH=str(programs))
        assert run.returncode == 3
        assert "the program tesseract is not installed" in run.stderr


@nightly
@pytest.mark.parametrize(
    "words, code, part",
    [(["-l", "rus"], 3, "not rus"), (["--ocelli-model", ocelli.model_path("face.ocelli")], 1, "expected a reader")],
    ids=["language", "model"],
)
def test_what_cannot_be_read_is_refused(words: list[object], code: int, part: str, source: Path, pages: Path, tmp_path: Path) -> None:
    run = run_ocrmypdf(source, *words, pages, tmp_path / "out.pdf")
    assert run.returncode == code
    assert part in run.stderr


@nightly
def test_a_model_of_ones_own_reads(source: Path, pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf(source, "-l", "fin", "--ocelli-model", ocelli.model_path("latin.ocelli"), pages, out)
    assert run.returncode == 0, run.stderr
    expect_pages(out)
