#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/features/tabular/stump_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// One bit per sample, in words of 64; bits after the last sample are 0.
using SampleBits = std::vector<std::uint64_t>;

/// Bits are set where the stump's output is +1: at or above its threshold if `sign` > 0, below it if `sign` <
/// 0.
SampleBits answers(const Samples& samples, const ThresholdStump& stump, int sign);

/// The +1/-1 outputs of many weak classifiers for all samples: one bit per sample and classifier.
class BinaryOutputs {
 public:
  std::size_t columns() const { return answers_.size(); }
  /// The words of the first samples, up to the word that contains sample `count` - 1.
  std::span<const std::uint64_t> of(std::size_t column, std::size_t count) const {
    return std::span(answers_[column]).first((count + 63) / 64);
  }

  void add(SampleBits answers) { answers_.push_back(std::move(answers)); }

 private:
  std::vector<SampleBits> answers_;
};

}  // namespace ocelli::internal
