"""Training and evaluation in one call."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import ocelli
import pytest
from numpy.typing import NDArray
from ocelli import _native
from places import data, program

SMALL = {
    "width": 12,
    "stages": 3,
    "max_weak_count": 4,
    "mined": 200,
    "features": 300,
    "validation": 0.3,
    "held_out": 0.3,
    "seed": 7,
}


def write_png(path: Path, image: NDArray[np.uint8]) -> None:
    path.write_bytes(_native.encode_png(image, "bgr"))


def noise(random: np.random.Generator, height: int = 60, width: int = 60) -> NDArray[np.uint8]:
    return random.integers(60, 200, (height, width), dtype=np.uint8)


def draw_cross(image: NDArray[np.uint8], x: int, y: int, side: int) -> None:
    image[y : y + side, x : x + side] = 220
    arm = side // 3
    image[y + arm : y + 2 * arm, x : x + side] = 20
    image[y : y + side, x + arm : x + 2 * arm] = 20


@pytest.fixture(scope="module")
def crosses(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Images with crosses and their boxes, and a folder of images without."""
    folder = tmp_path_factory.mktemp("crosses")
    random = np.random.default_rng(1)
    rows = ["image,x,y,w,h"]
    for number in range(24):
        image, side = noise(random), int(random.integers(15, 30))
        x, y = random.integers(0, 60 - side, 2)
        draw_cross(image, int(x), int(y), side)
        write_png(folder / f"{number}.png", image)
        rows.append(f"{number}.png,{x},{y},{side},{side}")
    (folder / "crosses.csv").write_text("\n".join(rows) + "\n")
    negatives = tmp_path_factory.mktemp("without")
    for number in range(20):
        write_png(negatives / f"{number}.png", noise(random, 120, 120))
    return folder / "crosses.csv", negatives


