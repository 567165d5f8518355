#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses one Pascal VOC annotation: <annotation> with <filename>, <size> and any number of <object>.
///
/// Its pixels are 1-based and inclusive, so xmin = 1, xmax = 1 is a box of width 1 at x = 0. Of a
/// turned box (<robndbox>: center, sides, angle) the upright one around it is taken. `difficult` objects are
/// ignored ones. Where <size> is given, boxes are checked against it (check_inside()).
///
/// No disk access: the image is assumed to be in `folder`; `name` is the file for messages.
/// Requires  at most 4 MiB of text, elements nested at most 32 deep, no document type (so no entities to
///           expand).
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
/// Source    Everingham et al., PASCAL VOC development kit.
Annotations parse_voc_annotation(std::string_view text, const std::filesystem::path& folder,
                                 std::string_view name);

/// One file that starts with '<', or every .xml file of a folder and its subfolders in natural order; one
/// that cannot be parsed is a problem. An image is searched beside its .xml file and in the folders
/// JPEGImages and images beside that folder: by its <filename>, its <path>, then by the .xml file's own stem.
extern const AnnotationFormat voc_format;

}  // namespace ocelli::internal
