"""Ten classes of traffic signs by one command without options, and by OpenCV's HOG with scikit-learn's linear SVM.

    python3 lab/bench/python/traffic_signs.py PROGRAM [DATA]

PROGRAM is `ocelli`, DATA the folder of data sets. Both learn from the 150 training pictures of each class and are
evaluated on the test part: of the ten classes that have most pictures there, and of the classes 0 to 9.
"""

import argparse
import gzip
import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from sklearn.svm import LinearSVC

Part = tuple[Any, Any]  # pictures and labels


def read_idx(path: Path) -> Any:
    data = gzip.decompress(path.read_bytes())
    begin = 4 + 4 * data[3]
    return np.frombuffer(data, np.uint8, offset=begin).reshape(np.frombuffer(data[4:begin], ">u4"))


def write_idx(path: Path, array: Any) -> None:
    head = bytes([0, 0, 8, array.ndim]) + np.array(array.shape, ">u4").tobytes()
    path.write_bytes(head + array.tobytes())


def read_part(data: Path, name: str) -> Part:
    begin = f"gtsrb/gtsrb-{name}-"
    return read_idx(data / f"{begin}images-idx3-ubyte.gz"), read_idx(data / f"{begin}labels-idx1-ubyte.gz")


def of_classes(part: Part, classes: Any) -> Part:
    pictures, labels = part
    kept = np.isin(labels, classes)
    return pictures[kept], np.searchsorted(classes, labels[kept]).astype(np.uint8)


def histograms(pictures: Any) -> Any:
    side = pictures.shape[1]
    hog = cv2.HOGDescriptor((side, side), (8, 8), (4, 4), (4, 4), 9)
    return np.array([hog.compute(picture).ravel() for picture in pictures])


def peer_error(training: Part, test: Part) -> float:
    machine = LinearSVC(C=1, max_iter=3000).fit(histograms(training[0]), training[1])
    return float((machine.predict(histograms(test[0])) != test[1]).mean())


def our_error(program: str, training: Part, test: Part) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, (pictures, labels) in {"training": training, "test": test}.items():
            write_idx(place / f"{name}-pictures", pictures)
            write_idx(place / f"{name}-labels", labels)

        def run(*command: str) -> str:
            return subprocess.run([program, *command], cwd=place, check=True, capture_output=True, text=True).stdout

        run("train", "classifier", "training-pictures", "--labels", "training-labels", "-o", "model")
        figures = run("eval", "classifier", "-m", "model", "--json", "test-pictures", "--labels", "test-labels")
        return float(json.loads(figures)["error"])


def print_errors(name: str, program: str, training: Part, test: Part) -> None:
    for method, error in (
        ("HOG and linear SVM", lambda: peer_error(training, test)),
        ("ocelli train classifier", lambda: our_error(program, training, test)),
    ):
        start = time.perf_counter()
        wrong = error()
        print(f"{name}, {method}: {100 * wrong:.2f} % of {len(test[1])} wrong, {time.perf_counter() - start:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("data", nargs="?", type=Path, default=Path(__file__).parents[3] / "shared" / "data")
    options = parser.parse_args()
    training, test = read_part(options.data, "train"), read_part(options.data, "test")
    most = np.sort(np.argsort(-np.bincount(test[1]), kind="stable")[:10])
    for name, classes in {"most frequent ten": most, "classes 0 to 9": np.arange(10)}.items():
        print_errors(name, str(options.program.resolve()), of_classes(training, classes), of_classes(test, classes))


if __name__ == "__main__":
    main()
