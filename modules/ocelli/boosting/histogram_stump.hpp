#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/responses.hpp"

namespace ocelli {

/// A weak classifier on one scalar feature: a real vote for each bin of its response.
///
/// table[b] = 1/2 log((P_b + e) / (N_b + e)), where P_b and N_b are the summed weights of positive and
/// negative samples in bin b and e is the smoothing. As the sums are joint, not conditional on the class, the
/// half log-likelihood ratio L and the prior term T of floatboost eq. 5-7 and 12 are both in it.
struct HistogramStump {
  std::uint32_t feature = 0;
  std::vector<float> table;

  friend bool operator==(const HistogramStump&, const HistogramStump&) = default;
};

/// Two-class samples: the first `positives` of all samples have y = +1, the others y = -1.
struct LabelledResponses {
  const BinnedResponses& responses;
  std::size_t positives;

  std::size_t negatives() const { return responses.samples() - positives; }
  float label(std::size_t sample) const { return sample < positives ? 1.0f : -1.0f; }
};

/// The stump of one feature under the given sample weights. `smoothing` is e, in units of weight.
HistogramStump histogram_stump(const LabelledResponses& samples, std::uint32_t feature,
                               std::span<const float> weights, double smoothing);

/// The exponential loss sum_i w_i exp(-y_i h(x_i)) of the stump of one feature (floatboost eq. 2): what
/// choosing it multiplies the loss by, when the weights sum to 1.
double stump_loss(const LabelledResponses& samples, std::uint32_t feature, std::span<const float> weights,
                  double smoothing);

/// The stump with the least loss over all features (floatboost eq. 3-4, 13); ties go to the lower feature
/// number, so the choice is the same for any number of threads. Requires  one weight a sample. Cost      one
/// pass over all responses, features x samples bytes, in parallel over features.
HistogramStump best_histogram_stump(const LabelledResponses& samples, std::span<const float> weights,
                                    double smoothing);

}  // namespace ocelli