@pytest.fixture(scope="module")
def trained(
    crosses: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> ocelli.TrainingResult[ocelli.Detector]:
    output = tmp_path_factory.mktemp("model") / "cross.ocelli"
    return ocelli.train_detector(*crosses, output, label="cross", **SMALL)


def test_a_trained_detector_finds_its_object(
    trained: ocelli.TrainingResult[ocelli.Detector], crosses: tuple[Path, Path]
) -> None:
    scores = ocelli.evaluate_detector(trained.path, crosses[0])
    assert trained.model.label == "cross"
    assert scores.objects == 24
    assert scores.recall[-1] > 0.8


def test_the_log_is_a_list_of_events(trained: ocelli.TrainingResult[ocelli.Detector]) -> None:
    stages = [event for event in trained.log if event["event"] == "stage"]
    assert 1 <= len(stages) <= 3
    assert all(0 <= event["false_alarm"] <= 1 for event in stages)
    assert trained.problems == []


def test_an_interrupted_training_keeps_its_checkpoint_and_ends_in_the_same_model(
    trained: ocelli.TrainingResult[ocelli.Detector], crosses: tuple[Path, Path], tmp_path: Path
) -> None:
    output = tmp_path / "cross.ocelli"
    events: list[Any] = []

    def interrupt(event: Any) -> None:
        events.append(event)
        if len(events) == 3:
            raise KeyboardInterrupt

    # A callback is called a moment after its event: a training as small as this may be over by then.
    with pytest.raises(KeyboardInterrupt):
        ocelli.train_detector(*crosses, output, label="cross", on_log=interrupt, **SMALL)
    if not output.exists():
        assert Path(f"{output}.checkpoint").exists()
        ocelli.train_detector(*crosses, output, label="cross", resume=True, **SMALL)
    assert output.read_bytes() == trained.path.read_bytes()


def test_callbacks_run_on_the_callers_thread_and_their_errors_come_out(
    crosses: tuple[Path, Path], tmp_path: Path
) -> None:
    import threading

    threads = set()

    def fail(_: object) -> None:
        threads.add(threading.get_ident())
        raise LookupError("of the caller")

    with pytest.raises(LookupError, match="of the caller"):
        ocelli.train_detector(*crosses, tmp_path / "cross.ocelli", on_message=fail, **SMALL)
    assert threads == {threading.get_ident()}


def test_files_that_cannot_be_read_are_problems(crosses: tuple[Path, Path], tmp_path: Path) -> None:
    lines = crosses[0].read_text().splitlines()
    annotations = crosses[0].parent / "with-a-hole.csv"
    annotations.write_text("\n".join([*lines, "missing.png,1,1,9,9"]) + "\n")
    result = ocelli.train_detector(annotations, crosses[1], tmp_path / "cross.ocelli", **SMALL)
    assert any("missing.png" in problem.message + problem.where for problem in result.problems)


def test_a_cascade_for_opencv_is_trained_too(crosses: tuple[Path, Path], tmp_path: Path) -> None:
    output = tmp_path / "cross.xml"
    result = ocelli.train_detector(*crosses, output, **{"for": "opencv"}, **SMALL)
    assert not ocelli.CascadeClassifier(str(output)).empty()
    assert result.model.window == (12, 12)


def test_invalid_options_and_data_name_what_is_wrong(crosses: tuple[Path, Path], tmp_path: Path) -> None:
    output = tmp_path / "cross.ocelli"
    with pytest.raises(ocelli.UsageError, match="stages"):
        ocelli.train_detector(*crosses, output, stages=-1)
    with pytest.raises(ocelli.UsageError, match="stagess"):
        ocelli.train_detector(*crosses, output, stagess=3)
    with pytest.raises(ocelli.InputError, match="absent.csv"):
        ocelli.train_detector(tmp_path / "absent.csv", crosses[1], output)
    with pytest.raises(ocelli.OutputError, match="nowhere"):
        ocelli.train_detector(*crosses, tmp_path / "nowhere" / "cross.ocelli", **SMALL)


def test_curves_are_those_of_the_program(
    trained: ocelli.TrainingResult[ocelli.Detector], crosses: tuple[Path, Path]
) -> None:
    scores = ocelli.evaluate_detector(trained.path, crosses[0])
    figures = json.loads("\n".join(program("eval", "detector", "--json", "-m", trained.path, crosses[0])))
    assert scores.average_precision == pytest.approx(figures["average_precision"], abs=1e-9)
    for point in figures["roc"]:
        assert scores.recall_at(point["false_positives"]) == pytest.approx(point["detection_rate"])
    assert len(scores.recall) == len(scores.precision) == len(scores.false_positives) == len(scores.thresholds)
    assert np.all(np.diff(scores.recall) >= 0)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two classes that one input tells apart."""
    random = np.random.default_rng(2)
    path = tmp_path_factory.mktemp("table") / "table.csv"
    rows = [f"{value:.4f},{random.normal():.4f},{'high' if value > 0 else 'low'}" for value in random.normal(size=200)]
    path.write_text("\n".join(rows) + "\n")
    return path


def test_a_classifier_of_tables_is_trained_and_evaluated(table: Path, tmp_path: Path) -> None:
    result = ocelli.train_classifier(table, tmp_path / "sign.ocelli", algorithm="multiboost-cw", rounds=5)
    assert [event["round"] for event in result.log if event["event"] == "round"][-1] <= 5
    scores = ocelli.evaluate_classifier(result.model, table)
    assert scores.error < 0.05
    assert scores.confusion.sum() == 200
    assert sorted(scores.classes) == ["high", "low"]
    rejected, errors = scores.reject_curve
    assert rejected[0] == 0 and errors[0] == pytest.approx(scores.error)


def test_cross_validation_says_what_a_training_is_worth(table: Path, tmp_path: Path) -> None:
    told: list[str] = []
    scores = ocelli.cross_validate(table, algorithm="multiboost-cw", folds=4, rounds=5, on_message=told.append)
    figures = json.loads(
        "\n".join(
            program("cross-validate", "--json", "--algorithm", "multiboost-cw", "--folds", 4, "--rounds", 5, table)
        )
    )
    assert (scores.error, scores.deviation) == (figures["mean_error"], figures["deviation"])
    assert [errors for _, errors in scores.folds] == [fold["errors"] for fold in figures["folds"]]
    assert scores.confusion.sum() == 200 == sum(samples for samples, _ in scores.folds)
    assert scores.classes == figures["classes"] and told
    with pytest.raises(ocelli.UsageError, match="folds"):
        ocelli.cross_validate(table, folds=1)


def test_a_shape_without_pixels_is_refused() -> None:
    values, labels = np.zeros((4, 784), np.float32), np.zeros(4, np.uint16)
    for shape in [(-28, -28), (0, 784)]:
        with pytest.raises(ocelli.UsageError, match=r"shape: must be a height and a width of at least 1"):
            _native.learn_classifier("shareboost", values, labels, ["a", "b"], shape, None, {}, {})


def test_classifiers_learn_as_the_program_does_by_default(table: Path, tmp_path: Path) -> None:
    result = ocelli.train_classifier(table, tmp_path / "sign.ocelli", time=1)
    program("train", "classifier", table, "-o", tmp_path / "other.ocelli", "--time", "1")
    assert result.model.card["description"] == ocelli.Classifier(tmp_path / "other.ocelli").card["description"]


def test_an_option_of_another_algorithm_names_those_that_have_it(table: Path, tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match="rounds: is an option of --algorithm shareboost, trees"):
        ocelli.train_classifier(table, tmp_path / "sign.ocelli", rounds=5)


def test_an_unknown_algorithm_names_those_that_there_are(table: Path, tmp_path: Path) -> None:
    with pytest.raises(ocelli.UsageError, match="multiboost-cw"):
        ocelli.train_classifier(table, tmp_path / "sign.ocelli", algorithm="magic")


def test_digits_are_evaluated_as_the_program_does() -> None:
    images, labels = data("mnist/t10k-images-idx3-ubyte.gz"), data("mnist/t10k-labels-idx1-ubyte.gz")
    scores = ocelli.evaluate_classifier(ocelli.digits(), images, labels=labels)
    figures = json.loads("\n".join(program("eval", "classifier", "--json", images, "--labels", labels)))
    assert scores.error == pytest.approx(figures["error"])


def test_reading_is_evaluated_as_the_program_does() -> None:
    pages = data("ocr/uw3_lines")
    scores = ocelli.evaluate_reader(ocelli.reader(), pages, half="odd")
    assert scores.pages == 249
    assert scores.character_error < 0.03
    assert scores.worst[0][1] / scores.worst[0][2] >= scores.median_page_error
