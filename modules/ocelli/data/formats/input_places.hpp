#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// The positions of a table's inputs in a sample: see TableColumns::values().
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
  /// The position of a category's value; nothing for other texts. A text that is no category may be one in
  /// another case, with another spelling of true or false, or as another spelling of a number, such as 1.0.
  std::optional<std::size_t> category(std::size_t input, std::string_view text) const;

 private:
  struct Input {
    std::size_t first = 0;
    std::optional<std::size_t> mark = {};
    std::unordered_map<std::string_view, std::size_t> categories = {};
    /// By their plain spelling; kSeveral if several categories have it.
    std::unordered_map<std::string, std::size_t> spellings = {};
    bool are_truths = false;  ///< all categories are spellings of true and false
  };
  static constexpr std::size_t kSeveral = static_cast<std::size_t>(-1);
  static std::string spelling(std::string_view text, bool are_truths);
  void add_categories(Input& input, const std::vector<std::string>& categories) const;

  std::vector<Input> inputs_;
  std::size_t width_ = 0;
};

}  // namespace ocelli::internal
