#include "ocelli/boosting/shareboost/greedy_rules.hpp"

#include <algorithm>
#include <string>

#include "ocelli/boosting/shareboost/minimizer.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The least loss along the negative gradient, starting at zero weights. Step lengths double until the loss
/// rises, then the bracket shrinks around the slope's zero.
double min_along_gradient(const SoftmaxObjective& objective, const ClassWeights& none) {
  ClassWeights gradient, at;
  const double start = objective.evaluate(none, gradient);
  const ClassWeights direction = -gradient;
  const auto slope = [&](double length, double& loss) {
    loss = objective.evaluate(length * direction, at);
    return at.cwiseProduct(direction).sum();
  };
  constexpr int kDoublings = 20, kHalvings = 12;
  double low = 0, high = 1, loss = start, min = start;
  for (int i = 0; i < kDoublings && slope(high, loss) < 0; ++i, high *= 2) {
    low = high;
    min = std::min(min, loss);
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle, loss) < 0 ? low : high) = middle;
    min = std::min(min, loss);
  }
  return min;
}

}  // namespace

std::optional<Candidate> choose(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                                GreedyRule rule, std::size_t shortlist,
                                std::span<const std::uint64_t> taken) {
  std::vector<Candidate> leaders =
      leading(pool, scores, labels, rule == GreedyRule::gradient ? 1 : shortlist, taken);
  if (leaders.empty()) return std::nullopt;
  if (rule == GreedyRule::gradient) return leaders.front();

  const auto loss_with = [&](const Candidate& candidate) {
    BinnedResponses columns(pool.width(), pool.samples(), 256);
    pool.write(candidate.group, columns, 0);
    const SoftmaxObjective objective(columns, pool.width(), labels.learned(), labels.classes, {}, &scores,
                                     labels.learned_weights());
    const ClassWeights none = ClassWeights::Zero(static_cast<Eigen::Index>(labels.classes),
                                                 static_cast<Eigen::Index>(pool.width() + 1));
    return rule == GreedyRule::line_search ? min_along_gradient(objective, none)
                                           : minimize(objective, none, {}).objective;
  };
  for (Candidate& leader : leaders) leader.gain = -loss_with(leader);
  return best_candidates(std::move(leaders), 1, {}).front();
}

std::vector<Candidate> leading(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                               std::size_t count, std::span<const std::uint64_t> taken) {
  std::vector<Candidate> leaders = pool.leaders(residuals_of(scores, labels), count, taken);
  std::erase_if(leaders, [](const Candidate& leader) { return leader.gain == 0; });
  return leaders;
}

}  // namespace ocelli::internal
