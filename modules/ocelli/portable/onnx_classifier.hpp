#pragma once

#include <string>
#include <string_view>

#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier as an ONNX file with standard operators only (operator set 10), for onnxruntime, OpenCV's dnn
/// and others.
///
///   input  "image"   float, batch x 1 x height x width, gray levels 0 .. 255; or
///          "row"     float, batch x values, for a classifier of table rows
///   output "scores"  float, batch x classes: Classifier::scores()
///          "label"   64-bit integer, batch: the class with the highest score, the first of equal ones
///
/// The graph begins where features do. An image must have the classifier's size, with its ink normalized as
/// by frame_ink() if the classifier requires it. The file's description states this, and its properties name
/// the classes, a JSON list. Features are rounded to bytes as in the program, by the same operations in
/// single precision. So scores differ only by the order of their sums, if the runtime preserves the order and
/// the rounding of operators.
/// Throws  Error(Kind::usage) with the reason for an unsupported classifier: multi-layer features, scores
/// over rotated images.
std::string onnx_file(const ClassifierModel& model, std::string_view name);

}  // namespace ocelli::internal
