"""Following objects through frames, and their crops."""

import json
from pathlib import Path

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray


def panned(bgr: NDArray[np.uint8], frames: int = 8) -> list[NDArray[np.uint8]]:
    """The photo, seen by a camera that moves to the right; the sixth frame is black."""
    size = min(bgr.shape[1] - 3 * frames, 400)
    pictures = [np.ascontiguousarray(bgr[:400, 3 * i : 3 * i + size]) for i in range(frames)]
    pictures[5] = np.zeros_like(pictures[5])
    return pictures


def test_a_face_keeps_its_number(bgr: NDArray[np.uint8]) -> None:
    followed = list(ocelli.track(panned(bgr)))
    assert len(followed[0]) == 0, "a track begins with its second detection"
    assert [faces.tracks.tolist() for faces in followed[1:] if faces.tracks is not None] == [[1]] * 7
    assert [faces[0].seen for faces in followed[1:]] == [True, True, True, True, False, True, True]
    assert followed[1][0].box.x > followed[4][0].box.x


def test_tracks_are_in_every_form_of_the_result(bgr: NDArray[np.uint8]) -> None:
    tracker = ocelli.Tracker(ocelli.model_path("face.ocelli"), track_confirm=1)
    faces = tracker.follow(bgr)
    assert faces[0].track == 1
    assert faces[faces.scores > 0].tracks is not None
    assert json.loads(faces.to_json())["detections"][0]["track"] == 1
    assert faces.to_csv().splitlines()[0].endswith("yaw,roll,track,seen")
    assert list(faces.to_pandas()["track"]) == [1]
    assert tracker.options["track_confirm"] == 1
    assert "face" in repr(tracker)


def test_folders_of_frames_are_followed_both_ways(bgr: NDArray[np.uint8], tmp_path: Path) -> None:
    for i, picture in enumerate(panned(bgr)):
        ocelli.write_image(tmp_path / f"{i}.png", picture)
    tracker = ocelli.Tracker(ocelli.model_path("face.ocelli"))
    records = list(tracker.follow_files(tmp_path))
    assert [record["detections"][0]["track"] for record in records] == [1] * 8
    assert [record["detections"][0].get("seen", True) for record in records].index(False) == 5


def test_tracks_are_evaluated(tmp_path: Path) -> None:
    tracks = tmp_path / "tracks.txt"
    tracks.write_text("1,1,0,0,10,10\n2,1,1,0,10,10\n")
    scores = ocelli.evaluate_tracks(tracks, tracks)
    assert (scores.objects, scores.recall, scores.switches) == (2, 1.0, 0)
    assert scores.hota == pytest.approx(1)
    tracks.write_text("1,x\n")
    with pytest.raises(ocelli.InputError, match="line 1"):
        ocelli.evaluate_tracks(tracks, tracks)


def test_a_path_is_no_frame() -> None:
    with pytest.raises(ocelli.UsageError, match="follow_files"):
        next(ocelli.track("clip.mp4"))  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    with pytest.raises(ocelli.UsageError, match="track_gap"):
        ocelli.Tracker(ocelli.model_path("face.ocelli"), track_gap=-1)


def test_crops_have_a_margin_and_an_aspect(found: ocelli.Detections) -> None:
    box = found[0].box
    assert abs(found.crop(margin=0)[0].shape[0] - box.h) <= 1
    height, width = found.crop(aspect=35 / 45, margin=0.5, size=450)[0].shape[:2]
    assert (height, width) == (450, 350)
    with pytest.raises(ocelli.UsageError, match="crop_aspect"):
        found.crop(aspect=0)
