#pragma once

#include <string>
#include <string_view>

#include "ocelli/core/error.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

/// A number of a JSON object, or one that is written as text. Throws Error(Kind::input), without a place,
/// where there is none or it lies outside any image.
inline float json_coordinate(const JsonNode& object, std::string_view key) {
  const JsonNode* const value = object.find(key);
  if (value == nullptr) throw Error(Kind::input, "a box is missing the number " + in_quotes(key));
  if (value->kind == JsonNode::Kind::number) return checked_coordinate(value->number, key);
  return parse_coordinate(value->text, key);
}

}  // namespace ocelli::internal
