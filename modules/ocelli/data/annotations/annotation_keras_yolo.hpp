#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the text of keras-yolo3 and its descendants: one image a line, `path x1,y1,x2,y2,class ...` in
/// pixels with the index or the name of a class; a path alone is an image without objects. The label of a
/// class is its name in `classes`, or its index where it has none.
///
/// No disk access: paths are as in the file; `name` is the file for messages.
Annotations parse_keras_yolo_annotations(std::string_view text, std::span<const std::string> classes,
                                         std::string_view name);

/// A file of which one of the first lines reads so. Images and classes.txt are searched beside it.
extern const AnnotationFormat keras_yolo_format;

}  // namespace ocelli::internal
