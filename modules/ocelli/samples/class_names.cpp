#include "ocelli/samples/class_names.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {
namespace {

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

void sort_class_names(std::vector<std::string>& names) {
  const bool all_numbers =
      std::ranges::all_of(names, [](const auto& name) { return number_in(name).has_value(); });
  std::ranges::sort(names);
  if (all_numbers) std::ranges::stable_sort(names, {}, [](const auto& name) { return *number_in(name); });
}

void LabelBuilder::add(std::string_view name) {
  const auto [place, is_new] =
      places_.try_emplace(std::string(name), static_cast<std::uint16_t>(names_.size()));
  if (is_new) {
    require(names_.size() < kMaxClasses, Kind::input,
            [&] { return "there are more than " + std::to_string(kMaxClasses) + " classes"; });
    names_.emplace_back(name);
  }
  found_.push_back(place->second);
}

void LabelBuilder::write_to(Samples& samples) const {
  samples.classes = names_;
  sort_class_names(samples.classes);
  std::vector<std::uint16_t> label_of(names_.size());
  for (std::size_t label = 0; label < samples.classes.size(); ++label)
    label_of[places_.at(samples.classes[label])] = static_cast<std::uint16_t>(label);
  samples.labels.resize(found_.size());
  std::ranges::transform(found_, samples.labels.begin(),
                         [&](std::uint16_t place) { return label_of[place]; });
}

}  // namespace ocelli::internal
