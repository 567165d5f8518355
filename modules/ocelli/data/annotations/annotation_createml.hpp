#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the JSON of Apple's Create ML: a list of images, each with its `image` (or `imagefilename`) and
/// `annotations` (or `annotation`): `label`, and `coordinates` x and y of the center, width and height in
/// pixels.
///
/// No disk access: paths are as in the file; `name` is the file for messages. Throws Error(Kind::input)
/// naming file and line where the text is no such JSON or beyond JsonLimits.
Annotations parse_createml_annotations(std::string_view text, std::string_view name);

/// A file, or a folder with one such .json file. Images are searched beside it and in images/ there.
extern const AnnotationFormat createml_format;

}  // namespace ocelli::internal
