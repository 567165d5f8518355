#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the JSON file that LabelMe writes of one image: imagePath, and shapes with a label and points.
///
/// The box of a rectangle or polygon is that around its points, the box of a circle that around it; other
/// shapes are problems. A shape marked difficult is an ignored object. No disk access: the path is as in the
/// file; `name` is the file for messages. Throws Error(Kind::input) naming file and line where the text is no
/// such JSON or beyond JsonLimits.
Annotations parse_labelme_annotations(std::string_view text, std::string_view name);

/// A JSON file with shapes, or every such .json file of a folder in natural order; one that cannot be parsed
/// is a problem. An image is searched beside its .json file and in the folder images/ there and beside that
/// folder, by its imagePath, then by the .json file's own stem.
extern const AnnotationFormat labelme_format;

}  // namespace ocelli::internal
