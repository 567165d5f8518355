#include "ocelli/features/tabular/stump_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {

StumpFeatures::StumpFeatures(std::size_t inputs, std::vector<ThresholdStump> stumps)
    : inputs_(inputs), stumps_(std::move(stumps)) {
  const auto sound = [&](const ThresholdStump& s) { return s.input < inputs_ && std::isfinite(s.threshold); };
  require(std::ranges::all_of(stumps_, sound), Kind::model,
          "a stump refers to an unknown input or has no finite threshold");
}

void StumpFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  for (std::size_t f = 0; f < stumps_.size(); ++f) {
    codes[f] = sample[stumps_[f].input] < stumps_[f].threshold ? 255 : 0;
  }
}

StumpFeatures StumpFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<ThresholdStump> stumps;
  for (const std::uint32_t g : groups) stumps.push_back(stumps_[g]);
  return {inputs_, std::move(stumps)};
}

StumpFeatures StumpFeatures::unpack(const Packed& packed) {
  const auto stump = [](const schema::ThresholdStump& one) {
    return ThresholdStump{one.input(), one.threshold()};
  };
  return {packed.inputs(), format::unpack_each(*packed.stumps(), stump)};
}

flatbuffers::Offset<schema::StumpFeatures> StumpFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto stumps =
      builder.CreateVectorOfStructs(format::pack_each(stumps_, [](const ThresholdStump& stump) {
        return schema::ThresholdStump(stump.input, stump.threshold);
      }));
  return schema::CreateStumpFeatures(builder, static_cast<std::uint32_t>(inputs_), stumps);
}

InputShares StumpFeatures::input_shares(std::size_t group) const { return {{stumps_[group].input}}; }

}  // namespace ocelli::internal
