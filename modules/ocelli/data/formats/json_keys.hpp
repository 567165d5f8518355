#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace ocelli::internal {

/// The keys at the beginning of a JSON text, by depth: those of an object at the root have depth 1, those of
/// objects in a list or an object at the root have depth 2, and so on. Only the first value is examined, so a
/// text of JSON Lines has those of its first line. Other texts have none.
class JsonKeys {
 public:
  /// Cost  the first 256 keys and 16,384 values.
  explicit JsonKeys(std::string_view text);

  /// Whether the root is a list.
  bool is_list() const { return is_list_; }
  bool has(std::string_view key, int depth) const { return keys_.contains({depth, std::string(key)}); }
  /// The same at any depth.
  bool has(std::string_view key) const;

 private:
  friend class JsonKeyReader;

  bool is_list_ = false;
  std::set<std::pair<int, std::string>> keys_;
};

/// Replaces each lone "\udce9" in a JSON text, which encodes a name that is not UTF-8, by "\\udce9". Parsers
/// reject the former, while PhotoSearch understands the latter.
std::string with_readable_bytes(std::string_view json);

}  // namespace ocelli::internal
