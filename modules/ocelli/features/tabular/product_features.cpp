#include "ocelli/features/tabular/product_features.hpp"

#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {

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

ProductFeatures ProductFeatures::unpack(const Packed& packed) {
  const auto pair = [](const schema::InputPair& one) { return InputPair{one.first(), one.second()}; };
  return {format::unpack_ranges(*packed.ranges()), format::unpack_each(*packed.pairs(), pair)};
}

flatbuffers::Offset<schema::ProductFeatures> ProductFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto ranges = format::pack_ranges(builder, ranges_);
  const auto pairs = builder.CreateVectorOfStructs(format::pack_each(
      pairs_, [](const InputPair& pair) { return schema::InputPair(pair.first, pair.second); }));
  return schema::CreateProductFeatures(builder, ranges, pairs);
}

InputShares ProductFeatures::input_shares(std::size_t group) const {
  return {{pairs_[group].first}, {pairs_[group].second}};
}

}  // namespace ocelli::internal
