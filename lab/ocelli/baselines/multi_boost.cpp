#include "ocelli/baselines/multi_boost.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/core/option_table.hpp"

namespace ocelli::internal::baselines {

void MultiBoostOptions::validate() const { check_options(*this); }

std::vector<ProposedStump> stump_for_all_classes(const SortedInputs& inputs, const TargetWeights& pulls) {
  const std::vector<StumpEdge> each = best_stumps(inputs, pulls);
  std::vector<std::uint16_t> labels(each.size());
  std::iota(labels.begin(), labels.end(), std::uint16_t{0});
  const auto best = std::ranges::max_element(each, {}, [](const StumpEdge& e) { return std::abs(e.edge); });
  return {{*best, std::move(labels)}};
}

StumpBoostState multi_boost(const StumpSamples& samples, const MultiBoostOptions& options,
                            StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  options.validate();
  return generate_columns(samples, options.generation, stump_for_all_classes,
                          bounded_lbfgs_solver(options.solver), std::move(state), watch, std::move(stop));
}

}  // namespace ocelli::internal::baselines
