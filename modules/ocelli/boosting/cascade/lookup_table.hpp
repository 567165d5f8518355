#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// Votes are multiples of 1 / kVoteSteps. Vote sums below 2^24 / kVoteSteps = 4096 are exact in float
/// arithmetic. A score therefore does not depend on the order of its votes, and removing a vote restores the
/// score exactly.
inline constexpr double kVoteSteps = 4096;

/// A weak classifier on one scalar feature or on two jointly: a real vote for each bin of the response, or
/// for each pair of bins (joint Haar-like features: Mita, Kaneko and Hori 2005). Pair (a, b) is cell a * bins
/// + b.
///
/// table[b] = 1/2 log((P_b + e) / (N_b + e)), where P_b and N_b are the summed weights of positive and
/// negative samples in bin b and e is the smoothing. The sums are joint, not conditional on the class, so the
/// table includes both the half log-likelihood ratio L and the prior term T of floatboost eq. 5-7 and 12.
struct LookupTable {
  std::uint32_t feature = 0;
  std::vector<float> table;
  std::optional<std::uint32_t> partner = {};  ///< the second feature

  friend bool operator==(const LookupTable&, const LookupTable&) = default;
};

/// Two-class samples: the first `positives` samples have y = +1, the rest y = -1.
struct LabeledResponses {
  const BinnedResponses& responses;
  std::size_t positives;

  std::size_t negatives() const { return responses.samples() - positives; }
  float label(std::size_t sample) const { return sample < positives ? 1.0f : -1.0f; }
};

/// The votes of a weak classifier on all samples.
std::vector<float> votes(const LookupTable& classifier, const BinnedResponses& responses);

/// Fits the weak classifier of one feature, or of two, under the given sample weights. `smoothing` is e, in
/// units of weight.
/// Requires  at most 16 bins for two features.
LookupTable lookup_table(const LabeledResponses& samples, std::uint32_t feature,
                         std::span<const float> weights, double smoothing,
                         std::optional<std::uint32_t> partner = {});

/// The exponential loss sum_i w_i exp(-y_i h(x_i)) of the weak classifier of one feature (floatboost eq. 2).
/// When the weights sum to 1, it is the factor by which choosing the classifier changes the loss.
double weak_loss(const LabeledResponses& samples, std::uint32_t feature, std::span<const float> weights,
                 double smoothing);

/// The weak classifier with the least loss over all features (floatboost eq. 3-4, 13). Ties go to the lower
/// feature index, so the choice is the same for any number of threads.
///
/// Features are compared on the heaviest samples only, those with a share `weight_trimming` of the total
/// weight (floatboost section 6, after Friedman et al.). The chosen weak classifier is then fitted to all
/// samples. With `joint`, the best feature is paired with the feature that lowers the loss most together with
/// it.
/// Requires  one weight per sample; at most 16 bins to join two features.
/// Cost  one pass over the compared samples' responses, features x samples bytes, in parallel over features.
/// `joint` takes a second pass.
LookupTable best_lookup_table(const LabeledResponses& samples, std::span<const float> weights,
                              double smoothing, double weight_trimming = 1, bool joint = false);

}  // namespace ocelli::internal
