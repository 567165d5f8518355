"""Reads a digit of 28 x 28 gray pixels, a byte each, on standard input.

  ocelli convert models/digits.ocelli -o digits.onnx
  python3 read_digit.py digits.onnx <digit.raw
"""
import sys

import cv2
import numpy

net = cv2.dnn.readNetFromONNX(sys.argv[1])
image = numpy.frombuffer(sys.stdin.buffer.read(28 * 28), numpy.uint8)
net.setInput(image.astype(numpy.float32).reshape(1, 1, 28, 28))  # gray levels 0 to 255
scores = net.forward("scores")[0]
print(f"{scores.argmax()}, score {scores.max():.1f}")
