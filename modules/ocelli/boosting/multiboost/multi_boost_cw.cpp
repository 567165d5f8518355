#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"

#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {

void MultiBoostCwOptions::validate() const { check_options(*this); }

MultiBoostCwOptions stage_wise() {
  MultiBoostCwOptions options;
  options.generation.c = 1e8;
  options.descent.passes = 1;
  return options;
}

std::vector<ProposedStump> stump_for_each_class(const SortedInputs& inputs, const TargetWeights& pulls) {
  std::vector<ProposedStump> proposals;
  const std::vector<StumpEdge> best = best_stumps(inputs, pulls);
  for (std::size_t c = 0; c < best.size(); ++c) {
    if (best[c].edge == 0) continue;  // without an edge there is no stump
    proposals.push_back({best[c], {static_cast<std::uint16_t>(c)}});
  }
  return proposals;
}

MasterSolver coordinate_descent_solver(const CoordinateDescentOptions& options, std::uint64_t seed) {
  return [options, seed](const MasterProblem& problem, std::size_t fresh, std::size_t round,
                         std::span<ColumnWeight> weights, PairWeights& mu) {
    descend(problem, fresh, options, hash(seed, {round}), weights, mu);
  };
}

StumpBoostState multi_boost_cw(const StumpSamples& samples, const MultiBoostCwOptions& options,
                               StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  options.validate();
  return generate_columns(samples, options.generation, stump_for_each_class,
                          coordinate_descent_solver(options.descent, options.seed), std::move(state), watch,
                          std::move(stop));
}

}  // namespace ocelli::internal
