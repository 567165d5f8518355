"""The example scripts do what they say."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import ocelli
import pytest
from places import PICTURES, REPOSITORY

cv2 = pytest.importorskip("cv2")

EXAMPLES = REPOSITORY / "python" / "examples"


def run(script: str, *arguments: object) -> str:
    """What the script prints."""
    package = str(Path(ocelli.__file__).parents[1])
    paths = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_faces_live_follows_a_video(tmp_path: Path) -> None:
    photo = cv2.imread(str(PICTURES / "live.jpg"))
    height, width = photo.shape[:2]
    video = cv2.VideoWriter(str(tmp_path / "clip.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 25, (width, height))
    for shift in range(12):
        video.write(np.roll(photo, shift, axis=1))
    video.release()
    told = run("faces_live.py", tmp_path / "clip.avi", "--no-window", "--frames", 10)
    assert told.startswith("10 faces in 10 frames, ")


def test_faces_live_says_what_it_cannot_open(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="cannot open"):
        run("faces_live.py", tmp_path / "absent.avi", "--no-window")


def test_faces_live_says_that_there_is_no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(AssertionError, match="no display .* --no-window"):
        run("faces_live.py", tmp_path / "absent.avi")


def test_an_own_detector_is_trained_from_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "signs"
    told = run("own_detector.py", folder, "--synthesize", "--photos", 60, "--stages", 4, "--label", "sign")
    assert "30 objects: average precision" in told
    detector = ocelli.Detector(folder / "detector.ocelli")
    assert detector.label == "sign"
    assert ocelli.read_image(folder / "found.png").shape == (120, 160, 3)
    scores = ocelli.evaluate_detector(detector, folder / "test.csv")
    assert scores.recall[-1] > 0.6


def test_scans_become_a_searchable_pdf(tmp_path: Path) -> None:
    drawing = pytest.importorskip("PIL.ImageDraw")
    font = pytest.importorskip("PIL.ImageFont").truetype("DejaVuSerif.ttf", 40)
    (tmp_path / "scans" / "more").mkdir(parents=True)
    for name in ("first", "more/second"):
        page = pytest.importorskip("PIL.Image").new("L", (800, 300), 255)
        drawing.Draw(page).text((60, 60), f"This is the {Path(name).name} page.", fill=0, font=font)
        page.save(tmp_path / "scans" / f"{name}.png")
    told = run("searchable_pdf.py", tmp_path / "scans.pdf", tmp_path / "scans", "--resolution", 150)
    assert [line.split(": ")[1].split(",")[0] for line in told.splitlines()] == ["5 words", "5 words"]
    texts = [record["text"] for record in ocelli.reader().read_files(tmp_path / "scans.pdf")]
    assert texts == ["This is the first page.\n", "This is the second page.\n"]


def test_digits_are_read_in_a_pipeline_and_tabled() -> None:
    pytest.importorskip("sklearn")
    told = run("digits_pipeline.py", "--only", "Ocelli ShareBoost").splitlines()
    assert told[0].startswith("scikit-learn's digits, 8 x 8: 1,297 images to learn from, 500 for the test")
    row = [cell.strip() for cell in told[-1].split("|")[1:-1]]
    assert row[0] == "Ocelli ShareBoost"
    assert float(row[2].removesuffix(" %")) > 95
