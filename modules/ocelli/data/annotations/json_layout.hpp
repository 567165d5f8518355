#pragma once

#include <string_view>

namespace ocelli::internal {

/// The formats of annotations in JSON.
enum class JsonLayout {
  coco,        ///< an object with images, annotations and categories
  label_me,    ///< an object with shapes and imagePath
  via,         ///< an object of images with regions
  via_project  ///< the same under _via_img_metadata
};

/// The format of a JSON text, from the first keys that tell it; COCO's where none does.
JsonLayout json_layout(std::string_view text);

/// Whether a text could be JSON: it begins with a brace.
bool is_json_object(std::string_view text);

}  // namespace ocelli::internal
