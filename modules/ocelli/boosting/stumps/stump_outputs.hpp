#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/tabular/stump_features.hpp"

namespace ocelli {

/// One bit per sample, in words of 64; bits after the last sample are 0.
using SampleBits = std::vector<std::uint64_t>;

/// Where the stump's output is +1: at or above its threshold if `sign` > 0, below it if `sign` < 0.
SampleBits answers(const Samples& samples, const ThresholdStump& stump, int sign);

/// The outputs of many stumps for all samples: one bit per sample and stump.
class StumpOutputs {
 public:
  /// Keeps a reference.
  explicit StumpOutputs(const Samples& samples) : samples_(samples) {}

  std::size_t stumps() const { return answers_.size(); }
  /// The words of the first samples, up to the one that contains sample `count` - 1.
  std::span<const std::uint64_t> of(std::size_t stump, std::size_t count) const {
    return std::span(answers_[stump]).first((count + 63) / 64);
  }

  void add(const ThresholdStump& stump, int sign) { answers_.push_back(answers(samples_, stump, sign)); }

 private:
  const Samples& samples_;
  std::vector<SampleBits> answers_;
};

}  // namespace ocelli
