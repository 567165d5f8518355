#pragma once

#include <string>
#include <string_view>

#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier as an ONNX file, of standard operators alone (operator set 10), for onnxruntime, OpenCV's dnn
/// and others.
///
///   input  "image"   float, batch x 1 x height x width, gray levels 0 .. 255; or
///          "row"     float, batch x values, for a classifier of table rows
///   output "scores"  float, batch x classes: Classifier::scores()
///          "label"   64-bit integer, batch: the class with the highest score, the first of equal ones
///
/// The graph begins where features do: an image has the classifier's size, and its ink has been brought to
/// where frame_ink() has it when the classifier asks for that. The file's description says so, and its
/// properties name the classes, a JSON list. Features are rounded to bytes as the program does it, by the
/// same operations in single precision, so that scores differ by the order of their sums alone, where the
/// runtime keeps to the order and the rounding of operators.
/// Throws  Error(Kind::usage) with the reason for a
/// classifier that does not fit: multi-layer features, scores over rotated images.
std::string onnx_file(const ClassifierModel& model, std::string_view name);

}  // namespace ocelli::internal
