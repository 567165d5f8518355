#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/metrics/confusion.hpp"

/// Converts NumPy arrays to images and back.
namespace ocelli::internal::python {

namespace py = pybind11;

/// An image in a NumPy array. Pixels are read in place if they are contiguous within each row; otherwise they
/// are copied. Keeps the array alive. Create and destroy it with the GIL held.
class ArrayImage {
 public:
  /// Requires  uint8 or uint16; (h, w) or (h, w, 1) for gray, or (h, w, 3 or 4) for color in the order
  /// `colors`: bgr or rgb.
  /// Throws    Error(Kind::image) with what was expected and what was given.
  ArrayImage(const py::handle& array, const std::string& colors);

  /// Gray, or BGR with or without alpha.
  const cv::Mat& pixels() const { return pixels_; }

 private:
  py::array array_;
  cv::Mat pixels_;
};

/// A batch: a list of images, or one array (n, h, w) or (n, h, w, channels).
std::vector<ArrayImage> images_of(const py::iterable& images, const std::string& colors);

/// A copy as a new array: (h, w), or (h, w, 3) with its colors in that order.
/// Requires  8-bit gray or BGR.
py::array_t<std::uint8_t> array_of(const cv::Mat& picture, const std::string& colors);

/// gray, bgr or rgb.
/// Throws  Error(Kind::usage) for another word.
Colors decoded_colors(const std::string& colors);

/// The boxes (n, 4) as x, y, w, h, the scores (n,), and the probabilities (n,), the landmarks (n, 5, 2), the
/// poses (n, 2) as yaw (NaN where unknown), roll, the tracks (n,) and whether each was seen (n,): None for
/// each that the detector has not.
py::tuple arrays_of(std::span<const Detection> detections);
/// The same with tracks, also for no detections at all.
py::tuple tracked_arrays_of(std::span<const Detection> detections);

/// The detections in such a tuple. The first two arrays are required.
/// Throws  Error(Kind::usage) naming the array of another shape.
std::vector<Detection> detections_of(const py::tuple& arrays, const std::string& label);

/// The counts (classes, classes): one row per true class, one column per label.
py::array_t<std::int64_t> table_of(const ConfusionMatrix& confusion);

template <class Value>
py::array_t<Value> array_of(std::span<const Value> values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// A new array (rows, columns).
template <class Value>
py::array_t<Value> table_of(std::size_t rows, std::size_t columns) {
  return py::array_t<Value>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

}  // namespace ocelli::internal::python
