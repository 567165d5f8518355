#include "ocelli/baselines/ada_boost_trees.hpp"

#include <cmath>
#include <utility>

#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"
#include "ocelli/boosting/trees/tree_steps.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines {
namespace {

/// Converts votes for columns of a code to votes for classes, leaf by leaf: sum_l at(c, l) v_l.
template <class At>
std::vector<float> class_votes(std::span<const float> votes, std::size_t columns, std::size_t classes,
                               const At& at) {
  std::vector<float> of_classes(votes.size() / columns * classes);
  for (std::size_t leaf = 0; leaf < votes.size() / columns; ++leaf) {
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t l = 0; l < columns; ++l)
        of_classes[leaf * classes + c] += static_cast<float>(at(c, l)) * votes[leaf * columns + l];
    }
  }
  return of_classes;
}

/// Weights of samples in all columns of a code, updated by each step.
class MoTargets {
 public:
  MoTargets(const StumpSamples& samples, const AdaBoostMoTreesOptions& options)
      : samples_(samples),
        shrinkage_(options.shrinkage),
        code_(AdaBoostMoOptions{.stages = {}, .code_length = options.code_length, .seed = options.seed}.code(
            samples.classes())),
        weights_(samples.training, code_.columns()) {
    for (std::size_t i = 0; i < samples.training; ++i) {
      const double each = samples.weight(i) / static_cast<double>(code_.columns());
      weights_.set(i, [&](std::size_t l, float) {
        return static_cast<float>(each * code_.at(samples.samples.labels[i], l));
      });
    }
  }

  const VoteWeights& weights(const TreeScores& /*scores*/, std::size_t /*round*/) { return weights_; }

  std::vector<float> step(const TreeLeaves& leaves, std::size_t /*round*/) {
    const std::vector<float> votes = leaf_votes(weights_, leaves, shrinkage_);
    reweigh(leaves, votes, weights_);
    return class_votes(votes, code_.columns(), code_.classes(),
                       [&](std::size_t c, std::size_t l) { return code_.at(c, l); });
  }

  double objective(const TreeScores& /*scores*/) const { return mean_loss(weights_, samples_); }

 private:
  const StumpSamples& samples_;
  double shrinkage_;
  OutputCode code_;
  VoteWeights weights_;
};

/// Weights of samples with the colors of a round: a sample's pairs with wrong classes of the other color.
class EccTargets {
 public:
  EccTargets(const StumpSamples& samples, const AdaBoostEccTreesOptions& options)
      : samples_(samples),
        shrinkage_(options.shrinkage),
        seed_(options.seed),
        weights_(samples.training, 1) {}

  const VoteWeights& weights(const TreeScores& scores, std::size_t round) {
    const std::vector<int> colors = colors_of(round);
    parallel_for(std::size_t{0}, samples_.training, [&](std::size_t i) {
      const int own = colors[samples_.samples.labels[i]];
      double sum = 0;
      for (std::size_t c = 0; c < colors.size(); ++c) {
        if (colors[c] != own) sum += pair_loss(scores, i, c);
      }
      const double share = samples_.weight(i) / static_cast<double>(colors.size() - 1);
      weights_.set(i, [&](std::size_t, float) { return static_cast<float>(share * own * sum); });
    });
    return weights_;
  }

  std::vector<float> step(const TreeLeaves& leaves, std::size_t round) const {
    const std::vector<int> colors = colors_of(round);
    return class_votes(leaf_votes(weights_, leaves, shrinkage_), 1, colors.size(),
                       [&](std::size_t c, std::size_t) { return colors[c]; });
  }

  double objective(const TreeScores& scores) const {
    double sum = 0;
    for (std::size_t i = 0; i < samples_.training; ++i) {
      for (std::size_t c = 0; c < samples_.classes(); ++c) {
        if (c != samples_.samples.labels[i]) sum += samples_.weight(i) * pair_loss(scores, i, c);
      }
    }
    return sum / (samples_.total_weight() * static_cast<double>(samples_.classes() - 1));
  }

 private:
  std::vector<int> colors_of(std::size_t round) const {
    return coloring(samples_.classes(), hash(seed_, {2, round}));
  }

  double pair_loss(const TreeScores& scores, std::size_t i, std::size_t c) const {
    const std::span<const float> all = scores.of(i);
    return std::exp(static_cast<double>(all[c] - all[samples_.samples.labels[i]]) / 2);
  }

  const StumpSamples& samples_;
  double shrinkage_;
  std::uint64_t seed_;
  VoteWeights weights_;
};

/// Continues boosting, starting with the trees of a state. Their votes for columns of the code are not
/// stored, but the same steps reproduce them.
template <class Targets, class Options>
TreeBoostState boost_coded(const StumpSamples& samples, const Options& options, TreeBoostState state,
                           const TreeBoostWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  require_fit(state, samples);
  const RandomTrees trees(samples, options.shape, options.seed);
  Targets targets(samples, options);
  TreeScores scores(samples);
  for (std::size_t round = 0; round < state.trees.size(); ++round) {
    check_canceled();
    VotingTree& known = state.trees[round];
    const TreeLeaves leaves = samples_of_leaves(known.branches, samples.samples, 0, samples.training);
    targets.weights(scores, round);
    known.votes = targets.step(leaves, round);
    scores.add(known, leaves);
  }
  while (state.rounds.size() < options.rounds) {
    check_canceled();
    const std::size_t round = state.rounds.size();
    GrownTree grown = trees.grow(targets.weights(scores, round), round);
    if (grown.branches.empty()) break;
    state.trees.push_back({std::move(grown.branches), targets.step(grown.leaves, round)});
    scores.add(state.trees.back(), grown.leaves);
    state.rounds.push_back(scores.figures(targets.objective(scores)));
    if (watch) watch(state);
  }
  return state;
}

}  // namespace

void AdaBoostMoTreesOptions::validate() const { check_options(*this); }

TreeBoostState ada_boost_mo_trees(const StumpSamples& samples, const AdaBoostMoTreesOptions& options,
                                  TreeBoostState state, const TreeBoostWatcher& watch, std::stop_token stop) {
  return boost_coded<MoTargets>(samples, options, std::move(state), watch, std::move(stop));
}

TreeBoostState ada_boost_ecc_trees(const StumpSamples& samples, const AdaBoostEccTreesOptions& options,
                                   TreeBoostState state, const TreeBoostWatcher& watch,
                                   std::stop_token stop) {
  return boost_coded<EccTargets>(samples, options, std::move(state), watch, std::move(stop));
}

}  // namespace ocelli::internal::baselines
