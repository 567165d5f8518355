#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli {

/// Parses a data set in the JSON of COCO, task "object detection": an object with the lists `images` (id, file_name; width
/// and height where known), `annotations` (image_id, category_id, bbox as x, y, width and height in pixels) and
/// `categories` (id, name).
///
/// A crowd (`iscrowd` 1) is an ignored object; an image without annotations holds none. Polygons and all else are passed
/// over. Where an image has a stated size, its boxes are checked against it (check_inside()). Problems name the line, and
/// the annotation by its `id`, as such files often are one long line.
///
/// No disk access: images are taken to lie in `folder`; `name` is the file for messages. The text is read once from front
/// to end, without a tree of it in memory.
/// Requires  values nested at most 64 deep, and the counts of AnnotationLimits.
/// Throws    Error(Kind::input) naming the file when that does not hold, the JSON is malformed, or there is no list of
///           images.
/// Source    cocodataset.org, data format.
Annotations parse_coco_annotations(std::string_view text, const std::filesystem::path& folder,
                                   std::string_view name);

/// A file that opens with '{', or a folder with one .json file. With P the name of the file without "instances_", an
/// image lies beside the file or in images/ or P/ there, or in the same places, or images/P/, of the folder above.
extern const AnnotationFormat coco_format;

}  // namespace ocelli
