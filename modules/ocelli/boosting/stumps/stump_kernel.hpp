#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/boosting/stumps/sorted_inputs.hpp"

/// The threshold scan that dominates the training of stumps. Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::internal::stump_kernel {

/// Rows of weights are padded with zeros to a multiple of this.
inline constexpr std::size_t kPadding = 16;

/// Signed weights of samples: row i, at rows[i * stride], has sample i's weight for each target. stride %
/// kPadding == 0.
struct WeightRows {
  const float* rows = nullptr;
  std::size_t stride = 0;
};

/// For each target, the threshold of one input with the largest |edge|. The edge is the sum of weights above
/// the threshold minus the sum below. Ties go to the lowest threshold. If no threshold separates samples, the
/// edge is 0 at position 0.
///
/// `totals`, `edges` (signed) and `below` (samples below the threshold) have `stride` elements.
/// Cost  one addition per sample and target, one comparison per threshold and target.
void best_thresholds(std::span<const SortedInputs::Ranked> order, const WeightRows& weights,
                     std::span<const float> totals, std::span<float> edges, std::span<std::uint32_t> below);

/// The threshold of one input whose sum of |edges| over all targets is the largest.
struct SharedThreshold {
  float norm = 0;
  std::uint32_t below = 0;
};
SharedThreshold best_shared_threshold(std::span<const SortedInputs::Ranked> order, const WeightRows& weights,
                                      std::span<const float> totals);

}  // namespace ocelli::internal::stump_kernel
