#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/boosting/multilayer/hidden_layer.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/boosting/shareboost/softmax_loss.hpp"
#include "ocelli/features/disjunctions/disjunction.hpp"

namespace ocelli::internal {

/// A weak learner of a class: a weighted smooth disjunction.
struct DisjunctionVote {
  Disjunction disjunction;
  float weight = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("disjunction", self.disjunction);
    visit("weight", self.weight);
  }

  friend bool operator==(const DisjunctionVote&, const DisjunctionVote&) = default;
};

/// Samples per block: their part of the hidden layer fits into the cache.
inline constexpr std::size_t kOutputBlock = 512;

/// The derivative of the exponential loss with respect to the scores, -y exp(-y g) / (samples x classes), or
/// 0 for validation samples. Also sets `loss`.
ClassTable score_derivatives(const ClassTable& scores, const PoolLabels& labels, double& loss);

/// The scores of all samples, in padded rows: the votes summed in order.
ClassTable output_scores(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output);

/// The derivative of the loss with respect to some local features, at the points where it matters.
struct LocalDerivatives {
  std::size_t features = 0;
  std::vector<std::uint32_t> places;  ///< point k of sample i is k * samples + i; ascending
  std::vector<float> rows;            ///< one row per place, one number per feature
};

/// The derivative of the loss with respect to psi, back-propagated through the output layer (section 3.2, the
/// second line):
///   sum_c dL/dg_c sum over votes of weight * d disjunction / d psi
/// Places with small derivatives are neglected, the smallest first, as long as they sum to less than
/// kNeglected of the total.
LocalDerivatives local_derivatives(const HiddenLayer& hidden,
                                   std::span<const std::vector<DisjunctionVote>> output,
                                   const ClassTable& by_score, std::span<const std::size_t> features);
inline constexpr double kNeglected = 0.01;

/// The loss as a function of the weight of one new vote of a local feature.
class HiddenStep {
 public:
  /// `bytes` are the responses of the vote's candidate. Keeps references to the arguments.
  HiddenStep(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output,
             const ClassTable& scores, const PoolLabels& labels, std::size_t feature,
             std::span<const std::uint8_t> bytes, std::uint8_t bin);

  /// Cost  the evaluation of all votes that use the feature.
  double loss(double weight) const;
  /// The scores with the vote added to the hidden layer.
  ClassTable scores_after() const;

 private:
  const HiddenLayer& hidden_;
  const PoolLabels& labels_;
  std::size_t feature_;
  std::span<const std::uint8_t> bytes_;
  std::uint8_t bin_;
  std::vector<std::vector<DisjunctionVote>> own_;  ///< per class, the votes that use the feature
  ClassTable others_;                              ///< scores without those votes
  double loss_of_others_ = 0;                      ///< loss of the classes without such votes
};

/// The disjunction's value for every sample, in a padded row.
std::vector<float> disjunction_values(const HiddenLayer& hidden, const Disjunction& disjunction);

/// How a class chooses its next disjunction.
enum class DisjunctionRule : std::uint8_t {
  /// The largest derivative of the loss with respect to its weight, |sum_i L'_i g_i| (section 2.1).
  derivative,
  /// The largest decrease of the loss, to second order: that derivative squared over sum_i |L'_i| g_i^2.
  decrease,
};
constexpr auto names_of(DisjunctionRule) {
  using enum DisjunctionRule;
  return std::array{std::pair{derivative, "derivative"}, std::pair{decrease, "decrease"}};
}

/// The best disjunction of each class by the rule. Ties go to the first.
std::vector<Disjunction> best_disjunctions(const HiddenLayer& hidden, const ClassTable& by_score,
                                           std::span<const Disjunction> candidates, DisjunctionRule rule);

/// The weight that lowers sum_i exp(-y_i (g_i + weight * value_i)) most: in closed form if values are -1 and
/// 1, otherwise by Newton's method. `margins` are y_i g_i and `values` are y_i times the weak learner's
/// value.
double best_vote_weight(std::span<const float> margins, std::span<const float> values);

}  // namespace ocelli::internal
