#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal {

/// Exact Shapley values of a classifier's scores: how much each column of a table adds to the score of each
/// class, compared with background samples.
///
///   v(S)   the mean score over the background samples b of a sample with the values of x in the columns S,
///          and those of b in the others
///   phi_j  the mean of v(S + j) - v(S) over the subsets S of the other columns, with Shapley's weights
///
/// The values of all columns and the base value v({}) sum to the score of x. All values of a column, such as
/// its categories, count as one. The scores are a sum over trees, stumps, linear features and products of
/// two, and the values of a sum are the sums of the values. A leaf of a tree that x reaches only with p
/// columns of x and q columns of b has values (p - 1)! q! / (p + q)! and -p! (q - 1)! / (p + q)!. Source
/// Lundberg et al. 2020, From local explanations to global understanding with explainable AI for trees,
/// algorithm 3 (interventional).
class ShapleyValues {
 public:
  /// `columns` has the number of the table's column for each value of a sample, from 0.
  /// Throws  Error(Kind::usage) naming the features for which there are no exact values; Error(Kind::input)
  /// without background samples.
  ShapleyValues(const Classifier& classifier, std::vector<std::uint32_t> columns,
                const SampleValues& background);
  ShapleyValues(ShapleyValues&&) noexcept;
  ~ShapleyValues();

  /// The mean scores of the background samples, one per class.
  const Eigen::VectorXd& base() const { return base_; }
  /// classes x columns.
  /// Requires  a sample that the classifier accepts.
  /// Cost      per background sample and tree, the leaves that some mixture of both samples reaches.
  Eigen::MatrixXd of(std::span<const float> sample) const;

  /// One part of the features that the scores are a sum over.
  class Part;

 private:
  std::size_t count_ = 0;  ///< of columns
  Eigen::VectorXd base_;
  std::vector<std::unique_ptr<const Part>> parts_;
};

}  // namespace ocelli::internal
