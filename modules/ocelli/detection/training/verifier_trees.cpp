#include "ocelli/detection/training/verifier_trees.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "ocelli/boosting/cascade/gentle_boost.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

BinnedResponses responses_of(const VerifierSamples& objects, const VerifierSamples& negatives,
                             const FilteredChannels& channels) {
  const std::size_t count = objects.size() + negatives.size();
  BinnedResponses responses(channels.size(), count, 256);
  constexpr std::size_t kAtOnce = 64;  // samples: one cache line of each channel
  parallel_for(std::size_t{0}, (count + kAtOnce - 1) / kAtOnce, [&](std::size_t block) {
    const std::size_t begin = block * kAtOnce, end = std::min(count, begin + kAtOnce);
    std::vector<std::vector<std::uint8_t>> rows;
    rows.reserve(kAtOnce);
    for (std::size_t s = begin; s < end; ++s) {
      const VerifierSample& sample = s < objects.size() ? objects[s] : negatives[s - objects.size()];
      rows.push_back(channels.filtered(sample.channels));
    }
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const auto column = responses.of(c).subspan(begin, rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) column[i] = rows[i][c];
    }
  });
  return responses;
}

/// Writes a tree as a complete tree: below a leaf there are only leaves with its vote. Votes of up to `max`
/// become integers of up to Verifier::kMaxVote.
class CompleteTree {
 public:
  CompleteTree(const RegressionTree& tree, float max, VerifierParts& parts)
      : tree_(tree),
        scale_(Verifier::kMaxVote / max),
        parts_(parts),
        first_node_(parts.nodes.size()),
        first_leaf_(parts.votes.size()) {
    parts.nodes.resize(first_node_ + parts.nodes_per_tree());
    parts.votes.resize(first_leaf_ + parts.leaves_per_tree());
    write(0, 0, true);
  }

 private:
  void write(std::size_t place, std::int32_t child, bool root) {
    if (place >= parts_.nodes_per_tree()) {
      parts_.votes[first_leaf_ + place - parts_.nodes_per_tree()] =
          static_cast<std::int8_t>(std::lround(tree_.leaves[static_cast<std::size_t>(-child)] * scale_));
      return;
    }
    if (child <= 0 && !root) {
      write(2 * place + 1, child, false);
      write(2 * place + 2, child, false);
      return;
    }
    const RegressionTree::Node& node = tree_.nodes[static_cast<std::size_t>(child)];
    int lowest_right = 0;
    while (lowest_right < 255 && holds(node.set, static_cast<std::uint8_t>(lowest_right))) ++lowest_right;
    parts_.nodes[first_node_ + place] = {static_cast<std::uint16_t>(node.feature),
                                         static_cast<std::uint8_t>(lowest_right - 1)};
    write(2 * place + 1, node.left, false);
    write(2 * place + 2, node.right, false);
  }

  const RegressionTree& tree_;
  float scale_;
  VerifierParts& parts_;
  std::size_t first_node_, first_leaf_;
};

constexpr std::uint32_t kFirstExit = 16;
/// With this many objects, the quantile is reliable enough for an exit.
constexpr std::size_t kManyObjects = 2000;
constexpr double kDeviationsBelow = 4;

/// A sum that hardly any object falls below. The minimum of a few objects is no bound for others, so with few
/// objects it is also a few standard deviations below the mean.
float min_of_objects(const std::vector<float>& sums) {
  const float min = quantile(sums, kLostAtExits);
  if (sums.size() >= kManyObjects) return min;
  const auto count = static_cast<double>(sums.size());
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / count;
  double squares = 0;
  for (const float sum : sums) squares += (sum - mean) * (sum - mean);
  return std::min(min, static_cast<float>(mean - kDeviationsBelow * std::sqrt(squares / count)));
}

}  // namespace

VerifierParts complete(const TreeShape& shape, std::span<const RegressionTree> trees) {
  VerifierParts parts{.width = shape.picture.width,
                      .height = shape.picture.height,
                      .depth = shape.depth,
                      .nodes = {},
                      .votes = {},
                      .exits = {},
                      .log_odds = {.weight = 2 * shape.shrinkage / Verifier::kMaxVote}};
  for (const RegressionTree& tree : trees) CompleteTree(tree, shape.shrinkage, parts);
  return parts;
}

void grow(std::vector<RegressionTree>& trees, std::size_t wanted, const TreeSamples& samples,
          const TreeGrowth& growth, const std::function<void(double)>& grown) {
  if (trees.size() >= wanted) return;
  const BinnedResponses responses = responses_of(samples.objects, samples.negatives, samples.channels);
  GentleBoost boost({responses, samples.objects.size()}, growth.options, growth.shrinkage);
  for (const RegressionTree& tree : trees) {
    check_canceled();
    boost.restore(std::span(&tree, 1));
  }
  while (trees.size() < wanted) {
    check_canceled();
    boost.step();
    trees.push_back(boost.trees().back());
    grown(boost.loss());
  }
}

float sum_of(const Verifier& verifier, const VerifierSample& sample) {
  return static_cast<float>(*verifier.sum(verifier.channels().filtered(sample.channels)));
}

std::vector<float> sums(const VerifierParts& parts, std::size_t trees, const VerifierSamples& samples) {
  VerifierParts first = parts;
  first.nodes.resize(trees * parts.nodes_per_tree());
  first.votes.resize(trees * parts.leaves_per_tree());
  first.exits.clear();
  const Verifier verifier(std::move(first));
  std::vector<float> sums(samples.size());
  parallel_for(std::size_t{0}, samples.size(),
               [&](std::size_t i) { sums[i] = sum_of(verifier, samples[i]); });
  return sums;
}

float quantile(std::vector<float> values, double share) {
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(place));
  return values[place];
}

void set_exits(VerifierParts& parts, const VerifierSamples& held_out) {
  for (std::uint32_t end = kFirstExit; end < parts.trees(); end *= 2)
    parts.exits.push_back({end, min_of_objects(sums(parts, end, held_out))});
}

}  // namespace ocelli::internal
