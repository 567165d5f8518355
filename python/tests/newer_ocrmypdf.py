"""Runs an OCRmyPDF that is newer than the packages it needs: python3 newer_ocrmypdf.py OPTION... IN.pdf OUT.pdf

What a run through the plugin asks of newer packages is added to the older ones, and pydantic is replaced by the part of it that refuses
unknown options. Packages that draw what the plugin draws itself are empty. PYTHONPATH has the folder src of the sources.
"""

import copy
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pikepdf
import typing_extensions
from pikepdf.models import PdfMatrix

NOT_RUN = ["pikepdf.canvas", "pypdfium2", "fpdf", "fpdf.enums", "uharfbuzz", "fontTools", "fontTools.ttLib", "pi_heif"]


# ---- pydantic 2


class FieldInfo:
    def __init__(self, default: Any = ..., *, default_factory: Any = None, alias: str | None = None, **_: Any) -> None:
        self.make = default_factory or (lambda: copy.copy(default))
        self.alias = alias


def validator(*_: str, mode: str = "after", **__: Any) -> Callable[[Any], Any]:
    def mark(function: Any) -> Any:
        function = getattr(function, "__func__", function)
        function.runs_first = mode == "before"
        return function

    return mark


class ModelType(type):
    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> type:
        fields = {name: value for base in bases for name, value in getattr(base, "model_fields", {}).items()}
        for field in members.get("__annotations__", {}):
            default = members.pop(field, ...)
            fields[field] = default if isinstance(default, FieldInfo) else FieldInfo(default)
        first = [value for key, value in members.items() if getattr(value, "runs_first", False) and key.startswith("handle")]
        return super().__new__(cls, name, bases, {**members, "model_fields": fields, "first": first})


class BaseModel(metaclass=ModelType):
    """Has its fields, and refuses to be given others."""

    def __init__(self, **given: Any) -> None:
        for prepare in self.first:
            given = prepare(type(self), given)
        for name, field in self.model_fields.items():
            self.__dict__[name] = given.pop(name) if name in given else given.pop(field.alias or name, field.make())
        if given:
            raise ValueError(f"unknown options: {given}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.model_fields and not isinstance(getattr(type(self), name, None), property):
            raise ValueError(f"unknown option: {name}")
        object.__setattr__(self, name, value)

    def model_dump(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.model_fields if name != "extra_attrs"}


def replace_pydantic() -> None:
    pydantic = sys.modules["pydantic"] = ModuleType("pydantic")
    names = {"BaseModel": BaseModel, "Field": FieldInfo, "ConfigDict": dict, "field_validator": validator, "model_validator": validator}
    vars(pydantic).update(names)


# ---- pikepdf 10


class Matrix(PdfMatrix):
    def __init__(self, *numbers: Any) -> None:
        super().__init__(*(numbers if len(numbers) == 1 else [numbers or (1, 0, 0, 1, 0, 0)]))

    def __matmul__(self, other: Any) -> "Matrix":
        return Matrix(super().__matmul__(other).shorthand)

    def translated(self, *by: Any) -> "Matrix":
        return Matrix(super().translated(*by).shorthand)

    def scaled(self, *by: Any) -> "Matrix":
        return Matrix(super().scaled(*by).shorthand)

    def rotated(self, *by: Any) -> "Matrix":
        return Matrix(super().rotated(*by).shorthand)


def extend_pikepdf() -> None:
    vars(pikepdf).setdefault("Matrix", Matrix)
    for box in ("artbox", "bleedbox"):
        if not hasattr(pikepdf.Page, box):
            setattr(pikepdf.Page, box, property(lambda page: page.cropbox))
    if not hasattr(pikepdf.Pdf, "check_pdf_syntax"):
        pikepdf.Pdf.check_pdf_syntax = lambda pdf, *_: pdf.check()


def replace_what_is_missing() -> None:
    for name in NOT_RUN:
        try:
            importlib.import_module(name)
        except ImportError:
            sys.modules[name] = MagicMock()


def give_version() -> None:
    """Building writes it, so a checkout has none."""
    package = importlib.util.find_spec("ocrmypdf")
    if package and package.origin and not Path(package.origin).with_name("_version.py").exists():
        sys.modules["ocrmypdf._version"] = version = ModuleType("ocrmypdf._version")
        vars(version)["__version__"] = "99"


def main() -> None:
    try:
        importlib.import_module("pydantic").model_validator
    except (ImportError, AttributeError):
        replace_pydantic()
    extend_pikepdf()
    replace_what_is_missing()
    vars(typing_extensions).setdefault("deprecated", lambda *_, **__: lambda function: function)
    give_version()
    from ocrmypdf.__main__ import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
