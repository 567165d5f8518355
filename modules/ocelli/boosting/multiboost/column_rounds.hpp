#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "ocelli/boosting/multiboost/column_generation.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"

/// Internal to boosting by column generation; not part of the module's interface.
namespace ocelli::internal {

/// The columns of a master problem.
struct MasterColumns {
  BinaryOutputs outputs;
  std::vector<ColumnWeight> weights;
};

/// The rounds of column generation (multiboost-cw algorithm 1) for any kind of weak classifier. An Ensemble
/// is the state and the result of a run:
///
///   state(), rounds()         what is kept
///   add_known(columns)        adds the ensemble's existing columns with their weights
///   propose(mu)               returns the weak classifiers that violate the dual constraints most
///   edge(proposal)            returns their largest absolute edge
///   add(proposal, columns)    adds them to the ensemble, and their columns with weights of 0
///   keep(weights)             stores the weights of all columns; may round them in place
template <class Ensemble, class Watch>
void run_rounds(const StumpSamples& samples, const ColumnGenerationOptions& options,
                const MasterSolver& solve, Ensemble& ensemble, const Watch& watch) {
  MasterColumns columns;
  ensemble.add_known(columns);
  const MasterProblem problem{columns.outputs, samples.learned(), samples.classes(), options.c,
                              samples.total_weight()};
  PairWeights mu(samples.learned(), samples.classes(), samples.learned_weights());
  const ScoreTable resumed = problem.scores(columns.weights, samples.training);
  require_finite(resumed, samples.training);
  mu.assign(resumed);

  while (ensemble.rounds().size() < options.rounds) {
    check_canceled();
    auto proposal = ensemble.propose(mu);
    if (problem.factor() * ensemble.edge(proposal) <= 1 + options.threshold) break;

    const std::size_t known = columns.weights.size();
    ensemble.add(std::move(proposal), columns);
    solve(problem, columns.weights.size() - known, ensemble.rounds().size(), columns.weights, mu);
    ensemble.keep(columns.weights);
    // Each round recomputes mu from the weights themselves. Rounding errors do not accumulate, and a resumed
    // run takes the same path.
    const ScoreTable scores = problem.scores(columns.weights, samples.count());
    mu.assign(scores);
    const double objective = problem.objective(columns.weights, mu);
    require(std::isfinite(objective), Kind::training, "the scores diverge: use a smaller --c");
    ensemble.rounds().push_back(round_of(samples, scores, objective));
    if (watch) watch(ensemble.state());
  }
}

}  // namespace ocelli::internal
