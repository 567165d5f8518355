#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// A value of a JSON text with its content, and its line for messages.
struct JsonNode {
  enum class Kind { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  int line = 0;
  double number = 0;  ///< of a number; 1 or 0 of a boolean
  std::string text{};
  std::vector<JsonNode> items{};    ///< of a list or an object
  std::vector<std::string> keys{};  ///< of an object's items

  /// An object's item with that key; null if there is none.
  const JsonNode* find(std::string_view key) const;
  /// Its text, or a number as text; empty if there is none.
  std::string text_of(std::string_view key) const;
};

/// Bounds on the texts of parse_json_tree().
struct JsonLimits {
  static constexpr int depth = 32;
  static constexpr std::size_t values = std::size_t{1} << 22;
  /// A longer text, such as an embedded image, is emptied.
  static constexpr std::size_t text_bytes = std::size_t{1} << 16;
};

/// The value of a JSON text. Throws Error(Kind::input) naming `source` and line if it is not well-formed or
/// exceeds JsonLimits.
JsonNode parse_json_tree(std::string_view text, std::string_view source);

}  // namespace ocelli::internal
