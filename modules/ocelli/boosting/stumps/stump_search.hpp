#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/stumps/sorted_inputs.hpp"

namespace ocelli::internal {

/// The objective of a stump search: for each sample and target a signed weight, positive where +1 is the
/// right output.
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
  std::size_t stride() const { return stride_; }  ///< floats from one sample to the next; padding is 0

 private:
  std::size_t samples_, targets_, stride_;
  std::vector<float> values_;
};

/// A stump whose output is +1 where its input is at or above the threshold and -1 below, and its agreement
/// with the weights: edge = sum of weight * output. A negative edge means that the stump's sign should be
/// flipped.
struct StumpEdge {
  std::uint64_t stump = 0;  ///< its name in SortedInputs
  double edge = 0;
};

/// For each target the stump with the largest |edge|; ties go to the lower number.
/// An edge of 0 if no stump separates samples.
///
/// Sums in float: rounding may put a stump ahead of a slightly better one, and its edge is accurate to that.
/// Requires  as many samples as the inputs have. Ensures the same result for any number of threads.
/// Cost      one addition per sample, input and target, all of a sample's targets at once; in parallel over
/// inputs.
/// Source    multiboost-cw eq. 4.
std::vector<StumpEdge> best_stumps(const SortedInputs& inputs, const TargetWeights& weights);

/// The one stump for all targets with the largest sum of |edges|, and that sum.
StumpEdge best_shared_stump(const SortedInputs& inputs, const TargetWeights& weights);

}  // namespace ocelli::internal
