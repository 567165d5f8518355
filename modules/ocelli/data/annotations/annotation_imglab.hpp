#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the XML of dlib's imglab: <dataset>, <images>, and an <image file="..."> with its <box top left
/// width height> elements, each with an optional <label>. A box with ignore="1" is an ignored object.
///
/// No disk access: paths are as in the file; `name` is the file for messages.
/// Requires  at most 256 MiB of text, elements nested at most 32 deep.
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
Annotations parse_imglab_annotations(std::string_view text, std::string_view name);

/// An XML file with the root element <dataset>, or a folder with it as the only .xml file. Paths are relative
/// to its folder.
extern const AnnotationFormat imglab_format;

}  // namespace ocelli::internal
