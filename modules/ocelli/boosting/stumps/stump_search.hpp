#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/stumps/sorted_inputs.hpp"

namespace ocelli::internal {

/// The objective of a stump search: a signed weight per sample and target, positive where +1 is the right
/// output.
class TargetWeights {
 public:
  TargetWeights(std::size_t samples, std::size_t targets);

  std::size_t targets() const { return targets_; }
  std::size_t samples() const { return samples_; }
  /// The sample's weights, one per target.
  std::span<float> of(std::size_t sample) { return std::span(values_).subspan(sample * stride_, targets_); }
  std::span<const float> of(std::size_t sample) const {
    return std::span(values_).subspan(sample * stride_, targets_);
  }

  const float* rows() const { return values_.data(); }
  std::size_t stride() const { return stride_; }  ///< floats between samples; padding is 0

 private:
  std::size_t samples_, targets_, stride_;
  std::vector<float> values_;
};

/// A stump with output +1 where its input is at or above the threshold and -1 below. Its edge, the sum of
/// weight * output, measures its agreement with the weights. A negative edge means that the stump's sign
/// should be flipped.
struct StumpEdge {
  std::uint64_t stump = 0;  ///< its name in SortedInputs
  double edge = 0;
};

/// For each target, the stump with the largest |edge|. Ties go to the lower number. The edge is 0 if no stump
/// separates samples.
///
/// Sums are in float: rounding may prefer a stump to a slightly better one, and its edge has the same
/// accuracy. The result is the same for any number of threads.
/// Requires  as many samples as the inputs have.
/// Cost      one addition per sample, input and target, all of a sample's targets at once, in parallel over
/// inputs.
/// Source    multiboost-cw eq. 4.
std::vector<StumpEdge> best_stumps(const SortedInputs& inputs, const TargetWeights& weights);

/// The single stump with the largest sum of |edges| over all targets, and that sum.
StumpEdge best_shared_stump(const SortedInputs& inputs, const TargetWeights& weights);

}  // namespace ocelli::internal
