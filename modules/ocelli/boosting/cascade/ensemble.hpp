#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/exponential_weights.hpp"
#include "ocelli/boosting/cascade/lookup_table.hpp"

namespace ocelli::internal {

/// A sum of weak classifiers under construction, with the score and the weight of every training sample.
///
/// H(x) = start(x) + sum of the weak classifiers (floatboost eq. 1). start is 0 for a stand-alone classifier
/// and the score so far for a cascade stage. Votes are whole steps, so sums are exact: the finished
/// classifier reproduces the training scores to the last bit. w_i is proportional to w_i^(0) exp(-y_i H(x_i))
/// and sums to 1. w^(0) assigns half of the weight to each class at the start (1/2a and 1/2b when start is 0:
/// floatboost fig. 1).
/// Memory  (size() + 2) x samples x 4 bytes.
class Ensemble {
 public:
  /// `start` has one score per sample, or is empty for zeros.
  /// Throws  Error(Kind::training) unless both classes are present.
  Ensemble(const LabeledResponses& samples, std::vector<float> start = {});

  std::size_t size() const { return weak_.size(); }
  const LabeledResponses& samples() const { return samples_; }
  std::span<const LookupTable> weak() const { return weak_; }
  std::span<const float> scores() const { return scores_; }
  std::span<const float> positive_scores() const { return scores().first(samples_.positives); }
  std::span<const float> negative_scores() const { return scores().subspan(samples_.positives); }
  std::span<const float> weights() const { return weights_.values(); }
  /// The votes of weak classifier m on all samples.
  std::span<const float> votes(std::size_t m) const { return votes_[m]; }
  /// J(H) = sum_i w_i^(0) exp(-y_i H(x_i)) (floatboost eq. 2). It is 1 for the empty ensemble and, when start
  /// is 0, an upper bound of the class-balanced error at threshold 0.
  double loss() const { return weights_.loss(); }

  void add(LookupTable classifier);
  void remove(std::size_t m);

 private:
  LabeledResponses samples_;
  std::vector<LookupTable> weak_;
  std::vector<std::vector<float>> votes_;
  std::vector<float> scores_;
  ExponentialWeights weights_;
};

}  // namespace ocelli::internal
