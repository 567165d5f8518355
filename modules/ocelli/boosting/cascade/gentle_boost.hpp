#pragma once

#include <span>
#include <vector>

#include "ocelli/boosting/cascade/exponential_weights.hpp"
#include "ocelli/boosting/cascade/regression_tree.hpp"

namespace ocelli::internal {

/// Gentle AdaBoost: each round adds the regression tree with the least weighted squared error to the labels.
///
/// Votes are weighted means of labels, in [-1, 1], so outliers influence them less than they influence the
/// votes of real AdaBoost. Each class initially has half of the weight.
///
/// Shrinkage multiplies each tree's votes. Values below 1 need more trees but generalize better (Friedman
/// 2001, equation 36).
/// Source  Friedman, Hastie and Tibshirani 2000, algorithm 4.
class GentleBoost {
 public:
  /// Keeps a reference to the responses.
  /// Throws  Error(Kind::training) unless both classes are present.
  GentleBoost(const LabeledResponses& samples, RegressionTreeOptions options, float shrinkage = 1);

  /// Resumes with the trees of an earlier run on the same samples.
  /// Throws  Error(Kind::training) for a tree with a feature, node or leaf out of range.
  void restore(std::span<const RegressionTree> trees);

  /// Adds one tree. If trees choose from a share of the features, each tree draws its own.
  void step();

  std::span<const RegressionTree> trees() const { return trees_; }
  std::span<const float> positive_scores() const { return std::span(scores_).first(samples_.positives); }
  std::span<const float> negative_scores() const { return std::span(scores_).subspan(samples_.positives); }
  std::span<const float> weights() const { return weights_.values(); }
  /// The mean of exp(-y F(x)), with each class weighted by half.
  double loss() const { return weights_.loss(); }

 private:
  void add(RegressionTree tree);

  LabeledResponses samples_;
  RegressionTreeOptions options_;
  float shrinkage_;
  std::vector<RegressionTree> trees_;
  std::vector<float> scores_;
  ExponentialWeights weights_;
};

}  // namespace ocelli::internal
