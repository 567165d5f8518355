"""Builds the package with setuptools, the system's where it has one: then no network is needed.

pip and build hide the system's packages from a build. This backend looks for them itself, and asks for a download only of what is
not there.
"""

import importlib.util
import sys
import sysconfig
from types import ModuleType
from typing import Any

_NEEDED = {"setuptools": "setuptools>=61", "wheel": "wheel"}


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


def _missing(config: Any = None) -> list[str]:
    _look_in_the_system()
    return [wanted for name, wanted in _NEEDED.items() if importlib.util.find_spec(name) is None]


get_requires_for_build_wheel = get_requires_for_build_sdist = get_requires_for_build_editable = _missing


def build_wheel(folder: str, config: Any = None, metadata: str | None = None) -> str:
    return _setuptools().build_wheel(folder, config, metadata)  # type: ignore[no-any-return]


def build_sdist(folder: str, config: Any = None) -> str:
    return _setuptools().build_sdist(folder, config)  # type: ignore[no-any-return]


def prepare_metadata_for_build_wheel(folder: str, config: Any = None) -> str:
    return _setuptools().prepare_metadata_for_build_wheel(folder, config)  # type: ignore[no-any-return]
