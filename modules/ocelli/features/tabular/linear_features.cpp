#include "ocelli/features/tabular/linear_features.hpp"

#include <numeric>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {

LinearFeatures::LinearFeatures(std::vector<InputRange> ranges, std::vector<std::uint32_t> chosen)
    : ranges_(std::move(ranges)), chosen_(std::move(chosen)) {
  require_sound(ranges_);
  const auto known = [&](std::uint32_t input) { return input < inputs(); };
  require(std::ranges::all_of(chosen_, known), Kind::model, "a feature refers to an unknown input");
}

LinearFeatures LinearFeatures::all(const Samples& samples) {
  std::vector<std::uint32_t> every(samples.width());
  std::iota(every.begin(), every.end(), 0);
  return {input_ranges(samples.values), std::move(every)};
}

void LinearFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  for (std::size_t f = 0; f < chosen_.size(); ++f) {
    codes[f] = signed_unit_byte(ranges_[chosen_[f]].scaled(sample[chosen_[f]]));
  }
}

LinearFeatures LinearFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<std::uint32_t> chosen;
  for (const std::uint32_t g : groups) chosen.push_back(chosen_[g]);
  return {ranges_, std::move(chosen)};
}

LinearFeatures LinearFeatures::unpack(const Packed& packed) {
  return {format::unpack_ranges(*packed.ranges()), format::unpack(*packed.chosen())};
}

flatbuffers::Offset<schema::LinearFeatures> LinearFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto ranges = format::pack_ranges(builder, ranges_);
  const auto chosen = builder.CreateVector(chosen_);
  return schema::CreateLinearFeatures(builder, ranges, chosen);
}

InputShares LinearFeatures::input_shares(std::size_t group) const { return {{chosen_[group]}}; }

}  // namespace ocelli::internal
