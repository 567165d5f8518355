"""The compiled part of the Python package: built by CMake, with the program, its plugins and its models beside it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()
# A folder of the preset release has the same objects: OCELLI_BUILD=build/release compiles the Python package alone.
BUILD = ROOT / os.environ.get("OCELLI_BUILD", "build/wheel")

sys.path.insert(0, str(ROOT / "python"))
from build_backend import run_with_progress  # noqa: E402


def version() -> str:
    """Of the project, as CMake has it."""
    found = re.search(r"^project\(ocelli VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    assert found
    return found[1]


class BuildWithCMake(build_ext):
    def build_extension(self, extension: Extension) -> None:
        package = Path(self.get_ext_fullpath(extension.name)).parent.resolve()
        cmake = os.environ.get("CMAKE", "cmake")
        own = shlex.split(os.environ.get("CMAKE_ARGS", ""))
        configure = [cmake, "--preset", "python", "-B", BUILD, f"-DPython3_EXECUTABLE={self.interpreter()}", *own]
        subprocess.run(configure, cwd=ROOT, check=True)
        run_with_progress([cmake, "--build", BUILD, "--target", "ocelli_python_package"])
        subprocess.run([cmake, "--install", BUILD, "--component", "python", "--prefix", package], check=True)
        if os.environ.get("OCELLI_PLUGINS") == "none":  # they need OpenCV's largest libraries (scripts/build-wheel)
            for plugin in package.rglob("libocelli-*.so"):
                plugin.unlink()

    def interpreter(self) -> str:
        """Not that of a build environment, which is gone afterwards."""
        return getattr(sys, "_base_executable", sys.executable)


setup(version=version(), ext_modules=[Extension("ocelli._native", [])], cmdclass={"build_ext": BuildWithCMake})
