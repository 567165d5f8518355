"""What help() and completion know of functions that take options: their names, defaults and meaning, from the compiled tables."""

import inspect
from collections.abc import Callable
from textwrap import fill
from typing import ParamSpec, TypeVar

from . import _native

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_WIDTH = 110


def takes(*tables: str) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """A decorator: the function takes the options of these tables (_native.keyword_options) as keyword arguments."""

    def with_options(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        options = {option.argument: option for table in tables for option in _native.keyword_options(table)}
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
            for name, option in options.items()
            if name not in signature.parameters
        ]
        function.__signature__ = signature.replace(parameters=own + more)  # type: ignore[attr-defined]
        lines = "\n".join(map(_line, options.values()))
        function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n\nOptions:\n{lines}\n"
        return function

    return with_options


def _line(option: _native.Option) -> str:
    default = "" if option.default is None else f" (default {option.default!r})"
    values = ", ".join(part for part in (option.unit, option.allowed) if part)
    text = f"{option.argument}: {option.help}{f' [{values}]' if values else ''}{default}"
    return fill(text, _WIDTH, initial_indent="  ", subsequent_indent="      ", break_long_words=False)
