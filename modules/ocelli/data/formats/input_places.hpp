#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// Where the inputs of a table stand in a sample: a column of numbers has one value, and one more if missing
/// ones are marked; a column of text has one per category.
class InputPlaces {
 public:
  /// Keeps references to the categories.
  explicit InputPlaces(const TableColumns& columns);

  std::size_t width() const { return width_; }
  bool is_text(std::size_t input) const { return !inputs_[input].categories.empty(); }
  /// The value of an input of numbers, the first one of an input of text.
  std::size_t first(std::size_t input) const { return inputs_[input].first; }
  /// The value that says whether the number is missing; nothing where none does.
  std::optional<std::size_t> mark(std::size_t input) const { return inputs_[input].mark; }
  /// The value of a category; nothing for other texts.
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
