"""Calls as users write them, for mypy: it must find what is wrong in those that are ignored here, or it calls the comment unused."""

from pathlib import Path
from typing import Any

import ocelli


def detect(picture: Any) -> None:
    ocelli.face(min_neighbors=3, scale_step=1.1).detect("photo.jpg", colors="rgb")
    ocelli.face(min_neighbor=3)  # type: ignore[call-arg]
    ocelli.face(min_neighbors="three")  # type: ignore[arg-type]
    ocelli.Detector("face.ocelli", min_scor=3)  # type: ignore[call-arg]
    detector = ocelli.Detector(Path("face.ocelli"), min_score=3.5, like="opencv")
    detector.detect_batch([Path("a.jpg"), "b.jpg", picture])
    detector.detect_files("photos", max_pixels=10_000).to_pandas()
    detector.detect_files("photos", max_pixel=10_000)  # type: ignore[call-arg]


def read() -> None:
    ocelli.reader().read("page.png", charset="0123456789")
    ocelli.reader().read("page.png", alphabet="abc")  # type: ignore[call-arg]


def train() -> None:
    ocelli.train_detector("boxes.csv", "photos", "a.ocelli", stages=3, min_hit_rate=0.99)
    ocelli.train_detector("boxes.csv", "photos", "a.xml", for_="opencv")
    ocelli.train_detector("boxes.csv", "photos", "a.xml", for_="opncv")  # type: ignore[arg-type]
    ocelli.train_classifier("table.csv", "a.ocelli", rounds=100, class_weights="balanced")
    ocelli.train_classifier("table.csv", "a.ocelli", class_weights="equal")  # type: ignore[arg-type]
    ocelli.cross_validate("table.csv", folds=10, groups="patient")
    ocelli.edit("a.ocelli", min_score=4.2)
    ocelli.edit("a.ocelli", min_scores=4.2)  # type: ignore[call-arg]
