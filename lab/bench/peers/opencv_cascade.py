"""Faces found by a cascade in OpenCV, as JSON Lines in the format of `ocelli detect`.

    python3 lab/bench/peers/opencv_cascade.py CASCADE FOLDER

CASCADE is an .xml file, or the name of one of OpenCV's own, such as haarcascade_frontalface_alt2. As in bench_face_accuracy, the score of a detection
is the number of windows grouped into it, one is enough, the smallest face has 20 pixels and the scale step is 1.1.
"""

import json
import pathlib
import sys

import cv2

OWN = pathlib.Path("/usr/share/opencv4/haarcascades")


def detections(classifier, photo):
    boxes, windows = classifier.detectMultiScale2(photo, scaleFactor=1.1, minNeighbors=1, minSize=(20, 20))
    return [dict(zip("xywh", map(int, box)), score=int(count)) for box, count in zip(boxes, windows)]


def main(cascade, folder):
    cv2.setNumThreads(1)
    classifier = cv2.CascadeClassifier(cascade if cascade.endswith(".xml") else str(OWN / f"{cascade}.xml"))
    for path in sorted(pathlib.Path(folder).iterdir()):
        photo = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        record = {"input": path.name, "width": photo.shape[1], "height": photo.shape[0], "detections": detections(classifier, photo)}
        print(json.dumps(record))


if __name__ == "__main__":
    main(*sys.argv[1:])
