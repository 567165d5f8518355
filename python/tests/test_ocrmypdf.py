"""The OCRmyPDF plugin, with the real program."""

import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pikepdf
import pytest

import ocelli
import scan
from places import IS_NIGHT, nightly

pytest.importorskip("ocrmypdf")


def run_ocrmypdf(*words: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ocrmypdf", "--plugin", "ocelli.ocrmypdf", *map(str, words)]
    package = str(Path(ocelli.__file__).parents[1])
    return subprocess.run(
        command, env={**os.environ, "PYTHONPATH": package, **environment}, capture_output=True, text=True, timeout=300
    )


def page_texts(pdf: Path, *options: str) -> list[str]:
    """What pdftotext finds on each page."""
    text = subprocess.run(["pdftotext", *options, str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    return text.split("\f")[:-1]


def expect_texts(pdf: Path, texts: list[str], *options: str, at_least: float = 0.985) -> None:
    found = page_texts(pdf, *options)
    assert len(found) == len(texts)
    for number, (truth, read) in enumerate(zip(texts, found)):
        assert scan.similarity(truth, read) >= at_least, f"page {number}: {read}"


PAGES = 10 if IS_NIGHT else 3


@pytest.fixture(scope="module")
def many_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("scan") / "many.pdf"
    scan.write_scan(file, scan.texts(PAGES))
    return file


@pytest.fixture(scope="module")
def one_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("scan") / "one.pdf"
    scan.write_scan(file, scan.texts(1))
    return file


@pytest.fixture(scope="module")
def two_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("scan") / "two.pdf"
    scan.write_scan(file, scan.texts(2))
    return file


def test_a_scan_of_several_pages_becomes_searchable(many_pages: Path, tmp_path: Path) -> None:
    out, text = tmp_path / "out.pdf", tmp_path / "out.txt"
    run = run_ocrmypdf("--sidecar", text, many_pages, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(PAGES))
    sidecar = text.read_text().split("\f")
    assert [" ".join(page.split()) for page in sidecar] == [" ".join(page.split()) for page in page_texts(out)]
    with pikepdf.open(out) as pdf:
        assert str(pdf.docinfo["/Creator"]).endswith(f"/ Ocelli {ocelli.__version__}")


@pytest.mark.parametrize("renderer", ["hocr", "sandwich"])
def test_both_renderers_place_the_words(renderer: str, two_pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf("--pdf-renderer", renderer, "--output-type", "pdf", two_pages, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(2))
    places = word_places(out)
    left, top, right, bottom = places["teacher"]
    margin, line = 180 * 72 / scan.RESOLUTION, 66 * 72 / scan.RESOLUTION
    assert top == pytest.approx(margin + line, abs=line), "the second line of the first page"
    assert margin < left < right < 4 * margin
    assert bottom - top < 2 * line


def word_places(pdf: Path, page: int = 0) -> dict[str, tuple[float, float, float, float]]:
    """Where pdftotext finds each word of a page: left, top, right, bottom in points."""
    command = ["pdftotext", "-bbox", "-f", str(page + 1), "-l", str(page + 1), str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    number = r'="([-\d.]+)"'
    rows = re.findall(rf"<word xMin{number} yMin{number} xMax{number} yMax{number}>([^<]*)<", text)
    return {word: (float(a), float(b), float(c), float(d)) for a, b, c, d, word in rows}


@nightly
def test_threads_read_as_processes_do(two_pages: Path, tmp_path: Path) -> None:
    outs = [tmp_path / "threads.pdf", tmp_path / "processes.pdf"]
    for out, words in zip(outs, (["--use-threads"], ["--no-use-threads"])):
        run = run_ocrmypdf(*words, "--jobs", "2", "--output-type", "pdf", two_pages, out)
        assert run.returncode == 0, run.stderr
    assert page_texts(outs[0]) == page_texts(outs[1])
    expect_texts(outs[0], scan.texts(2))


@pytest.fixture(scope="module")
def turned_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pages, turned clockwise by one, two and three quarters."""
    file = tmp_path_factory.mktemp("scan") / "turned.pdf"
    scan.write_scan(file, scan.texts(3), quarter_turns=[1, 2, 3])
    return file


def test_pages_that_stand_on_their_head_or_side_are_turned(turned_pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf("--rotate-pages", "--output-type", "pdf", turned_pages, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(3))
    with pikepdf.open(out) as pdf:
        assert [int(page.Rotate) for page in pdf.pages] == [270, 180, 90]


def test_text_lies_along_the_lines_of_pages_that_stay_turned(turned_pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf("--output-type", "pdf", turned_pages, out)
    assert run.returncode == 0, run.stderr
    # In the order of the file: pdftotext's own is for text from left to right. It parts some words of other text.
    expect_texts(out, scan.texts(3), "-raw", at_least=0.97)
    for number, heading in enumerate(["down", "left", "up"]):
        assert direction_of_text(out, number) == heading


def direction_of_text(pdf: Path, page: int) -> str:
    """Where the second word of the page's first line lies from its first: "Page", then the number."""
    first, second = (word_places(pdf, page)[word] for word in ("Page", str(page + 1)))
    x, y = second[0] - first[0], second[1] - first[1]
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "down" if y > 0 else "up"


def test_deskew_levels_the_lines(tmp_path: Path) -> None:
    crooked, out = tmp_path / "crooked.pdf", tmp_path / "out.pdf"
    scan.write_scan(crooked, scan.texts(1), skew=3)
    run = run_ocrmypdf("--deskew", "--output-type", "pdf", crooked, out)
    assert run.returncode == 0, run.stderr
    image = tmp_path / "page"
    subprocess.run(["pdftoppm", "-r", "150", "-gray", "-singlefile", out, image], check=True)
    page = ocelli.reader().read(ocelli.read_image(image.with_suffix(".pgm")))
    assert max(abs(line.slope) for line in page.lines) < 0.005, "3 degrees are a slope of 0.05"
    expect_texts(out, scan.texts(1))


def test_an_empty_page_stays_empty(tmp_path: Path) -> None:
    blank = tmp_path / "blank.pdf"
    scan.write_scan(blank, ["", *scan.texts(1)], noise=0)
    for renderer in ("hocr", "sandwich") if IS_NIGHT else ("sandwich",):
        out = tmp_path / f"{renderer}.pdf"
        run = run_ocrmypdf("--pdf-renderer", renderer, "--output-type", "pdf", blank, out)
        assert run.returncode == 0, run.stderr
        assert page_texts(out)[0].strip() == ""
        assert scan.similarity(scan.texts(1)[0], page_texts(out)[1]) > 0.9


def test_a_page_of_too_many_pixels_is_read_smaller(
    one_page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from ocelli import ocrmypdf as plugin

    prefix = tmp_path / "page"
    subprocess.run(["pdftoppm", "-r", "300", "-gray", "-png", "-singlefile", one_page, prefix], check=True)
    image = prefix.with_suffix(".png")
    options = Namespace(ocelli_model=None, languages=["eng"], ocelli_threads=1)
    whole = plugin._read(image, options)
    monkeypatch.setattr(plugin._native, "MOST_PIXELS", whole.size[0] * whole.size[1] - 1)
    smaller = plugin._read(image, options)
    assert "read at 1/2 of its size" in caplog.text
    assert smaller.size == whole.size
    assert scan.similarity(whole.text, smaller.text) > 0.97
    boxes = {word.text: word.box for word in whole.words}
    near = [abs(word.box.x - boxes[word.text].x) < 9 for word in smaller.words if word.text == "teacher"]
    assert near == [True]
    assert smaller.lines[0].baseline == pytest.approx(whole.lines[0].baseline, abs=6)


class StrictOptions:
    """As since OCRmyPDF 17: other attributes than its own are in a dictionary."""

    def __init__(self, engine: str = "auto", **others: object) -> None:
        own = {"ocr_engine": engine, "pdf_renderer": "auto", "languages": ["eng"], "jobs": None, "extra_attrs": others}
        vars(self).update(own)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in vars(self):
            raise ValueError(name)
        vars(self)[name] = value

    def __getattr__(self, name: str) -> object:
        try:
            return vars(self)["extra_attrs"][name]
        except KeyError:
            raise AttributeError(name) from None


def test_options_that_refuse_attributes_are_given_none(one_page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ocelli import ocrmypdf as plugin

    monkeypatch.chdir(ocelli.model_path("latin.ocelli").parent)
    options = StrictOptions(ocelli_model="latin.ocelli")
    plugin.check_options(options)
    plugin.validate([None], options)
    assert options.pdf_renderer == "sandwich"
    assert options.ocelli_model == str(Path("latin.ocelli").resolve())
    assert options.ocelli_threads == os.cpu_count()


def test_what_another_engine_reads_is_left_alone() -> None:
    from ocelli import ocrmypdf as plugin

    options = StrictOptions("none")
    options.languages = ["rus"]
    plugin.check_options(options)
    assert options.pdf_renderer == "auto"
    assert not plugin._is_chosen(options)
    assert plugin._is_chosen(StrictOptions("auto")) and plugin._is_chosen(StrictOptions("ocelli"))


def test_a_bundled_language_is_read_beside_english(one_page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf("-l", "deu+eng", "--output-type", "pdf", one_page, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(1))


def test_several_languages_are_read_line_by_line(one_page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf("-l", "deu+fra+eng", "--output-type", "pdf", one_page, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(1))


def test_a_language_without_a_reader_is_refused_with_the_remedy(one_page: Path, tmp_path: Path) -> None:
    run = run_ocrmypdf("-l", "rus", one_page, tmp_path / "out.pdf")
    assert run.returncode == 3
    assert "not rus" in run.stderr
    assert "--ocelli-model" in run.stderr
    assert not (tmp_path / "out.pdf").exists()


@nightly
def test_another_model_reads_the_language_that_it_is_said_to(one_page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    model = ocelli.model_path("latin.ocelli")
    run = run_ocrmypdf("-l", "deu", "--ocelli-model", model, "--output-type", "pdf", one_page, out)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(1))


@pytest.mark.parametrize(
    "name, part",
    [
        ("face.ocelli", "expected a reader"),
        ("languages/deu.ocelli", "of kind language, expected a reader"),
        ("gone.ocelli", "gone.ocelli"),
    ],
)
def test_what_is_no_reader_is_refused(name: str, part: str, one_page: Path, tmp_path: Path) -> None:
    model = ocelli.model_path("face.ocelli").parent / name
    run = run_ocrmypdf("--ocelli-model", model, one_page, tmp_path / "out.pdf")
    assert run.returncode == 1
    assert "--ocelli-model: " in run.stderr
    assert part in run.stderr


def test_tesseract_is_not_needed(one_page: Path, tmp_path: Path) -> None:
    """A folder of links to all programs but tesseract is the whole PATH."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for folder in os.environ["PATH"].split(":")[::-1] + ["/usr/bin"]:
        for program in Path(folder).iterdir() if os.path.isdir(folder) else ():
            link = programs / program.name
            link.unlink(missing_ok=True)
            if program.name != "tesseract":
                link.symlink_to(program)
    out = tmp_path / "out.pdf"
    run = run_ocrmypdf(one_page, out, PATH=str(programs))
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(1))


def test_the_python_interface_takes_the_plugin(one_page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    script = (
        "import ocrmypdf, sys\n"
        "if __name__ == '__main__':\n"
        "    ocrmypdf.ocr(*sys.argv[1:], plugins=['ocelli.ocrmypdf'], output_type='pdf', progress_bar=False)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(ocelli.__file__).parents[1])}
    command = [sys.executable, "-c", script, str(one_page), str(out)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    expect_texts(out, scan.texts(1))
