"""Builds the package with setuptools and all else that it needs from the system: nothing is downloaded.

pip and build hide the system's packages from a build. This backend looks for them itself, and says which Debian packages are missing
before anything is built.
"""

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_NEEDED = {"setuptools": "python3-setuptools", "wheel": "python3-wheel"}
_STEP = re.compile(r"\[(\d+)/(\d+)\]")
_SECONDS_BETWEEN = 10.0


def _system_folders() -> list[str]:
    """Where the system's Python keeps its packages, Debian's folder among them."""
    paths = {"base": sys.base_prefix, "platbase": sys.base_prefix}
    return ["/usr/lib/python3/dist-packages", sysconfig.get_path("purelib", vars=paths)]


def _look_in_the_system() -> None:
    sys.path.extend(folder for folder in _system_folders() if folder not in sys.path)


def _setuptools() -> ModuleType:
    _look_in_the_system()
    from setuptools import build_meta

    return build_meta


def missing_modules() -> list[str]:
    """The Debian packages of the Python modules that a build needs and the system lacks."""
    _look_in_the_system()
    return [package for name, package in _NEEDED.items() if importlib.util.find_spec(name) is None]


def missing_packages() -> list[str]:
    """The Debian packages that are built with and not installed; none where the system is not Debian's, or OCELLI_OWN_PACKAGES says that
    they are there by another way.
    """
    if os.environ.get("OCELLI_OWN_PACKAGES"):
        return []
    script = _ROOT / "scripts" / "install-dependencies"
    told = subprocess.run([script, "--missing"], capture_output=True, text=True, check=False)
    return told.stdout.split() if told.returncode == 0 else []


def advice(packages: Iterable[str]) -> str:
    """What to do where packages are missing."""
    names = " ".join(dict.fromkeys(packages))
    return (
        f"ocelli is built with packages of the system, and these are missing: {names}\n"
        f"Install them: sudo apt-get install {names}\n"
        "Or set OCELLI_OWN_PACKAGES=1 if they are installed in another way."
    )


def _require(packages: list[str]) -> list[str]:
    if packages:
        sys.exit(advice(packages))
    return []


def get_requires_for_build_wheel(config: Any = None) -> list[str]:
    return _require(missing_modules() + missing_packages())


def get_requires_for_build_sdist(config: Any = None) -> list[str]:
    return _require(missing_modules())


def build_wheel(folder: str, config: Any = None, metadata: str | None = None) -> str:
    return _setuptools().build_wheel(folder, config, metadata)  # type: ignore[no-any-return]


def build_sdist(folder: str, config: Any = None) -> str:
    return _setuptools().build_sdist(folder, config)  # type: ignore[no-any-return]


def prepare_metadata_for_build_wheel(folder: str, config: Any = None) -> str:
    return _setuptools().prepare_metadata_for_build_wheel(folder, config)  # type: ignore[no-any-return]


class BuildProgress:
    """Tells a person, now and then, how far a build by Ninja is, and how long it takes from there."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._started = self._told = clock()

    def hear(self, line: str) -> None:
        """A line of Ninja's output."""
        step, now = _STEP.match(line), self._clock()
        if step is None or now - self._told < _SECONDS_BETWEEN:
            return
        done, total = int(step[1]), int(step[2])
        left = (now - self._started) / max(done, 1) * (total - done)
        self._told = now
        self._say(f"ocelli: {done} of {total} steps built, about {max(1, round(left / 60))} min left")


def run_with_progress(command: list[Any]) -> None:
    """Runs a build. pip hides what it prints, so that progress goes to the terminal, where there is one."""
    try:
        terminal = open("/dev/tty", "w", encoding="utf-8")
    except OSError:
        subprocess.run(command, check=True)
        return
    with terminal, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as build:
        progress = BuildProgress(lambda text: print(f"\r{text}", file=terminal, flush=True))
        for line in build.stdout or ():
            print(line, end="", flush=True)
            progress.hear(line)
    if build.returncode != 0:
        raise subprocess.CalledProcessError(build.returncode, command)
