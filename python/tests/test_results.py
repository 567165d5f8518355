"""What detectors, classifiers and readers return."""

import csv
import io
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from ocelli import _native
from pictures import digit, in_16_bits
from places import MANY_FACES


# Results of a detector


def test_detections_are_a_sequence(found: ocelli.Detections, bgr: NDArray[np.uint8]) -> None:
    assert len(found) == 1 and found[0] == found[-1] == list(found)[0]
    face = found[0]
    assert face.label == found.label == "face"
    assert face.score == pytest.approx(found.scores[0])
    x, y, w, h = face.box
    assert (x, y, w, h) == tuple(found.boxes[0].tolist())
    assert repr(face.box) == f"Box(x={x:.1f}, y={y:.1f}, w={w:.1f}, h={h:.1f})"
    assert face.box.area == pytest.approx(w * h) and face.box.center == (x + w / 2, y + h / 2)
    assert found.image_size == (bgr.shape[1], bgr.shape[0])
    assert repr(found) == "<Detections: 1 x 'face' in 560 x 420 pixels>"
    with pytest.raises(IndexError):
        found[1]


def test_detections_can_be_chosen(faces: ocelli.Detector) -> None:
    all_found = faces.detect(ocelli.read_image(MANY_FACES))
    assert len(all_found) >= 4
    assert np.all(np.diff(all_found.scores) <= 0)
    middle = float(all_found.scores[2])
    assert list(all_found[:2]) == list(all_found)[:2]
    assert list(all_found[all_found.scores > middle]) == [each for each in all_found if each.score > middle]
    assert all_found[:2].draw().shape == all_found.draw().shape
    assert all_found[:2] != all_found


def test_detections_become_arrays_and_tables(found: ocelli.Detections) -> None:
    array = found.to_numpy()
    assert array.shape == (1, 5) and array.dtype == np.float32
    assert np.array_equal(array[:, :4], found.boxes) and np.array_equal(array[:, 4], found.scores)
    pytest.importorskip("pandas")
    table = found.to_pandas()
    assert list(table.columns)[:7] == ["x", "y", "w", "h", "score", "probability", "label"]
    assert {"lex", "ley", "yaw", "roll"} < set(table.columns)
    assert table.iloc[0]["label"] == "face" and table.iloc[0]["x"] == pytest.approx(array[0, 0])


def test_detections_tell_landmarks_and_poses_where_they_are_known() -> None:
    places = np.arange(20, dtype=np.float32).reshape(2, 5, 2)
    poses = np.array([[-45, 10], [0, 0]], np.float32)
    boxes = np.array([[1, 2, 30, 30], [50, 2, 20, 20]], np.float32)
    scores = np.array([7, 5], np.float32)
    found = ocelli.Detections(boxes, scores, "face", (90, 60), landmarks=places, poses=poses)
    assert found[0].landmarks == ((0, 1), (2, 3), (4, 5), (6, 7), (8, 9))
    assert found[0].pose == ocelli.Pose(yaw=-45, roll=10)
    assert found[1:][0] == found[1]
    record = json.loads(found.to_json("a.jpg"))["detections"][0]
    assert record["landmarks"][2] == [4, 5] and record["pose"] == {"yaw": -45, "roll": 10}
    row = rows_of_csv(found.to_csv())[0]
    assert (row["nosex"], row["rmy"], row["yaw"]) == ("4.0", "9.0", "-45")
    assert found.to_pandas().loc[0, ["lex", "roll"]].tolist() == [0, 10]
    plain = ocelli.Detections(boxes, scores, "face", (90, 60))
    assert plain[0].landmarks is None and plain[0].pose is None and "nosex" not in plain.to_csv()
    picture = np.full((60, 90), 100, np.uint8)
    assert not np.array_equal(found.draw(picture), plain.draw(picture))


def test_a_pose_may_lack_its_yaw() -> None:
    boxes, scores = np.array([[1, 2, 30, 30]], np.float32), np.array([7], np.float32)
    found = ocelli.Detections(boxes, scores, "face", (90, 60), poses=np.array([[np.nan, -135]], np.float32))
    assert found[0].pose == ocelli.Pose(yaw=None, roll=-135)
    assert json.loads(found.to_json())["detections"][0]["pose"] == {"roll": -135}
    assert "roll" not in found.to_csv()
    plain = ocelli.Detections(boxes, scores, "face", (90, 60))
    picture = np.full((60, 90), 100, np.uint8)
    assert not np.array_equal(found.draw(picture), plain.draw(picture))


