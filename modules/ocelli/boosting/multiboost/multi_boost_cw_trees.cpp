#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/boosting/multiboost/column_rounds.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

/// A tree with votes of +1 and -1, and the largest edge of its answers for a class.
struct ProposedTree {
  VotingTree tree;
  double edge = 0;
};

class TreeEnsemble {
 public:
  TreeEnsemble(const StumpSamples& samples, const MultiBoostCwTreesOptions& options, TreeBoostState state)
      : samples_(samples), trees_(samples, options.shape, options.seed), state_(std::move(state)) {
    require_fit(state_, samples);
  }

  TreeBoostState& state() { return state_; }
  std::vector<StumpRound>& rounds() { return state_.rounds; }

  void add_known(MasterColumns& columns) const {
    for (const VotingTree& tree : state_.trees) {
      add_answers(tree, columns);
      const std::span<ColumnWeight> weights = std::span(columns.weights).last(classes());
      for (std::size_t c = 0; c < classes(); ++c)
        weights[c].value = static_cast<double>(std::abs(tree.votes[c]));
    }
  }

  /// Returns a tree without branches and with an edge of 0 if no tree helps.
  ProposedTree propose(const PairWeights& mu) const {
    const VoteWeights pulls = pulls_of(mu);
    GrownTree grown = trees_.grow(pulls, state_.rounds.size());
    ProposedTree proposed{{std::move(grown.branches), {}}, 0};
    if (proposed.tree.branches.empty()) return proposed;
    std::vector<double> edges(classes());
    for (const std::vector<std::uint32_t>& leaf : grown.leaves) {
      for (std::size_t c = 0; c < classes(); ++c) {
        double sum = 0;
        for (const std::uint32_t i : leaf) sum += static_cast<double>(pulls.of(i)[c]);
        proposed.tree.votes.push_back(sum > 0 ? 1.0F : -1.0F);
        edges[c] += std::abs(sum);
      }
    }
    proposed.edge = *std::ranges::max_element(edges) / scale();
    return proposed;
  }

  static double edge(const ProposedTree& proposed) { return proposed.edge; }

  void add(ProposedTree proposed, MasterColumns& columns) {
    add_answers(proposed.tree, columns);
    state_.trees.push_back(std::move(proposed.tree));
  }

  void keep(std::span<ColumnWeight> weights) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const auto weight = static_cast<float>(weights[j].value);
      weights[j].value = static_cast<double>(weight);
      std::vector<float>& votes = state_.trees[j / classes()].votes;
      if (std::abs(votes[weights[j].label]) == weight) continue;
      for (std::size_t v = weights[j].label; v < votes.size(); v += classes())
        votes[v] = std::copysign(weight, votes[v]);
    }
  }

 private:
  std::size_t classes() const { return samples_.classes(); }
  /// Scales a sample's initial weights to a sum of 1, as the gain of a split expects.
  double scale() const { return 1 / (2 * static_cast<double>(classes() - 1)); }

  VoteWeights pulls_of(const PairWeights& mu) const {
    const TargetWeights targets = mu.targets();
    VoteWeights pulls(samples_.training, classes());
    const auto factor = static_cast<float>(scale());
    parallel_for(std::size_t{0}, samples_.training, [&](std::size_t i) {
      const std::span<const float> row = targets.of(i);
      pulls.set(i, [&](std::size_t c, float) { return factor * row[c]; });
    });
    return pulls;
  }

  /// Adds the tree's answers for each class, with weights of 0.
  void add_answers(const VotingTree& tree, MasterColumns& columns) const {
    const std::vector<std::uint16_t> leaves = leaves_of(tree.branches, samples_.samples, 0, samples_.count());
    std::vector<SampleBits> answers(classes());
    parallel_for(std::size_t{0}, answers.size(), [&](std::size_t c) {
      answers[c].resize((leaves.size() + 63) / 64);
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const bool agrees = !std::signbit(tree.votes[leaves[i] * classes() + c]);
        answers[c][i / 64] |= std::uint64_t{agrees} << (i % 64);
      }
    });
    for (std::size_t c = 0; c < classes(); ++c) {
      columns.weights.push_back(
          {static_cast<std::uint32_t>(columns.outputs.columns()), static_cast<std::uint16_t>(c), 0});
      columns.outputs.add(std::move(answers[c]));
    }
  }

  const StumpSamples& samples_;
  RandomTrees trees_;
  TreeBoostState state_;
};

}  // namespace

void MultiBoostCwTreesOptions::validate() const { check_options(*this); }

TreeBoostState multi_boost_cw_trees(const StumpSamples& samples, const MultiBoostCwTreesOptions& options,
                                    TreeBoostState state, const TreeBoostWatcher& watch,
                                    std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  TreeEnsemble ensemble(samples, options, std::move(state));
  run_rounds(samples, options.generation, coordinate_descent_solver(options.descent, options.seed), ensemble,
             watch);
  return std::move(ensemble.state());
}

}  // namespace ocelli::internal
