#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/samples/samples.hpp"

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
  /// sort_class_names().
  std::vector<std::string> categories() const;

 private:
  std::unordered_map<std::string, std::size_t> counts_;
  std::size_t cells_ = 0;
};

inline bool has_any(const TextCounts& texts) { return texts.cells() > 0; }

/// The texts of each column of a table with inputs read as numbers; none for columns of numbers. A column is
/// text if the layout specifies it, or if more of its cells are text than numbers. Its numbers are then texts
/// as well.
/// Throws  Error(Kind::input) naming the place of text in a column of numbers, and a column with texts that
/// identify rows.
/// Cost    about 100 ns per cell of text.
std::vector<TextCounts> count_texts(TableReader& reader, const TableLayout& layout,
                                    const SampleValues& numbers);

/// The categories of each input, for TableColumns.
std::vector<std::vector<std::string>> categories_of(std::span<const TextCounts> texts,
                                                    const TableLayout& layout);

}  // namespace ocelli::internal