def test_no_detections_become_empty_arrays_and_tables(faces: ocelli.Detector) -> None:
    nothing = faces.detect(np.zeros((50, 60), np.uint8))
    assert nothing.boxes.shape == (0, 4) and nothing.to_numpy().shape == (0, 5)
    assert json.loads(nothing.to_json("a.png")) == {"input": "a.png", "width": 60, "height": 50, "detections": []}
    assert nothing.draw().shape == (50, 60, 3)
    pytest.importorskip("pandas")
    assert nothing.to_pandas().shape == (0, 7)


def test_detections_are_cropped(found: ocelli.Detections, bgr: NDArray[Any]) -> None:
    (crop,) = found.crop()
    x, y, w, h = found.boxes[0]
    top, left = round(float(y - 0.2 * h)), round(float(x - 0.2 * w))
    assert np.array_equal(crop, bgr[top : top + crop.shape[0], left : left + crop.shape[1]])
    assert crop.shape[0] == pytest.approx(1.4 * h, abs=1)
    assert max(found.crop(size=50)[0].shape) == 50
    assert np.array_equal(found.crop(image=bgr[..., 0])[0], bgr[..., 0][top : top + crop.shape[0], left : left + crop.shape[1]])
    assert found.crop(align=True)[0].shape[:2] == (112, 112)
    frontal = ocelli.face(views="frontal").detect(bgr)
    with pytest.raises(ocelli.UsageError, match="landmarks"):
        frontal.crop(align=True)
    (crop,) = frontal.crop()
    frontal.poses = np.array([[np.nan, 90]], np.float32)
    assert np.array_equal(frontal.crop(align=True)[0], np.rot90(crop))


def test_detections_draw_themselves(faces: ocelli.Detector, bgr: NDArray[Any], gray: NDArray[Any]) -> None:
    found = faces.detect(bgr)
    drawn = found.draw()
    assert drawn.shape == bgr.shape and drawn.dtype == np.uint8
    assert np.any(drawn != bgr)
    assert np.array_equal(faces.detect(bgr[..., ::-1], colors="rgb").draw(), drawn[..., ::-1])
    assert np.array_equal(found.draw(bgr), drawn)
    assert found.draw(gray).shape == bgr.shape
    assert found.draw(np.dstack([bgr, gray])).shape == bgr.shape
    assert found.draw(in_16_bits(bgr)).dtype == np.uint8
    with pytest.raises(ocelli.UsageError, match="draw"):
        pickle.loads(pickle.dumps(found)).draw()


def test_results_are_pictures_in_a_notebook(found: ocelli.Detections, page: ocelli.Page, tmp_path: Path) -> None:
    results: list[Any] = [found, page]
    for result in results:
        png = result._repr_png_()
        assert png is not None
        (tmp_path / "result.png").write_bytes(png)
        assert np.array_equal(ocelli.read_image(tmp_path / "result.png"), result.draw())
    assert pickle.loads(pickle.dumps(found))._repr_png_() is None


# Results of a classifier


def test_a_classification_ranks_the_classes(digits: ocelli.Classifier) -> None:
    found = digits.classify(digit(0))
    assert found.label == "1"
    assert [label for label, _ in found.ranking][0] == "1"
    assert sorted(label for label, _ in found.ranking) == digits.classes
    scores = [score for _, score in found.ranking]
    assert scores == sorted(scores, reverse=True)
    assert found.score == scores[0] and found.margin == pytest.approx(scores[0] - scores[1])
    assert found.to_numpy()[1] == np.float32(found.score)
    assert repr(found).startswith("<Classification: '1', score ")
    pytest.importorskip("pandas")
    table = found.to_pandas()
    assert list(table.index) == [label for label, _ in found.ranking]
    assert found.probabilities is None and found.probability is None and table["probability"].isna().all()


