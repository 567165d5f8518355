#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// How columns of text become categories; part of labeled_csv.hpp.
namespace ocelli::internal {

/// At most this many of a column's texts are categories: the most frequent ones.
inline constexpr std::size_t kMaxTextCategories = 64;

/// Counts the texts of a column.
class TextCounts {
 public:
  /// Returns whether the text is new.
  bool add(std::string_view text);

  bool has(const std::string& text) const { return counts_.contains(text); }
  std::size_t cells() const { return cells_; }
  std::size_t different() const { return counts_.size(); }
  /// Whether nearly every cell has a different text, such as a name or a license plate.
  bool distinguish_rows() const;
  /// The most frequent texts, up to the maximum number of categories, ties in bytewise order; sorted by
  /// sort_class_names(). If all texts are spellings of true and false, the most frequent one of each.
  std::vector<std::string> categories() const;
  /// Whether all texts are spellings of true and false, and one of these has several.
  bool has_spellings() const;

 private:
  std::unordered_map<std::string, std::size_t> counts_;
  std::size_t cells_ = 0;
};

inline bool has_any(const TextCounts& texts) { return texts.cells() > 0; }

}  // namespace ocelli::internal
