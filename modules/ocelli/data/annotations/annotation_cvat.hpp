#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses "CVAT for images 1.1" and "CVAT for video 1.1": <annotations> with <image> elements that hold
/// shapes, or <track> elements that hold a shape a frame.
///
/// The box of a polygon, an ellipse, a mask or a rotated box is the upright one around it; other shapes are
/// problems. A shape whose attribute named difficult, ignore or crowd is true is an ignored object. Frame 7
/// of a video is the image "frame_000007", as CVAT names it; a frame in which all tracks are outside holds no
/// objects.
///
/// No disk access: paths are as in the file; `name` is the file for messages.
/// Requires  at most 256 MiB of text, elements nested at most 32 deep.
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
Annotations parse_cvat_annotations(std::string_view text, std::string_view name);

/// An XML file with the root element <annotations>, or a folder with it as the only .xml file. Images are
/// searched beside it and in the folders images/ and obj_train_data/ there.
extern const AnnotationFormat cvat_format;

}  // namespace ocelli::internal
