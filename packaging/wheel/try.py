"""Uses the installed package in a bare root, as a stranger would."""

import locale
import tempfile
from pathlib import Path

import numpy as np
import ocelli

locale.setlocale(locale.LC_ALL, "")
faces = ocelli.face().detect("live.jpg")
assert len(faces) == 1, faces
pixels = ocelli.read_image("live.jpg")
assert len(ocelli.face().detect(pixels)) == 1
for ending in ("png", "jpg"):
    with tempfile.TemporaryDirectory() as place:
        ocelli.write_image(Path(place) / f"copy.{ending}", pixels)
        assert ocelli.read_image(Path(place) / f"copy.{ending}").shape == pixels.shape

first = next(iter(ocelli.reader("eng").read_files("page.pdf")))
assert "teacher" in first["text"], first
assert set(ocelli.languages()) >= {"eng", "deu"}
model = ocelli.train_classifier("cars.csv", Path(tempfile.mkdtemp()) / "cars.ocelli").model
assert model.classes == ["no", "yes"]
try:
    import sklearn  # noqa: F401
except ImportError:
    pass
else:
    from ocelli.sklearn import ShareBoostClassifier

    samples = np.random.default_rng(1).normal(size=(200, 3)).astype(np.float32)
    labels = (samples[:, 0] > 0).astype(str)
    assert ShareBoostClassifier().fit(samples, labels).score(samples, labels) > 0.95
