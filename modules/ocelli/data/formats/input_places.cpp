#include "ocelli/data/formats/input_places.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

InputPlaces::InputPlaces(const TableColumns& columns) : inputs_(columns.inputs()), width_(columns.width()) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].first = value;
    value += columns.values(i);
    if (columns.has_mark(i)) inputs_[i].mark = value - 1;
    if (columns.is_text(i)) add_categories(inputs_[i], columns.categories[i]);
  }
}

void InputPlaces::add_categories(Input& input, const std::vector<std::string>& categories) const {
  input.are_truths =
      std::ranges::all_of(categories, [](const std::string& text) { return read_boolean(text).has_value(); });
  std::size_t place = input.first;
  for (const std::string& category : categories) {
    input.categories.emplace(category, place);
    const auto [found, is_new] = input.spellings.emplace(spelling(category, input.are_truths), place);
    if (!is_new) found->second = kSeveral;
    ++place;
  }
}

std::string InputPlaces::spelling(std::string_view text, bool are_truths) {
  if (are_truths) {
    if (const std::optional<bool> truth = read_boolean(text)) return *truth ? "true" : "false";
  }
  const std::optional<WrittenNumber> number = read_number(text);
  if (!number || !number->unit.empty()) return in_lower_case(std::string(text));
  std::array<char, 32> digits{};
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), number->value);
  return {digits.data(), end};
}

std::optional<std::size_t> InputPlaces::category(std::size_t input, std::string_view text) const {
  const Input& own = inputs_[input];
  if (const auto found = own.categories.find(text); found != own.categories.end()) return found->second;
  const auto found = own.spellings.find(spelling(text, own.are_truths));
  if (found == own.spellings.end() || found->second == kSeveral) return std::nullopt;
  return found->second;
}

}  // namespace ocelli::internal
