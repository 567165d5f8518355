#include "ocelli/boosting/multiboost/column_generation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/boosting/multiboost/column_rounds.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/option_table.hpp"

namespace ocelli::internal {
namespace {

/// Stumps, numbered as in SortedInputs.
class StumpEnsemble {
 public:
  StumpEnsemble(const StumpSamples& samples, const StumpProposer& propose, StumpBoostState state)
      : samples_(samples.samples),
        propose_(propose),
        inputs_(samples.samples, samples.training),
        state_(std::move(state)) {
    require_fit(state_, inputs_, samples.classes());
    require_of_state(std::ranges::none_of(state_.votes, [](const StumpVote& v) { return v.weight < 0; }),
                     "a weight is negative");
  }

  StumpBoostState& state() { return state_; }
  std::vector<StumpRound>& rounds() { return state_.rounds; }

  void add_known(MasterColumns& columns) const { add_votes(0, columns); }

  std::vector<ProposedStump> propose(const PairWeights& mu) const { return propose_(inputs_, mu.targets()); }

  static double edge(const std::vector<ProposedStump>& proposals) {
    double largest = 0;
    for (const ProposedStump& proposal : proposals) largest = std::max(largest, std::abs(proposal.best.edge));
    return largest;
  }

  void add(const std::vector<ProposedStump>& proposals, MasterColumns& columns) {
    const std::size_t known = state_.votes.size();
    for (const auto& [best, labels] : proposals) {
      for (const std::uint16_t label : labels)
        state_.votes.push_back({best.stump, best.edge < 0 ? -1 : 1, label, 0, 0});
    }
    add_votes(known, columns);
  }

  void keep(std::span<const ColumnWeight> weights) {
    for (std::size_t v = 0; v < weights.size(); ++v) state_.votes[v].weight = weights[v].value;
  }

 private:
  /// Adds the votes from `first` on. Neighboring votes with the same answers share a column.
  void add_votes(std::size_t first, MasterColumns& columns) const {
    const std::vector<StumpVote>& votes = state_.votes;
    for (std::size_t v = first; v < votes.size(); ++v) {
      if (v == first || !same_answers(votes[v - 1], votes[v]))
        columns.outputs.add(answers(samples_, inputs_.stump(votes[v].stump), votes[v].sign));
      columns.weights.push_back({static_cast<std::uint32_t>(columns.outputs.columns() - 1),
                                 static_cast<std::uint16_t>(votes[v].target), votes[v].weight});
    }
  }

  const Samples& samples_;
  const StumpProposer& propose_;
  SortedInputs inputs_;
  StumpBoostState state_;
};

}  // namespace

void ColumnGenerationOptions::validate() const { check_options(*this); }

StumpBoostState generate_columns(const StumpSamples& samples, const ColumnGenerationOptions& options,
                                 const StumpProposer& propose, const MasterSolver& solve,
                                 StumpBoostState state, const StumpBoostWatcher& watch,
                                 std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  StumpEnsemble ensemble(samples, propose, std::move(state));
  run_rounds(samples, options, solve, ensemble, watch);
  return std::move(ensemble.state());
}

}  // namespace ocelli::internal
