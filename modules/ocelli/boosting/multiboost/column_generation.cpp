#include "ocelli/boosting/multiboost/column_generation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"

namespace ocelli {
namespace {

/// Votes as the master problem knows them: the outputs of each stump once, and the weights.
struct Columns {
  StumpOutputs outputs;
  std::vector<StumpWeight> weights;
};

/// Adds the votes from `first` on; neighbours with the same answers share them.
void add(std::span<const StumpVote> votes, std::size_t first, const SortedInputs& inputs, Columns& columns) {
  for (std::size_t v = first; v < votes.size(); ++v) {
    if (v == first || !same_answers(votes[v - 1], votes[v])) {
      columns.outputs.add(inputs.stump(votes[v].stump), votes[v].sign);
    }
    columns.weights.push_back({static_cast<std::uint32_t>(columns.outputs.stumps() - 1),
                               static_cast<std::uint16_t>(votes[v].target), votes[v].weight});
  }
}

bool violates(const std::vector<ProposedStump>& proposals, double factor, double threshold) {
  return std::ranges::any_of(proposals, [&](const ProposedStump& proposal) {
    return factor * std::abs(proposal.best.edge) > 1 + threshold;
  });
}

}  // namespace

void ColumnGenerationOptions::validate() const { check_options(*this); }

StumpBoostState generate_columns(const StumpSamples& samples, const ColumnGenerationOptions& options,
                                 const StumpProposer& propose, const MasterSolver& solve,
                                 StumpBoostState state, const StumpBoostWatcher& watch,
                                 std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  const SortedInputs inputs(samples.samples, samples.training);
  require_fit(state, inputs, samples.classes());
  require_of_state(std::ranges::none_of(state.votes, [](const StumpVote& v) { return v.weight < 0; }),
                   "a weight is negative");
  Columns columns{StumpOutputs(samples.samples), {}};
  add(state.votes, 0, inputs, columns);
  const MasterProblem problem{columns.outputs, samples.learnt(), samples.classes(), options.c,
                              samples.total_weight()};
  PairWeights mu(samples.learnt(), samples.classes(), samples.learnt_weights());
  const ScoreTable resumed = problem.scores(columns.weights, samples.training);
  require_finite(resumed, samples.training);
  mu.assign(resumed);

  while (state.rounds.size() < options.rounds) {
    check_cancelled();
    const std::vector<ProposedStump> proposals = propose(inputs, mu.targets());
    if (!violates(proposals, problem.factor(), options.threshold)) break;

    const std::size_t known = state.votes.size();
    for (const auto& [best, labels] : proposals) {
      for (const std::uint16_t label : labels) {
        state.votes.push_back({best.stump, best.edge < 0 ? -1 : 1, label, 0, 0});
      }
    }
    add(state.votes, known, inputs, columns);
    solve(problem, state.votes.size() - known, state.rounds.size(), columns.weights, mu);

    for (std::size_t v = 0; v < state.votes.size(); ++v) state.votes[v].weight = columns.weights[v].value;
    // mu starts each round from the weights themselves: rounding does not pile up, and a resumed run goes the same way.
    const ScoreTable scores = problem.scores(columns.weights, samples.count());
    mu.assign(scores);
    const double objective = problem.objective(columns.weights, mu);
    require(std::isfinite(objective), Kind::training, "the scores diverge: use a smaller --c");
    state.rounds.push_back(round_of(samples, scores, objective));
    if (watch) watch(state);
  }
  return state;
}

}  // namespace ocelli
