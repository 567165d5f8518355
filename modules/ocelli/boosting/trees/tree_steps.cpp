#include "ocelli/boosting/trees/tree_steps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

/// Added to both weights of a vote, in samples, to keep votes finite.
constexpr double kVoteSmoothing = 1e-3;
/// Lower limit of weights: smaller ones would soon become denormal numbers, which are slow.
constexpr float kMinWeight = 1e-30F;

void vote(const VoteWeights& weights, std::span<const std::uint32_t> leaf, double shrinkage,
          std::span<float> votes) {
  std::vector<double> right(votes.size(), kVoteSmoothing), wrong(votes.size(), kVoteSmoothing);
  for (const std::uint32_t i : leaf) {
    const std::span<const float> row = weights.of(i);
    for (std::size_t t = 0; t < row.size(); ++t)
      (row[t] > 0 ? right : wrong)[t] += std::abs(static_cast<double>(row[t]));
  }
  for (std::size_t t = 0; t < votes.size(); ++t)
    votes[t] = static_cast<float>(shrinkage * 0.5 * std::log(right[t] / wrong[t]));
}

void reweigh_leaf(std::span<const std::uint32_t> leaf, std::span<const float> votes, VoteWeights& weights) {
  std::vector<float> shrunk(votes.size()), grown(votes.size());
  for (std::size_t t = 0; t < votes.size(); ++t) {
    shrunk[t] = std::exp(-votes[t]);
    grown[t] = std::exp(votes[t]);
  }
  for (const std::uint32_t i : leaf) {
    weights.set(i, [&](std::size_t t, float weight) {
      if (weight == 0) return weight;  // a sample that does not count
      return weight > 0 ? std::max(weight * shrunk[t], kMinWeight) : std::min(weight * grown[t], -kMinWeight);
    });
  }
}

}  // namespace

TreeLeaves samples_of_leaves(const TreeBranches& tree, const Samples& samples, std::size_t first,
                             std::size_t end) {
  TreeLeaves leaves(leaf_count(tree));
  const std::vector<std::uint16_t> each = leaves_of(tree, samples, first, end);
  for (std::size_t i = 0; i < each.size(); ++i)
    leaves[each[i]].push_back(static_cast<std::uint32_t>(first + i));
  return leaves;
}

std::vector<float> leaf_votes(const VoteWeights& weights, const TreeLeaves& leaves, double shrinkage) {
  std::vector<float> votes(leaves.size() * weights.targets());
  parallel_for(std::size_t{0}, leaves.size(), [&](std::size_t leaf) {
    vote(weights, leaves[leaf], shrinkage,
         std::span(votes).subspan(leaf * weights.targets(), weights.targets()));
  });
  return votes;
}

void reweigh(const TreeLeaves& leaves, std::span<const float> votes, VoteWeights& weights) {
  parallel_for(std::size_t{0}, leaves.size(), [&](std::size_t leaf) {
    reweigh_leaf(leaves[leaf], votes.subspan(leaf * weights.targets(), weights.targets()), weights);
  });
}

double mean_loss(const VoteWeights& weights, const StumpSamples& samples) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.samples(); ++i) sum += static_cast<double>(weights.total(i));
  return sum / samples.total_weight();
}

TreeScores::TreeScores(const StumpSamples& samples)
    : samples_(samples), classes_(samples.classes()), scores_(samples.count() * classes_) {}

void TreeScores::add(const VotingTree& tree, const TreeLeaves& learned) {
  const TreeLeaves measured =
      samples_of_leaves(tree.branches, samples_.samples, samples_.training, samples_.count());
  parallel_for(std::size_t{0}, learned.size(), [&](std::size_t leaf) {
    const auto votes = std::span(tree.votes).subspan(leaf * classes_, classes_);
    for (const auto* const samples : {&learned[leaf], &measured[leaf]}) {
      for (const std::uint32_t i : *samples) {
        const auto scores = std::span(scores_).subspan(i * classes_, classes_);
        std::ranges::transform(scores, votes, scores.begin(), std::plus());
      }
    }
  });
}

StumpRound TreeScores::figures(double objective) const {
  return {objective, errors(0, samples_.training), errors(samples_.training, samples_.count())};
}

std::size_t TreeScores::errors(std::size_t first, std::size_t end) const {
  std::size_t count = 0;
  for (std::size_t i = first; i < end; ++i) {
    const std::span<const float> scores = of(i);
    const auto own = scores.begin() + static_cast<std::ptrdiff_t>(samples_.samples.labels[i]);
    if (std::ranges::max_element(scores) != own) ++count;
  }
  return count;
}

}  // namespace ocelli::internal
