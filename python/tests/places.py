"""Where tests find the repository, the data sets and the program."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "models"
PICTURES = REPOSITORY / "docs" / "images"
PHOTO = PICTURES / "live.jpg"
MANY_FACES = REPOSITORY / "lab" / "notebook" / "images" / "face-errors-cmu-mit.jpg"
# The tests that take long are for the night: OCELLI_NIGHTLY=1.
IS_NIGHT = os.environ.get("OCELLI_NIGHTLY") == "1"
nightly = pytest.mark.skipif(not IS_NIGHT, reason="at night: OCELLI_NIGHTLY=1")
DATA = Path(os.environ.get("OCELLI_DATA", REPOSITORY.parent / "shared" / "data"))


def data(relative: str) -> Path:
    """A path in the data sets. Skips the test, loudly, where it is absent."""
    path = DATA / relative
    if not path.exists():
        reason = f"*** SKIPPED for want of data: {path} (set OCELLI_DATA) ***"
        warnings.warn(reason, stacklevel=2)
        pytest.skip(reason)
    return path


def program(*arguments: object) -> list[str]:
    """The lines that the program prints."""
    command = [sys.executable, "-m", "ocelli", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()
