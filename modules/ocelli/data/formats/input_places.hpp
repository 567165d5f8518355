#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// The positions of a table's inputs in a sample. A numeric column has one value, and one more if missing
/// numbers are marked. A text column has one per category.
class InputPlaces {
 public:
  /// Keeps references to the categories.
  explicit InputPlaces(const TableColumns& columns);

  std::size_t width() const { return width_; }
  bool is_text(std::size_t input) const { return !inputs_[input].categories.empty(); }
  /// The position of a numeric input's value, or of a text input's first value.
  std::size_t first(std::size_t input) const { return inputs_[input].first; }
  /// The position of the value that marks a missing number; nothing if there is none.
  std::optional<std::size_t> mark(std::size_t input) const { return inputs_[input].mark; }
  /// The position of a category's value; nothing for other texts.
  std::optional<std::size_t> category(std::size_t input, std::string_view text) const;

 private:
  struct Input {
    std::size_t first = 0;
    std::optional<std::size_t> mark = {};
    std::unordered_map<std::string_view, std::size_t> categories = {};
  };

  std::vector<Input> inputs_;
  std::size_t width_ = 0;
};

}  // namespace ocelli::internal
