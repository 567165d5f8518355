#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/score_table.hpp"
#include "ocelli/boosting/stumps/stump_outputs.hpp"
#include "ocelli/boosting/stumps/stump_search.hpp"
#include "ocelli/boosting/stumps/vote_kernel.hpp"

namespace ocelli::internal {

/// mu of MultiBoost (multiboost-cw eq. 15): for each sample i and wrong class y, the exponential loss
/// exp(F_y(x_i) - F_yi(x_i)) of separating y from the sample's own class.
///
/// A weight of a class changes two kinds of pairs: its own samples with all other classes, and all other
/// samples with this class. To make both updates cost one operation per sample, mu_iy is stored as a sample
/// scale times a pair value, along with each sample's sum over wrong classes. Sums over many samples run in
/// blocks, in parallel, in a fixed order.
/// Memory  8 bytes per sample and class.
class PairWeights {
 public:
  /// `weights` multiply the samples' mu: one per sample, or none.
  PairWeights(std::span<const std::uint16_t> labels, std::size_t classes,
              std::span<const float> weights = {});

  std::size_t samples() const { return labels_.size(); }
  std::size_t classes() const { return pairs_.classes(); }

  /// Computes mu from scores (eq. 15) of at least these samples.
  void assign(const ScoreTable& scores);
  /// Updates mu after the weight of a stump of class c has grown by `step` (eq. 20).
  void update(std::size_t c, vote_kernel::Words answers, double step);

  /// Sum of mu over all samples and wrong classes.
  double sum() const;
  double at(std::size_t sample, std::size_t wrong) const { return scale_[sample] * pairs_.of(wrong)[sample]; }

  /// The terms that a class's weights act on: the sum of mu for the class's own samples, and mu with the
  /// class for the others. Stored in `scratch`, which can be reused between calls.
  std::span<const double> pulls(std::size_t c, std::vector<double>& scratch) const;
  /// V+ and V- of eq. 21, including the weight's own factors: sums of pulls where a stump's output is right
  /// for class c (+1 for samples of the class, -1 for others), and where it is wrong.
  vote_kernel::Agreement agreement(std::size_t c, vote_kernel::Words answers,
                                   std::span<const double> pulls) const;

  /// The pulls of all classes as targets of the stump search (eq. 4, without the factor C/p).
  TargetWeights targets() const;

 private:
  std::span<const std::uint16_t> labels_;
  std::span<const float> weights_;
  std::vector<SampleBits> own_;  ///< per class
  std::vector<double> scale_, rest_;
  ScoreTable pairs_;  ///< 0 for a sample's own class
};

}  // namespace ocelli::internal
