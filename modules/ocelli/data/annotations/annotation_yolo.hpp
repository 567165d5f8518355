#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/data/images/image_extent.hpp"

namespace ocelli {

/// Parses the label file of one image: one object per line, `class cx cy w h`, with the index of its class and the
/// centre and size of its box as shares of the image's width and height; or `class x y x y x y ...`, a polygon, of which
/// the bounding box is used. An empty file means that the image contains no object.
///
/// The label of a class is its name in `classes`, or its index if it has none. Boxes are checked against the image
/// (check_inside()). No disk access; `name` is the label file for messages.
Annotations parse_yolo_labels(std::string_view text, const std::filesystem::path& image, ImageExtent extent,
                              std::span<const std::string> classes, std::string_view name);

/// Class names by index, from `classes.txt` or `obj.names` (one name per line), or the entry `names` of a
/// `data.yaml` (a list or a map, on one line or one entry per line). An index without a name has an empty one.
/// Throws Error(Kind::input) naming the file for more than 65,536 names or a larger index.
std::vector<std::string> parse_yolo_names(std::string_view text, bool is_yaml, std::string_view name);

/// A folder of label files, or its subfolder labels/, or one label file. `labels/a.txt` belongs to the image `a`
/// beside it, or in the folder whose path has `images` in place of the last `labels`, or in the folder images/ beside
/// the label folder. Class names are searched in the folder of the labels and in the two above it. An image
/// without a label file is skipped: it is not known to be empty.
extern const AnnotationFormat yolo_format;

}  // namespace ocelli
