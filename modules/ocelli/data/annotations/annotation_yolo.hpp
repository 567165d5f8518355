#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {

/// Parses the label file of one image. Each line is one object: `class cx cy w h`, with the index of its
/// class and the center and size of its box as fractions of the image's width and height, or `class x y x y x
/// y ...`, a polygon that becomes its bounding box. A fifth number after the class (a confidence) and
/// everything after a '#' are skipped. An empty file means that the image contains no object.
///
/// The label of a class is its name in `classes`, or its index if there are no names or its own is empty. A
/// class beyond the names is a problem of its line. Boxes are checked against the image (check_inside()). No
/// disk access; `name` is the label file for messages.
Annotations parse_yolo_labels(std::string_view text, const std::filesystem::path& image, ImageExtent extent,
                              std::span<const std::string> classes, std::string_view name);

/// Class names by index, from `classes.txt` or `obj.names` (one name per line), or the entry `names` of a
/// `data.yaml` (a list or a map, on one line or one entry per line). An index without a name has an empty
/// one. Throws Error(Kind::input) naming the file for more than 65,536 names or a larger index.
std::vector<std::string> parse_yolo_names(std::string_view text, bool is_yaml, std::string_view name);

/// The value of a key of a YAML text written like data.yaml: a text, or the entries of a list or a map with
/// numeric keys (at most 65,536), at the left edge; empty if the key is missing. Throws like
/// parse_yolo_names().
std::vector<std::string> parse_yaml_entry(std::string_view text, std::string_view key, std::string_view name);

/// Reads the label file of an image. An error in the whole file is a problem.
Annotations read_yolo_labels(const std::filesystem::path& file, const std::filesystem::path& image,
                             std::span<const std::string> classes);

/// Class names for labels in a folder: from classes.txt, obj.names or data.yaml in it or in one of the two
/// above it.
std::vector<std::string> find_yolo_names(const std::filesystem::path& folder);

/// Whether a path has a YAML extension.
bool is_yaml(const std::filesystem::path& path);

/// Whether a text reads like a label file with an object.
bool opens_with_labels(std::string_view text);

/// A folder of label files, or its subfolder labels/, or one label file. `labels/a.txt` belongs to the image
/// `a` next to it, or in the folder with `images` in place of the last `labels` of the path, or in the folder
/// images/ next to the label folder. Class names are searched in the folder of the labels and in the two
/// above it. An image without a label file is skipped, because it may contain objects.
extern const AnnotationFormat yolo_format;

}  // namespace ocelli::internal
