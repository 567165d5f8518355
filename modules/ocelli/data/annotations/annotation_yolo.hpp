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

/// Parses the label file of one image: an object a line, `class cx cy w h`, with the number of its class from 0 and the
/// centre and size of its box as shares of the image's width and height; or `class x y x y x y ...`, the corners of a
/// polygon, of which the box around it is taken. An empty file says that the image holds no object.
///
/// A class is called by its name in `classes`, or by its number where that has none. Boxes are checked against the image
/// (check_inside()). No disk access; `name` is the label file for messages.
Annotations parse_yolo_labels(std::string_view text, const std::filesystem::path& image, ImageExtent extent,
                              std::span<const std::string> classes, std::string_view name);

/// The names of classes, by number, out of `classes.txt` or `obj.names` (a name a line), or the entry `names` of a
/// `data.yaml` (a list or a map, on one line or one entry a line). Numbers without a name have an empty one.
/// Throws Error(Kind::input) naming the file for more than 65,536 names or a number beyond that.
std::vector<std::string> parse_yolo_names(std::string_view text, bool is_yaml, std::string_view name);

/// A folder of label files, or its sub-folder labels/, or one label file. `labels/a.txt` belongs to the image `a`
/// beside it, or in the folder whose path has `images` in place of the last `labels`, or in the folder images/ beside
/// that of the labels. Names of classes are looked for in the folder of the labels and in the two above it. An image
/// without a label file is passed over: nobody has said that it holds nothing.
extern const AnnotationFormat yolo_format;

}  // namespace ocelli