def test_a_calibrated_classification_has_probabilities() -> None:
    found = ocelli.Classification(["a", "b", "c"], np.array([1, 3, 1], np.float32), temperature=2.0)
    expected = np.exp([0.5, 1.5, 0.5]) / np.exp([0.5, 1.5, 0.5]).sum()
    assert found.probabilities == pytest.approx(expected) and found.probability == pytest.approx(expected[1])
    assert pickle.loads(pickle.dumps(found)).probability == found.probability
    (row,) = rows_of_csv(found.to_csv("1.png"))
    assert (row["label"], float(row["probability"]), row["second"]) == ("b", found.probability, "a")
    pytest.importorskip("pandas")
    assert found.to_pandas()["probability"]["b"] == found.probability


def test_rows_are_classified_as_the_images_that_they_are(digits: ocelli.Classifier) -> None:
    images = np.stack([digit(number) for number in range(5)])
    rows = images.reshape(5, -1)
    expected = digits.classify_batch(images)
    assert digits.classify_batch(rows) == expected
    assert digits.classify_batch(rows.astype(np.float64)[:, ::1], threads=2) == expected
    assert digits.classify(rows[3].astype(np.float32)) == expected[3]
    assert digits.classify(rows[3].tolist()) == expected[3]
    assert np.array_equal(digits.scores(np.asfortranarray(rows)), np.stack([each.scores for each in expected]))
    assert digits.scores(rows).dtype == np.float32 and digits.scores(rows[:0]).shape == (0, 10)
    assert digits.classify_batch([]) == [] == digits.classify_batch(rows[:0])


@pytest.mark.parametrize(
    "rows, came",
    [
        (np.zeros((2, 783)), r"\(n, 784\), got float32 \(2, 783\)"),
        (np.zeros(784), r"got float32 \(784,\)"),
        ([["a"] * 784], "could not convert"),
        ([[1.0], [1.0, 2.0]], "expected numbers"),
    ],
    ids=["width", "one row", "text", "ragged"],
)
def test_other_rows_are_refused(rows: Any, came: str, digits: ocelli.Classifier) -> None:
    with pytest.raises(ocelli.InputError, match=came):
        digits.scores(rows)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e16])
def test_rows_that_are_not_finite_are_refused(value: float, digits: ocelli.Classifier) -> None:
    row = np.zeros(784)
    row[5] = value
    with pytest.raises(ocelli.InputError):
        digits.classify(row)


# Results of a reader


def test_a_page_tells_its_words_and_where_they_are(page: ocelli.Page, page_image: NDArray[np.uint8]) -> None:
    assert page.text == "Ocelli reads printed pages.\nThe second line of 1947.\n"
    assert str(page) == page.text
    assert page.size == (page_image.shape[1], page_image.shape[0]) and page.turn == 0
    assert [line.text for line in page.lines] == page.text.splitlines()
    assert [word.text for word in page.words] == page.text.split()
    assert "".join(block.text for block in page.blocks) == page.text
    for word in page.words:
        assert 0 < word.confidence <= 1
        assert "".join(glyph.text for glyph in word.glyphs) == word.text
        x, y, w, h = word.box
        assert 0 <= x < x + w <= page.size[0] and page_image[int(y) : int(y + h), int(x) : int(x + w)].min() < 100
    assert page.lines[0].x_height == pytest.approx(22, abs=5)
    assert repr(page) == f"<Page: 9 words in 2 lines, {page.size[0]} x {page.size[1]} pixels>"


def test_pages_become_text_formats_and_tables(page: ocelli.Page) -> None:
    assert json.loads(page.to_json("page.png"))["text"] == page.text
    assert json.loads(page.to_json())["input"] == ""
    head, *rows = page.to_tsv().splitlines()
    assert head.split("\t")[0] == "level" and rows[-1].split("\t")[-1] == "1947."
    hocr = page.to_hocr(resolution=300)
    assert hocr.startswith("<?xml") and hocr.count('class="ocrx_word"') == len(page.words)
    pytest.importorskip("pandas")
    table = page.to_pandas()
    assert list(table["text"]) == page.text.split()
    assert list(table["line"]) == [0] * 4 + [1] * 5 or table["block"].nunique() == 2
    assert tuple(table.iloc[0][["x", "y", "w", "h"]]) == page.words[0].box
    again = pickle.loads(pickle.dumps(page))
    assert again.to_json("a") == page.to_json("a") and again.words == page.words and again.image is None


