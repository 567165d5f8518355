#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the results of `ocelli detect` as annotations, to be corrected or learned from: one JSON object a
/// line with its `input` and `detections`, each of which has x, y, w, h and label. An input that could not be
/// read is a problem.
///
/// No disk access: paths are as in the file; `name` is the file for messages.
Annotations parse_detection_lines(std::string_view text, std::string_view name);

/// A file whose first line is such an object. Images are searched from the working folder, as `detect` names
/// them, and beside the file.
extern const AnnotationFormat detections_format;

}  // namespace ocelli::internal
