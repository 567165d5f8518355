"""What a build from source tells: the packages that are missing, and how far it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "python"))
import build_backend


def without_packages(folder: Path, *absent: str) -> dict[str, str]:
    """An environment in which dpkg-query knows every package but these."""
    query = folder / "dpkg-query"
    query.write_text(f'#!/bin/sh\nfor name; do :; done\ncase " {" ".join(absent)} " in *" $name "*) exit 1 ;; esac\nprintf installed\n')
    query.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def test_a_build_names_the_packages_that_are_missing_before_it_starts(tmp_path: Path) -> None:
    script = "import sys; sys.path.insert(0, sys.argv[1]); import build_backend; build_backend.get_requires_for_build_wheel()"
    command = [sys.executable, "-c", script, str(REPOSITORY / "python")]
    environment = without_packages(tmp_path, "libtbb-dev", "pybind11-dev")
    refused = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "sudo apt-get install libtbb-dev pybind11-dev\n" in refused.stderr
    assert "Traceback" not in refused.stderr
    own = {**environment, "OCELLI_OWN_PACKAGES": "1"}
    assert subprocess.run(command, env=own, check=False).returncode == 0


def test_a_build_downloads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_backend, "_NEEDED", {"no_such_module": "python3-none"})
    assert build_backend.missing_modules() == ["python3-none"]
    with pytest.raises(SystemExit, match="apt-get install python3-none"):
        build_backend.get_requires_for_build_sdist()


def test_progress_is_told_now_and_then_with_the_time_that_is_left() -> None:
    told: list[str] = []
    now = 0.0
    progress = build_backend.BuildProgress(told.append, lambda: now)
    for step in range(1, 101):
        now += 3
        progress.hear(f"[{step}/200] Building CXX object a.o\n")
        progress.hear("a warning of the compiler\n")
    assert len(told) == 25
    assert told[-1] == "ocelli: 100 of 200 steps built, about 5 min left"
