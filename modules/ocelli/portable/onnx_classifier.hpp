#pragma once

#include <string>
#include <string_view>

#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier as an ONNX file with standard operators only, for onnxruntime and others. Operators are of
/// set 10, which OpenCV's dnn runs, for images with templates, linear features, products, stumps and balls;
/// otherwise of set 11.
///
///   input  "image"          float, batch x 1 x height x width, gray levels 0 .. 255, or batch x 3 x height
///                           x width, red, green and blue; or
///          "row"            float, batch x values, for a table of numbers, a gap being NaN; or
///          each column      float or string, batch x 1, for a table with categories
///   output "scores"         float, batch x classes: Classifier::scores()
///          "label"          64-bit integer, batch: the class with the highest score, the first of equal
///                           ones; -1 for a row of a table that the program refuses
///          "probabilities"  float, batch x classes, if the classifier has a temperature
///
/// Medians of gaps, marks of gaps and categories are inside. An image must have the classifier's size, with
/// its ink normalized as by frame_ink() if the classifier requires it. The file's description states this.
/// Its properties name the classes and the columns, a JSON list each. Features are rounded to bytes as in the
/// program, by the same operations in the same order. So scores differ only by the order of their sums, if
/// the runtime preserves the order and the rounding of operators.
/// Throws  Error(Kind::usage) with the reason for an unsupported classifier: multi-layer features, scores
/// over rotated images.
std::string onnx_file(const ClassifierModel& model, std::string_view name);

}  // namespace ocelli::internal
