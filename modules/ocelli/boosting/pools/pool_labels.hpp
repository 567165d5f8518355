#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/boosting/sample_weights.hpp"
#include "ocelli/boosting/shareboost/softmax_loss.hpp"

namespace ocelli::internal {

/// The labels of a pool's samples. The first `training` samples are for training, the others for validation.
struct PoolLabels {
  std::span<const std::uint16_t> labels;  ///< of all the pool's samples
  std::size_t training = 0;
  std::size_t classes = 0;
  std::span<const float> weights = {};  ///< of all the pool's samples; empty: all 1

  std::span<const std::uint16_t> learned() const { return labels.first(training); }
  std::span<const float> learned_weights() const { return weights_of_part(weights, 0, training); }

  /// Throws  Error(Kind::training) unless each of the `samples` has a label of a known class and a weight (if
  /// there are weights), and the training samples have at least two classes.
  void require_fit(std::size_t samples) const;
};

/// The number of samples in first .. end - 1 that their highest score misclassifies.
std::size_t count_errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                         std::size_t end);

/// The residuals rho_c - 1[c = y] (shareboost eq. 6) of the training samples, multiplied by weight over mean
/// weight, in parallel.
ClassTable residuals_of(const ClassTable& scores, const PoolLabels& labels);

}  // namespace ocelli::internal
