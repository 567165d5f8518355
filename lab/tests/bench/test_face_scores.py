"""The evaluations of face detectors in lab/bench/python, on worked examples."""

import math
import sys

import numpy as np
import pytest

pytest.importorskip("cv2")

import face_scores
import faces_by_group
import wider_ap
from face_scores import Box

FACE = Box(100, 100, 40, 40)


def at(x, y=100, size=40, score=0):
    """Such a square whose top left corner is there."""
    return Box(x, y, size, size, score)


def test_hits_need_the_center_and_the_size():
    assert face_scores.admits(at(112), FACE)
    assert not face_scores.admits(at(112.1), FACE)
    assert face_scores.admits(Box(80, 80, 80, 80), FACE) and face_scores.admits(Box(110, 110, 20, 20), FACE)
    assert not face_scores.admits(Box(79, 79, 82, 82), FACE)


def test_each_face_is_found_once_and_ignored_faces_cost_nothing():
    detections = [at(100, score=9), at(200, score=8), at(101, score=7), at(300, score=6)]
    scores, false = face_scores.match(detections, [FACE, at(200)], [True, False])
    assert scores == [9, 8]
    assert false == [7, 6]


def test_detections_of_one_score_are_accepted_together():
    found, false = [4, 3, 2], [5, 3, 3, 1]
    assert [face_scores.threshold_at(number, found, false) for number in (0, 1, 2, 3, 4)] == [math.inf, 4, 4, 2, 1]


def test_wilson_interval():
    assert face_scores.wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert face_scores.wilson(0, 40)[0] == 0 and face_scores.wilson(40, 40)[1] == 1


def test_average_precision_of_a_worked_example():
    # By score: hit (1 of 1), left out, wrong (1 of 2: the face is taken), hit (2 of 3), wrong, wrong. Of three faces one is never found.
    first = [at(100, score=10), at(200, score=8), at(101, score=6), at(300, score=4)], [FACE, at(200)], [True, False]
    second = [at(100, score=5), at(300, score=0)], [FACE, at(200)], [True, True]
    assert wider_ap.average_precision([first, second]) == pytest.approx(1 / 3 * 1 + 1 / 3 * 2 / 3)


def test_average_precision_needs_half_of_the_union():
    def precision(detection):
        return wider_ap.average_precision([([detection, at(500, score=0)], [FACE], [True])])

    assert precision(at(113, score=1)) == 1
    assert precision(at(114, score=1)) == 0


def test_heights_are_those_of_the_original_picture():
    face = {"invalid": "0", "h": "25"}
    assert wider_ap.is_counted(face, 1024 / 512, 50) and not wider_ap.is_counted(face, 1024 / 640, 50)
    assert not wider_ap.is_counted({**face, "invalid": "1"}, 2, 10)


def test_gray_level_is_of_the_central_half_of_the_square():
    photo = np.zeros((200, 200), np.uint8)
    photo[78:124, 77:123] = 90  # 46 pixels around (100, 101), the center of the square of 93 pixels
    assert faces_by_group.mean_gray(photo, Box(60, 50, 80, 100)) == 90


def test_table_marks_groups_that_are_behind(tmp_path, capsys, monkeypatch):
    columns = "image,x,y,w,h,frontal,pose,occlusion,illumination,blur,mean,eval"
    rows = [f"{i}.jpg,100,100,40,40,{int(i < 5)},0,0,0,0,{100 + i},1" for i in range(10)]
    table = tmp_path / "set.csv"
    table.write_text("\n".join([columns, *rows]) + "\n")
    hit = '{"x": 100, "y": 100, "w": 40, "h": 40, "score": 2}'
    records = [f'{{"input": "{i}.pgm", "width": 640, "detections": [{hit if i < 7 else ""}]}}' for i in range(10)]
    (tmp_path / "ours.jsonl").write_text("\n".join(records) + "\n")
    monkeypatch.setattr(sys, "argv", ["faces_by_group.py", str(table), f"ours={tmp_path / 'ours.jsonl'}"])
    faces_by_group.main()
    lines = capsys.readouterr().out.splitlines()
    assert "| all | 10 | 70.0 (40-89) |" in lines
    assert "| frontal | 5 | 100.0 (57-100) |" in lines
    assert "| not frontal | 5 | **40.0 (12-77)** |" in lines
