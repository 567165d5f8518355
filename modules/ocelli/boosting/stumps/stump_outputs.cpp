#include "ocelli/boosting/stumps/stump_outputs.hpp"

namespace ocelli::internal {

SampleBits answers(const Samples& samples, const ThresholdStump& stump, int sign) {
  SampleBits bits((samples.count() + 63) / 64);
  const float* value = samples.values.data() + stump.input;
  for (std::size_t i = 0; i < samples.count(); ++i, value += samples.width()) {
    const bool above = *value >= stump.threshold;
    bits[i / 64] |= std::uint64_t{above == (sign > 0)} << (i % 64);
  }
  return bits;
}

}  // namespace ocelli::internal
