#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the JSON of the VGG Image Annotator, versions 1 and 2: an object of images, each with its filename
/// and regions, or a project that holds it.
///
/// The box of a circle, ellipse or polygon is the upright one around it; other regions are problems. The
/// label is the region attribute named class, label, name, type or category, else the only one. No disk
/// access: paths are as in the file; `name` is the file for messages. Throws Error(Kind::input) naming file
/// and line where the text is no such JSON or beyond JsonLimits.
Annotations parse_via_json(std::string_view text, std::string_view name);

/// The same of VIA's CSV: a row a region, with its shape and its attributes as JSON in a cell each.
Annotations parse_via_csv(std::string_view text, std::string_view name);

/// A file of either kind, or a folder with one such .json file. Images are searched beside it and in the
/// folder images/ there.
extern const AnnotationFormat via_format;

}  // namespace ocelli::internal
