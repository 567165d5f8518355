#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses a data set in the JSON of COCO, task "object detection": an object with the lists `images` (id,
/// file_name; width and height where known), `annotations` (image_id, category_id, bbox as x, y, width and
/// height in pixels) and `categories` (id, name).
///
/// A crowd (`iscrowd` 1) is an ignored object; an image without annotations contains none. Without a bbox
/// the box is the one around the polygons (`segmentation`). Numbers may be written as texts. All other fields
/// are skipped. If the size of an image is stated, its boxes are checked against it (check_inside()).
/// Problems name the line, and the annotation by its `id`, because such files often are one long line.
///
/// No disk access: images are assumed to be in `folder`; `name` is the file for messages. The text is parsed
/// in one pass, without building a tree.
/// Requires  values nested at most 64 deep, and the counts of
/// AnnotationLimits.
/// Throws    Error(Kind::input) naming the file when that does not hold, the JSON is
/// malformed, or there is no list of
///           images.
/// Source    cocodataset.org, data format.
Annotations parse_coco_annotations(std::string_view text, const std::filesystem::path& folder,
                                   std::string_view name);

/// A file that starts with '{', or a folder with one .json file. With P the name of the file without
/// "instances_", an image is beside the file or in images/ or P/ there, or in the same places, or images/P/,
/// of the parent folder.
extern const AnnotationFormat coco_format;

}  // namespace ocelli::internal
