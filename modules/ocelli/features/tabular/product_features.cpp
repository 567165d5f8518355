#include "ocelli/features/tabular/product_features.hpp"

#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {

ProductFeatures::ProductFeatures(std::vector<InputRange> ranges, std::vector<InputPair> pairs)
    : ranges_(std::move(ranges)), pairs_(std::move(pairs)) {
  require_sound(ranges_);
  const auto known = [&](const InputPair& pair) { return pair.first < inputs() && pair.second < inputs(); };
  require(std::ranges::all_of(pairs_, known), Kind::model, "a product refers to an unknown input");
}

ProductFeatures ProductFeatures::all(const Samples& samples) {
  const auto inputs = static_cast<std::uint32_t>(samples.width());
  std::vector<InputPair> pairs;
  for (std::uint32_t first = 0; first < inputs; ++first) {
    for (std::uint32_t second = first + 1; second < inputs; ++second) pairs.push_back({first, second});
  }
  return {input_ranges(samples.values), std::move(pairs)};
}

void ProductFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> scaled;
  scaled.resize(inputs());
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] = ranges_[i].scaled(sample[i]);
  const float* const x = scaled.data();
  for (std::size_t f = 0; f < pairs_.size(); ++f) {
    codes[f] = signed_unit_byte(x[pairs_[f].first] * x[pairs_[f].second]);
  }
}

ProductFeatures ProductFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<InputPair> pairs;
  for (const std::uint32_t g : groups) pairs.push_back(pairs_[g]);
  return {ranges_, std::move(pairs)};
}

}  // namespace ocelli
