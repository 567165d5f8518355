#pragma once

#include <string>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

/// The formats of annotations in JSON.
enum class JsonLayout {
  coco,        ///< an object with images, annotations and categories
  label_me,    ///< an object with shapes and imagePath
  via,         ///< an object of images with regions
  via_project  ///< the same under _via_img_metadata
};

/// The format of a JSON text, from the first keys that identify it; COCO if none does.
JsonLayout json_layout(std::string_view text);

/// Whether a text could be JSON: it begins with a brace.
bool is_json_object(std::string_view text);

/// A number of a JSON object; it may be written as text. Throws Error(Kind::input), without a place, if it is
/// missing or lies outside any image.
inline float json_coordinate(const JsonNode& object, std::string_view key) {
  const JsonNode* const value = object.find(key);
  if (value == nullptr) throw Error(Kind::input, "a box is missing the number " + in_quotes(key));
  if (value->kind == JsonNode::Kind::number) return checked_coordinate(value->number, key);
  return parse_coordinate(value->text, key);
}

}  // namespace ocelli::internal
