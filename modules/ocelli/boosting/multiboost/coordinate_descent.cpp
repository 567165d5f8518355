#include "ocelli/boosting/multiboost/coordinate_descent.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/boosting/stumps/vote_kernel.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// Moves one weight to its best value (eq. 21, 12 and 20). `scratch` is reused between calls.
void improve(const MasterProblem& problem, ColumnWeight& weight, PairWeights& mu,
             std::vector<double>& scratch) {
  const auto answers = problem.answers(weight);
  const auto [agreeing, opposing] = mu.agreement(weight.label, answers, mu.pulls(weight.label, scratch));
  const double v_plus = agreeing * std::exp(weight.value), v_minus = opposing * std::exp(-weight.value);
  const double best = best_weight(v_plus, v_minus, problem.factor());
  if (best != weight.value) mu.update(weight.label, answers, best - weight.value);
  weight.value = best;
}

/// The weights of each class, by index.
std::vector<std::vector<std::size_t>> by_class(std::span<const ColumnWeight> weights, std::size_t classes) {
  std::vector<std::vector<std::size_t>> places(classes);
  for (std::size_t j = 0; j < weights.size(); ++j) places[weights[j].label].push_back(j);
  return places;
}

/// Eq. 17.
std::vector<std::size_t> working_set(std::span<const double> violations, double tolerance) {
  std::vector<std::size_t> set;
  for (std::size_t j = 0; j < violations.size(); ++j) {
    if (violations[j] > tolerance) set.push_back(j);
  }
  return set;
}

}  // namespace

double MasterProblem::factor() const {
  const double all = total > 0 ? total : static_cast<double>(samples());
  return cost / (all * static_cast<double>(classes - 1));
}

ScoreTable MasterProblem::scores(std::span<const ColumnWeight> weights, std::size_t count) const {
  ScoreTable scores(classes, count);
  const auto places = by_class(weights, classes);
  parallel_for(std::size_t{0}, classes, [&](std::size_t c) {
    for (const std::size_t j : places[c]) {
      if (weights[j].value == 0) continue;
      vote_kernel::add_votes(outputs.of(weights[j].column, count), weights[j].value, scores.of(c));
    }
  });
  return scores;
}

double MasterProblem::objective(std::span<const ColumnWeight> weights, const PairWeights& mu) const {
  double norm = 0;
  for (const ColumnWeight& weight : weights) norm += weight.value;
  return norm + factor() * mu.sum();
}

double best_weight(double v_plus, double v_minus, double factor) {
  const double half = 1 / (2 * factor);  // p / 2C
  // sqrt(ab + h^2) - h = ab / (sqrt(ab + h^2) + h), divided by V-. This avoids the difference of nearly equal
  // numbers and a division by 0.
  return std::max(0.0, std::log(v_plus / (std::sqrt(v_plus * v_minus + half * half) + half)));
}

void CoordinateDescentOptions::validate() const { check_options(*this); }

std::vector<double> MasterProblem::gradient(std::span<const ColumnWeight> weights,
                                            const PairWeights& mu) const {
  std::vector<double> derivatives(weights.size());
  const auto places = by_class(weights, classes);
  std::vector<double> scratch;
  for (std::size_t c = 0; c < classes; ++c) {
    const auto pulls = mu.pulls(c, scratch);
    parallel_for(std::size_t{0}, places[c].size(), [&](std::size_t k) {
      const std::size_t j = places[c][k];
      const auto [agreeing, opposing] = mu.agreement(c, answers(weights[j]), pulls);
      derivatives[j] = 1 - factor() * (agreeing - opposing);
    });
  }
  return derivatives;
}

std::vector<double> violations(const MasterProblem& problem, std::span<const ColumnWeight> weights,
                               const PairWeights& mu) {
  std::vector<double> thetas = problem.gradient(weights, mu);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    thetas[j] = weights[j].value > 0 ? std::abs(thetas[j]) : std::max(0.0, -thetas[j]);
  }
  return thetas;
}

Descent descend(const MasterProblem& problem, std::size_t fresh, const CoordinateDescentOptions& options,
                std::uint64_t seed, std::span<ColumnWeight> weights, PairWeights& mu) {
  Descent descent{fresh, 1};
  std::vector<double> scratch;
  for (ColumnWeight& weight : weights.last(fresh)) improve(problem, weight, mu, scratch);
  for (; descent.passes < options.passes; ++descent.passes) {
    const auto set = working_set(violations(problem, weights, mu), options.tolerance);
    if (set.empty()) break;
    const auto order = permutation(static_cast<std::uint32_t>(set.size()),
                                   hash(seed, {static_cast<std::uint64_t>(descent.passes)}));
    for (const std::uint32_t q : order) improve(problem, weights[set[q]], mu, scratch);
    descent.updates += set.size();
  }
  return descent;
}

}  // namespace ocelli::internal
