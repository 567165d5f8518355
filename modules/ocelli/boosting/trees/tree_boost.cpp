#include "ocelli/boosting/trees/tree_boost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"
#include "ocelli/boosting/trees/tree_steps.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/data/samples/class_names.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

/// Larger ones come from no training.
constexpr float kMaxVote = 50;

/// Boosting in the middle: scores of all samples and weights of those learned from.
class TreeBoosting {
 public:
  TreeBoosting(const StumpSamples& samples, const TreeBoostOptions& options)
      : samples_(samples),
        options_(options),
        trees_(samples, options.shape, options.seed),
        weights_(samples.training, samples.classes()),
        scores_(samples) {
    const double share = 1 / (2 * static_cast<double>(samples_.classes() - 1));
    for (std::size_t i = 0; i < samples_.training; ++i) {
      const auto own = static_cast<float>(samples_.weight(i) / 2);
      const auto other = static_cast<float>(-samples_.weight(i) * share);
      weights_.set(i, [&](std::size_t c, float) { return c == samples_.samples.labels[i] ? own : other; });
    }
  }

  /// The next tree; without branches when there is none that helps.
  VotingTree next(std::size_t round) {
    GrownTree grown = trees_.grow(weights_, round);
    VotingTree tree{std::move(grown.branches), {}};
    if (tree.branches.empty()) return tree;
    tree.votes = leaf_votes(weights_, grown.leaves, options_.shrinkage);
    apply(tree, grown.leaves);
    return tree;
  }

  /// Goes on with a tree that is known.
  void apply(const VotingTree& tree) {
    apply(tree, samples_of_leaves(tree.branches, samples_.samples, 0, samples_.training));
  }

  StumpRound figures() const { return scores_.figures(mean_loss(weights_, samples_)); }

 private:
  /// Adds the votes to the scores of all samples, and reweights the training samples.
  void apply(const VotingTree& tree, const TreeLeaves& learned) {
    scores_.add(tree, learned);
    reweigh(learned, tree.votes, weights_);
  }

  const StumpSamples& samples_;
  const TreeBoostOptions& options_;
  RandomTrees trees_;
  VoteWeights weights_;
  TreeScores scores_;
};

}  // namespace

void TreeBoostOptions::validate() const { check_options(*this); }

void require_fit(const TreeBoostState& state, const StumpSamples& samples) {
  const std::size_t inputs = samples.samples.width();
  for (const VotingTree& tree : state.trees) {
    require_of_state(tree.votes.size() == leaf_count(tree.branches) * samples.classes(),
                     "its votes do not match its trees and classes");
    for (const TreeBranch& branch : tree.branches)
      require_of_state(branch.first < inputs && branch.second < inputs, "a tree refers to an unknown input");
  }
}

TreeBoostState boost_trees(const StumpSamples& samples, const TreeBoostOptions& options, TreeBoostState state,
                           const TreeBoostWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  samples.require_fit();
  require_fit(state, samples);
  TreeBoosting boosting(samples, options);
  for (const VotingTree& tree : state.trees) boosting.apply(tree);
  while (state.rounds.size() < options.rounds) {
    check_canceled();
    VotingTree tree = boosting.next(state.rounds.size());
    if (tree.branches.empty()) break;
    state.trees.push_back(std::move(tree));
    state.rounds.push_back(boosting.figures());
    if (watch) watch(state);
  }
  return state;
}

// The checkpoint.
namespace {

using namespace format;

schema::TreeBranch pack_branch(const TreeBranch& b) {
  return {b.first, b.second, b.first_scale, b.second_scale, b.threshold, b.below, b.above};
}

TreeBranch unpack_branch(const schema::TreeBranch& b) {
  return {b.first(), b.second(), b.first_scale(), b.second_scale(), b.threshold(), b.below(), b.above()};
}

schema::StumpRound pack_tree_round(const StumpRound& r) {
  return {r.objective, r.training_errors, r.validation_errors};
}

StumpRound unpack_tree_round(const schema::StumpRound& r) {
  return {r.objective(), r.training_errors(), r.validation_errors()};
}

/// Trees without their votes.
std::vector<TreeBranches> branches_of(const std::vector<VotingTree>& trees) {
  std::vector<TreeBranches> all(trees.size());
  std::ranges::transform(trees, all.begin(), &VotingTree::branches);
  return all;
}

std::vector<float> votes_of(const std::vector<VotingTree>& trees) {
  std::vector<float> all;
  for (const VotingTree& tree : trees) all.insert(all.end(), tree.votes.begin(), tree.votes.end());
  return all;
}

/// Throws Error(Kind::model) for trees that lead nowhere, and votes that are too many, too few or too large.
std::vector<VotingTree> joined(const std::vector<TreeBranches>& branches, const std::vector<float>& votes,
                               std::size_t classes) {
  require(std::ranges::all_of(votes, [](float vote) { return std::abs(vote) <= kMaxVote; }), Kind::model,
          "a vote is not finite or too large");
  std::vector<VotingTree> trees;
  auto at = votes.begin();
  for (const TreeBranches& tree : branches) {
    require(leaf_count(tree) <= kMaxTreeLeaves, Kind::model, "a tree has too many leaves");
    const TreeFeatures checked(std::numeric_limits<std::uint32_t>::max(), leaf_count(tree), {tree});
    const std::size_t count = checked.width() * classes;
    require(count <= static_cast<std::size_t>(votes.end() - at), Kind::model, "has too few votes");
    trees.push_back({tree, {at, at + static_cast<std::ptrdiff_t>(count)}});
    at += static_cast<std::ptrdiff_t>(count);
  }
  require(at == votes.end(), Kind::model, "has too many votes");
  return trees;
}

}  // namespace

std::vector<std::byte> to_payload(const TreeBoostCheckpoint& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  const auto& [rounds, trees] = checkpoint.state;
  const auto packed_rounds = builder.CreateVectorOfStructs(pack_each(rounds, pack_tree_round));
  const auto [branches, ends] = join_lists(branches_of(trees));
  const auto packed_branches = builder.CreateVectorOfStructs(pack_each(branches, pack_branch));
  const auto packed_ends = builder.CreateVector(ends);
  const std::vector<float> votes = votes_of(trees);
  const auto packed_votes = builder.CreateVector(votes);
  const std::size_t classes = trees.empty() ? 0 : trees[0].votes.size() / leaf_count(trees[0].branches);
  return payload_of(builder, schema::CreateTreeBoostCheckpoint(
                                 builder, checkpoint.fingerprint, static_cast<std::uint32_t>(classes),
                                 packed_rounds, packed_branches, packed_ends, packed_votes));
}

void from_payload(const std::vector<std::byte>& payload, TreeBoostCheckpoint& checkpoint) {
  const auto& packed = content<schema::TreeBoostCheckpoint>(payload);
  checkpoint.fingerprint = packed.fingerprint();
  auto& [rounds, trees] = checkpoint.state;
  rounds = unpack_each(*packed.rounds(), unpack_tree_round);
  const JoinedLists<TreeBranch> branches{unpack_each(*packed.branches(), unpack_branch),
                                         unpack(*packed.ends())};
  require(packed.classes() >= 2 && packed.classes() <= kMaxClasses, Kind::model,
          "has an invalid number of classes");
  trees = joined(part_lists(branches), unpack(*packed.votes()), packed.classes());
  require(!rounds.empty() && rounds.size() == trees.size(), Kind::model, "its rounds do not match its trees");
  require(std::ranges::all_of(rounds, [](const StumpRound& round) { return std::isfinite(round.objective); }),
          Kind::model, "the objective of a round is not finite");
}

}  // namespace ocelli::internal
