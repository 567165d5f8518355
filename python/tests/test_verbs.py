"""Each verb of the program has its call in Python and in C++: what one can do, all can do."""

import re
from pathlib import Path

import ocelli
from places import REPOSITORY

# Verb: the Python attribute, the C++ function.
CALLS = {
    "detect": ("Detector.detect_files", "run_detector"),
    "classify": ("Classifier.classify_files", "run_classifier"),
    "ocr": ("Reader.read_files", "run_reader"),
    "train detector": ("train_detector", "train_detector"),
    "train classifier": ("train_classifier", "train_classifier"),
    "train reader": ("train_reader", "train_reader"),
    "train language": ("train_language", "train_language"),
    "cross-validate": ("cross_validate", "cross_validate"),
    "eval detector": ("evaluate_detector", "evaluate_detector"),
    "eval classifier": ("evaluate_classifier", "evaluate_classifier"),
    "eval ocr": ("evaluate_reader", "evaluate_reader"),
    "eval tracks": ("evaluate_tracks", "evaluate_tracks"),
    "blur": ("blur", "blur_file"),
    "info": ("Detector.card", "open_model"),
    "edit": ("edit", "edit_model"),
    "convert": ("convert", "convert_model"),
    "explain": ("Classifier.explain", "explain"),
}


def verbs() -> set[str]:
    text = (REPOSITORY / "apps/ocelli/main.cpp").read_text() + "".join(
        path.read_text() for path in Path(REPOSITORY / "apps/ocelli/verbs").glob("*.cpp")
    )
    return set(re.findall(r'return \{"([a-z -]+)",', text)) - {"demo"}  # which runs two of the others


def test_every_verb_is_in_the_table() -> None:
    assert verbs() == set(CALLS)


def test_every_verb_has_a_call_in_python_and_in_cpp() -> None:
    exported = (REPOSITORY / "tests/install/symbols.txt").read_text()
    for verb, (python, cpp) in CALLS.items():
        found = ocelli
        for name in python.split("."):
            found = getattr(found, name)
        assert re.search(rf"^ocelli::{cpp}\(", exported, re.MULTILINE), verb
