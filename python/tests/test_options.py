"""Options as keyword arguments: their types, their help, their spelling."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import ocelli
import pytest
from ocelli import _native
from places import MODELS, REPOSITORY


def test_the_types_of_options_are_those_of_the_tables() -> None:
    script = REPOSITORY / "scripts" / "write-python-options"
    written = subprocess.run([sys.executable, script, "-"], capture_output=True, text=True, check=True).stdout
    kept = (REPOSITORY / "python" / "ocelli" / "_options.py").read_text(encoding="utf-8")
    assert written == kept, "stale: run scripts/write-python-options"


ANY = inspect.Parameter.empty
FUNCTIONS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (ocelli.Detector, {"min_neighbors": 3, "scale_step": 1.1}),
    (ocelli.face, {"min_neighbors": 3}),
    (ocelli.Detector.detect_files, {"threads": 0, "max_pixels": ANY}),
    (ocelli.Reader.read, {"colors": "bgr", "deskew": True}),
    (ocelli.train_detector, {"resume": False, "width": ANY, "for_": ANY}),
    (ocelli.train_classifier, {"class_weights": "none", "tilt": "none"}),
    (ocelli.train_reader, {"half": "all"}),
    (ocelli.cross_validate, {"folds": 5}),
    (ocelli.evaluate_classifier, {"labels": None}),
    (ocelli.edit, {"min_score": None}),
]


@pytest.mark.parametrize("function, defaults", FUNCTIONS, ids=[each.__qualname__ for each, _ in FUNCTIONS])
def test_signatures_and_help_have_the_options_with_their_defaults(
    function: Callable[..., Any], defaults: dict[str, Any]
) -> None:
    parameters = inspect.signature(function).parameters
    assert not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values())
    for name, default in defaults.items():
        told = parameters[name].default
        assert told is not inspect.Parameter.empty
        if default is not ANY:
            assert (type(told), told) == (type(default), default)
    documented = function.__init__ if isinstance(function, type) else function
    assert "Options:\n" in (inspect.getdoc(documented) or "")


def test_options_have_values_with_their_types() -> None:
    options = {option.argument: option for option in _native.keyword_options("detect")}
    assert type(options["min_neighbors"].default) is int and type(options["scale_step"].default) is float
    assert options["min_neighbors"].name == "min-neighbors"
    values = ocelli.Detector(MODELS / "face.ocelli", min_neighbors=2).options
    assert values["min_neighbors"] == 2 and type(values["scale_step"]) is float


def test_both_spellings_of_an_option_are_taken_and_errors_have_the_american_one() -> None:
    for name in ("min_neighbors", "min_neighbours"):
        with pytest.raises(ocelli.UsageError, match="min_neighbors"):
            ocelli.Detector(MODELS / "face.ocelli", **{name: -1})  # type: ignore[arg-type]
