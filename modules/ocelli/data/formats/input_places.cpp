#include "ocelli/data/formats/input_places.hpp"

#include <string>

namespace ocelli {

InputPlaces::InputPlaces(const TableColumns& columns) : inputs_(columns.inputs()), width_(columns.width()) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].first = value;
    if (columns.categories.empty() || columns.categories[i].empty()) {
      ++value;
      continue;
    }
    for (const std::string& category : columns.categories[i])
      inputs_[i].categories.emplace(category, value++);
  }
}

std::optional<std::size_t> InputPlaces::category(std::size_t input, std::string_view text) const {
  const auto found = inputs_[input].categories.find(text);
  if (found == inputs_[input].categories.end()) return std::nullopt;
  return found->second;
}

}  // namespace ocelli
