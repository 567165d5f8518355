"""Copies with faces made unrecognizable."""

from pathlib import Path

import numpy as np
import ocelli
import pytest
from places import REPOSITORY

PORTRAIT = REPOSITORY / "apps" / "ocelli" / "demo" / "astronaut.jpg"


def test_a_photo_is_copied_with_its_face_hidden(tmp_path: Path) -> None:
    report = ocelli.blur(PORTRAIT, tmp_path / "out.jpg", style="fill", shape="box")
    face = report["objects"][0]
    assert report["miss_rate"]["rates"]
    x, y, width, height = face["box"]
    hidden = ocelli.read_image(tmp_path / "out.jpg")[y + 4 : y + height - 4, x + 4 : x + width - 4]
    assert np.max(hidden) < 20


def test_what_is_kept_stays_clear(tmp_path: Path) -> None:
    report = ocelli.blur(PORTRAIT, tmp_path / "out.jpg", keep="0,0,512,512")
    assert all(face["kept"] for face in report["objects"])
    assert (tmp_path / "out.jpg").read_bytes() == PORTRAIT.read_bytes()


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(PORTRAIT.read_bytes())
    with pytest.raises(ocelli.UsageError):
        ocelli.blur(photo, photo)
    with pytest.raises(ocelli.InputError):
        ocelli.blur(tmp_path / "none.jpg", tmp_path / "out.jpg")
