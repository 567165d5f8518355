"""Conan's recipe: `conan install . --build=missing`, then the CMake preset that it writes."""

from conan import ConanFile
from conan.tools.cmake import cmake_layout


class Ocelli(ConanFile):
    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeDeps", "CMakeToolchain", "PkgConfigDeps"
    requires = (
        "boost/1.86.0", "eigen/3.4.0", "expat/2.6.4", "ffmpeg/6.1.1", "flatbuffers/24.12.23", "freetype/2.13.2", "giflib/5.2.2", "highway/1.2.0",
        "icu/75.1", "libjpeg-turbo/3.0.4", "libpng/1.6.44", "libtiff/4.7.0", "libwebp/1.4.0", "libxlsxwriter/1.1.8",
        "nlohmann_json/3.11.3", "onetbb/2021.12.0", "opencv/4.10.0", "poppler/21.07.0", "zlib/1.3.1",
    )  # fmt: skip
    tool_requires = "flatbuffers/24.12.23", "pkgconf/2.2.0"

    def layout(self):
        cmake_layout(self)
