#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace ocelli::internal {

/// The keys that a JSON text begins with, by how deep they lie: those of an object at the root 1 deep, those
/// of objects in a list or an object at the root 2, and so on. Only the first value is looked into, so a text
/// of JSON Lines has those of its first line; other texts have none.
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

/// A JSON text with "\\udce9" for each lone "\udce9", by which names that are not UTF-8 are written: parsers
/// refuse the latter, while PhotoSearch finds the former.
std::string with_readable_bytes(std::string_view json);

}  // namespace ocelli::internal
