#include "ocelli/data/formats/input_places.hpp"

#include <string>

namespace ocelli::internal {

InputPlaces::InputPlaces(const TableColumns& columns) : inputs_(columns.inputs()), width_(columns.width()) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].first = value;
    if (columns.has_mark(i)) inputs_[i].mark = value + 1;
    value += columns.values(i);
    if (!columns.is_text(i)) continue;
    std::size_t place = inputs_[i].first;
    for (const std::string& category : columns.categories[i])
      inputs_[i].categories.emplace(category, place++);
  }
}

std::optional<std::size_t> InputPlaces::category(std::size_t input, std::string_view text) const {
  const auto found = inputs_[input].categories.find(text);
  if (found == inputs_[input].categories.end()) return std::nullopt;
  return found->second;
}

}  // namespace ocelli::internal
