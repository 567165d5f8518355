#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/sample_weights.hpp"
#include "ocelli/boosting/shareboost/regularizer.hpp"
#include "ocelli/boosting/shareboost/softmax_loss.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// Weights of all classes: one row per class, one column per feature, and a last column for the constant.
using ClassWeights = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The weights with `columns` zero columns inserted before the constant's.
/// Requires  at least the constant's column.
ClassWeights widened(const ClassWeights& weights, std::size_t columns);

/// The objective of ShareBoost's step 6 as a function of the weights: L(W) + regularization over the first
/// `columns` rows of `responses` and the first labels.size() samples.
///
/// The scores in `start`, if given, are added to the columns' scores. With `sample_weights`, one per label,
/// the loss is the weighted mean.
///
/// Keeps references. Every sum has a fixed order: in float within blocks of kBlock samples, in double over
/// blocks. Results do not depend on the number of threads.
class SoftmaxObjective {
 public:
  static constexpr std::size_t kBlock = 2048;

  SoftmaxObjective(const BinnedResponses& responses, std::size_t columns,
                   std::span<const std::uint16_t> labels, std::size_t classes, Regularizer regularizer,
                   const ClassTable* start = nullptr, std::span<const float> sample_weights = {})
      : responses_(responses),
        columns_(columns),
        labels_(labels),
        classes_(classes),
        regularizer_(regularizer),
        start_(start),
        sample_weights_(sample_weights),
        total_(total_weight(sample_weights, labels.size())) {}

  std::size_t columns() const { return columns_; }
  std::size_t classes() const { return classes_; }
  const Regularizer& regularizer() const { return regularizer_; }

  /// Returns the objective at `weights` (classes x (columns + 1)) and computes its gradient.
  /// Cost  2 multiply-adds per sample, class and column; one pass over the columns' bytes.
  double evaluate(const ClassWeights& weights, ClassWeights& gradient) const;

  /// Scores of all samples of the responses, including those without labels.
  ClassTable scores(const ClassWeights& weights) const;

  /// The curvature of the loss at each sample at `weights`: the sample's weight times h_i, the mean over
  /// classes of rho (1 - rho).
  std::vector<float> sample_curvatures(const ClassWeights& weights) const;

  /// The Hessian if all classes shared it, for columns first .. first + count - 1 and the constant: sum_i h_i
  /// (x_i, 1) (x_i, 1)^T / m.
  /// Cost  one multiply-add per sample and pair of columns.
  Eigen::MatrixXd curvature(std::span<const float> sample_curvatures, std::size_t first,
                            std::size_t count) const;

 private:
  const BinnedResponses& responses_;
  std::size_t columns_;
  std::span<const std::uint16_t> labels_;
  std::size_t classes_;
  Regularizer regularizer_;
  const ClassTable* start_;
  std::span<const float> sample_weights_;
  double total_;  ///< of the samples' weights
};

}  // namespace ocelli::internal
