#pragma once

#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"

namespace ocelli::internal {

/// Sample weights under the exponential loss of the scores H: w_i is proportional to w_i^(0) exp(-y_i H(x_i))
/// and sums to 1. w^(0) assigns half of the weight to each class at the start.
class ExponentialWeights {
 public:
  /// Throws  Error(Kind::training) unless both classes are present, Error(Kind::usage) unless each sample has
  /// a score.
  ExponentialWeights(const LabeledResponses& samples, std::span<const float> start);

  void update(const LabeledResponses& samples, std::span<const float> scores);

  std::span<const float> values() const { return values_; }
  /// J(H) = sum_i w_i^(0) exp(-y_i H(x_i)), 1 at the start.
  double loss() const { return loss_; }

 private:
  double start_loss_[2] = {0, 0};  ///< of the negatives, of the positives
  std::vector<float> values_;
  double loss_ = 1;
};

}  // namespace ocelli::internal
