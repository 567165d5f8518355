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

/// mu of MultiBoost (multiboost-cw eq. 15): for each sample i and wrong class y the exponential loss
/// exp(F_y(x_i) - F_yi(x_i)) of separating it from its own class.
///
/// A class's weight changes the pairs of its own samples with all other classes, and those of all other
/// samples with it. So that both cost one operation per sample, mu_iy is stored as a product of a sample
/// scale and a pair value, together with each sample's sum over wrong classes. Sums over many samples use
/// blocks, in parallel, in a fixed order.
///
/// Memory  8 bytes a sample and class.
class PairWeights {
 public:
  /// For samples with these labels, and weights that multiply their mu: one each, or none.
  PairWeights(std::span<const std::uint16_t> labels, std::size_t classes,
              std::span<const float> weights = {});

  std::size_t samples() const { return labels_.size(); }
  std::size_t classes() const { return pairs_.classes(); }

  /// Computes mu from scores (eq. 15) of at least these samples.
  void assign(const ScoreTable& scores);
  /// Updates mu after the weight of a stump of class c has grown by `step`: eq. 20.
  void update(std::size_t c, vote_kernel::Words answers, double step);

  /// Sum of mu over all samples and wrong classes.
  double sum() const;
  double at(std::size_t sample, std::size_t wrong) const { return scale_[sample] * pairs_.of(wrong)[sample]; }

  /// The terms that a class's weights act on: for its own samples their sums of mu, for others their mu with
  /// the class. Stored in `scratch`, whose memory is reused between calls.
  std::span<const double> pulls(std::size_t c, std::vector<double>& scratch) const;
  /// V+ and V- of eq. 21, still with the weight's own factors: sums of pulls where a stump's output is right
  /// for class c (samples of the class +1, others -1), and where it is wrong.
  vote_kernel::Agreement agreement(std::size_t c, vote_kernel::Words answers,
                                   std::span<const double> pulls) const;

  /// The pulls of all classes as targets of the stump search (eq. 4, without the factor C/p).
  TargetWeights targets() const;

 private:
  std::span<const std::uint16_t> labels_;
  std::span<const float> weights_;
  std::vector<SampleBits> own_;  ///< of each class
  std::vector<double> scale_, rest_;
  ScoreTable pairs_;  ///< 0 for a sample's own class
};

}  // namespace ocelli::internal