def test_options_of_reading(reader: ocelli.Reader, page_image: NDArray[np.uint8]) -> None:
    turned = np.rot90(page_image, 2)
    assert reader.read(turned).turn == 180
    assert reader.read(turned, auto_rotate=False).turn == 0
    figures = reader.read(page_image, charset="0123456789")
    assert set(figures.text) <= set("0123456789 \n")
    with pytest.raises(ocelli.UsageError, match="charset"):
        reader.read(page_image, alphabet="abc")
    with pytest.raises(ocelli.UsageError, match="\u2603"):
        reader.read(page_image, charset="\u2603")


def test_a_blank_page_has_no_words(reader: ocelli.Reader) -> None:
    blank = reader.read(np.full((300, 200), 255, np.uint8))
    assert blank.text == "" and blank.words == () and blank.blocks == ()
    assert blank.draw().shape == (300, 200, 3)
    pytest.importorskip("pandas")
    assert blank.to_pandas().empty


def test_pages_become_a_searchable_pdf(
    reader: ocelli.Reader, page: ocelli.Page, page_image: NDArray[np.uint8], tmp_path: Path
) -> None:
    red = np.dstack([page_image // 2, page_image // 2, page_image])
    pages = [page, reader.read(red), reader.read(red[..., ::-1], colors="rgb")]
    ocelli.write_searchable_pdf(tmp_path / "pages.pdf", pages, resolution=[300, 300, 200])
    bytes_written = (tmp_path / "pages.pdf").read_bytes()
    assert bytes_written.startswith(b"%PDF-") and bytes_written.count(b"/Type /Page\n") <= 3
    again = reader.read_files(tmp_path / "pages.pdf")
    assert [record["text"].split()[0] for record in again] == ["Ocelli"] * 3


def test_pdf_pages_need_their_resolutions_and_a_place(page: ocelli.Page, tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match="resolution"):
        ocelli.write_searchable_pdf(tmp_path / "a.pdf", [page], resolution=[300, 300])
    with pytest.raises(ocelli.UsageError):
        ocelli.write_searchable_pdf(tmp_path / "a.pdf", [])
    with pytest.raises(ocelli.OutputError):
        ocelli.write_searchable_pdf(tmp_path / "absent" / "a.pdf", [page])
    assert list(tmp_path.iterdir()) == []


# Tables


def rows_of_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_results_become_csv(found: ocelli.Detections, page: ocelli.Page, digits: ocelli.Classifier) -> None:
    (face,) = rows_of_csv(found.to_csv("a,b.jpg"))
    assert face["input"] == "a,b.jpg" and face["label"] == "face" and float(face["score"]) > 0
    label = digits.classify(digit(0))
    (row,) = rows_of_csv(label.to_csv("1.png"))
    assert (row["label"], row["second"], row["probability"]) == ("1", label.ranking[1][0], "")
    assert [word["text"] for word in rows_of_csv(page.to_csv())] == page.text.split()


def test_runs_over_files_become_tables_without_losing_an_input(faces: ocelli.Detector, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_text("no picture")
    (tmp_path / "empty.png").write_bytes(_native.encode_png(np.zeros((40, 40), np.uint8), "bgr"))
    inputs = [MANY_FACES, tmp_path / "bad.jpg", tmp_path / "empty.png"]
    rows = rows_of_csv(faces.detect_files(inputs).to_csv())
    assert {row["input"] for row in rows} == {str(file) for file in inputs}
    assert [bool(row["error"]) for row in rows[-2:]] == [True, False]
    assert rows[-1]["width"] == "40" and rows[-1]["x"] == ""
    pytest.importorskip("pandas")
    table = faces.detect_files(inputs).to_pandas()
    assert len(table) == len(rows) and list(table.columns) == list(rows[0])


def test_every_result_pickles(found: ocelli.Detections, page: ocelli.Page, digits: ocelli.Classifier) -> None:
    label = digits.classify(digit(0))
    assert pickle.loads(pickle.dumps(label)) == label
    assert pickle.loads(pickle.dumps(found)) == found
    assert str(pickle.loads(pickle.dumps(page))) == page.text
    with pytest.raises(ocelli.UsageError, match="another version"):
        type(page.native).__setstate__(type(page.native).__new__(type(page.native)), (1, 2))
