#include "ocelli/boosting/cascade/regression_tree.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "ocelli/boosting/cascade/class_histograms.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// Weights of both classes at a node, or in some of its bins.
struct Mass {
  double positive = 0, negative = 0;

  double total() const { return positive + negative; }
  /// The mean of the labels.
  double mean() const { return total() > 0 ? (positive - negative) / total() : 0; }
  /// The reduction of the squared error below `total()` when the vote is the mean.
  double explained() const { return (positive - negative) * mean(); }

  Mass& operator+=(const Mass& other) {
    positive += other.positive;
    negative += other.negative;
    return *this;
  }
};

Mass mass_of(const BothClasses& samples) {
  const auto sum = [](const std::vector<float>& w) { return std::accumulate(w.begin(), w.end(), 0.0); };
  return {sum(samples.positive.weights), sum(samples.negative.weights)};
}

/// A split: the first `bins` of a feature's bins go left, in the feature's order.
struct NodeSplit {
  double explained = -std::numeric_limits<double>::infinity();
  std::uint32_t feature = std::numeric_limits<std::uint32_t>::max();
  int bins = 0;

  bool is_better_than(const NodeSplit& other) const {
    return explained > other.explained || (explained == other.explained && feature < other.feature);
  }
};

/// The masses of a feature's bins, and the order in which bins go left.
struct OrderedBins {
  std::array<Mass, 256> masses;
  std::array<std::uint8_t, 256> order;
};

OrderedBins ordered_bins(std::span<const std::uint8_t> bins, std::size_t count, const BothClasses& samples,
                         BinOrder kind) {
  const Histogram positive = histogram(bins, samples.positive, count);
  const Histogram negative = histogram(bins, samples.negative, count);
  OrderedBins result;
  for (std::size_t b = 0; b < count; ++b) {
    result.masses[b] = {positive[b], negative[b]};
    result.order[b] = static_cast<std::uint8_t>(b);
  }
  if (kind == BinOrder::none) {
    // Bins without weight come last, so they go right.
    const auto mean = [&](std::uint8_t b) {
      return result.masses[b].total() > 0 ? result.masses[b].mean() : 2.0;
    };
    std::stable_sort(result.order.begin(), result.order.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](std::uint8_t a, std::uint8_t b) { return mean(a) < mean(b); });
  }
  return result;
}

/// The best place to split a feature's bins into two parts that both contain samples.
NodeSplit best_cut(const OrderedBins& bins, std::size_t count, std::uint32_t feature) {
  Mass all;
  for (std::size_t b = 0; b < count; ++b) all += bins.masses[b];
  NodeSplit best{.feature = feature};
  Mass left;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const Mass& next = bins.masses[bins.order[k]];
    left += next;
    const Mass right{all.positive - left.positive, all.negative - left.negative};
    if (next.total() <= 0 || right.total() <= 1e-12 * all.total()) continue;
    const double explained = left.explained() + right.explained();
    if (explained > best.explained) best = {explained, feature, static_cast<int>(k + 1)};
  }
  return best;
}

/// The features that a tree chooses from, in ascending order; at least one.
std::vector<std::uint32_t> drawn_features(std::size_t features, const RegressionTreeOptions& options) {
  const auto count = static_cast<std::uint32_t>(features);
  std::vector<std::uint32_t> drawn;
  if (options.feature_share >= 1) {
    drawn.resize(features);
    std::iota(drawn.begin(), drawn.end(), 0U);
    return drawn;
  }
  drawn = permutation(count, options.seed);
  drawn.resize(std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(options.feature_share * static_cast<double>(count)))));
  std::ranges::sort(drawn);
  return drawn;
}

NodeSplit best_split(const BinnedResponses& responses, std::span<const std::uint32_t> features,
                     const BothClasses& samples, BinOrder order) {
  const auto count = static_cast<std::size_t>(responses.bins());
  const tbb::blocked_range<std::size_t> all(0, features.size(), 64);
  const auto best_of = [&](const auto& range, NodeSplit best) {
    for (const std::uint32_t f : features.subspan(range.begin(), range.size())) {
      check_canceled();
      const NodeSplit cut = best_cut(ordered_bins(responses.of(f), count, samples, order), count, f);
      if (cut.is_better_than(best)) best = cut;
    }
    return best;
  };
  const auto better = [](const NodeSplit& a, const NodeSplit& b) { return b.is_better_than(a) ? b : a; };
  return tbb::parallel_reduce(all, NodeSplit{}, cancellable(best_of), better);
}

BinSet set_of(const OrderedBins& bins, int count) {
  BinSet set{};
  for (int k = 0; k < count; ++k) {
    const std::uint8_t bin = bins.order[static_cast<std::size_t>(k)];
    set[bin / 32] |= 1U << (bin % 32);
  }
  return set;
}

WeightedSamples share_of(const WeightedSamples& samples, std::span<const std::uint8_t> bins,
                         const BinSet& set, bool inside) {
  WeightedSamples part;
  for (std::size_t i = 0; i < samples.numbers.size(); ++i) {
    const std::uint32_t number = samples.numbers[i];
    if (holds(set, bins[number]) == inside) part.add(number, samples.weights[i]);
  }
  return part;
}

class Growth {
 public:
  Growth(const BinnedResponses& responses, const RegressionTreeOptions& options)
      : responses_(responses), options_(options), features_(drawn_features(responses.features(), options)) {}

  RegressionTree grow(const BothClasses& samples) {
    branch(samples, options_.depth, 0);
    require(!tree_.nodes.empty(), Kind::training, "no feature separates the samples");
    return std::move(tree_);
  }

 private:
  /// The number of the node or leaf that these samples reach. `vote` applies if there are none.
  std::int32_t branch(const BothClasses& samples, int depth, double vote) {
    const Mass mass = mass_of(samples);
    if (mass.total() > 0) vote = mass.mean();
    const bool pure = mass.positive <= 0 || mass.negative <= 0;
    if (depth == 0 || pure) return leaf(vote);
    const NodeSplit split = best_split(responses_, features_, samples, options_.order);
    if (split.bins == 0) return leaf(vote);
    const std::size_t place = tree_.nodes.size();
    const auto bins = responses_.of(split.feature);
    const auto count = static_cast<std::size_t>(responses_.bins());
    const BinSet set = set_of(ordered_bins(bins, count, samples, options_.order), split.bins);
    tree_.nodes.push_back({.feature = split.feature, .set = set});
    const auto part = [&](bool inside) {
      return BothClasses{share_of(samples.positive, bins, set, inside),
                         share_of(samples.negative, bins, set, inside)};
    };
    const std::int32_t left = branch(part(true), depth - 1, vote);
    const std::int32_t right = branch(part(false), depth - 1, vote);
    tree_.nodes[place].left = left;
    tree_.nodes[place].right = right;
    return static_cast<std::int32_t>(place);
  }

  std::int32_t leaf(double vote) {
    tree_.leaves.push_back(static_cast<float>(vote));
    return -static_cast<std::int32_t>(tree_.leaves.size() - 1);
  }

  const BinnedResponses& responses_;
  const RegressionTreeOptions& options_;
  std::vector<std::uint32_t> features_;
  RegressionTree tree_;
};

}  // namespace

RegressionTree fit_regression_tree(const LabeledResponses& samples, std::span<const float> weights,
                                   const RegressionTreeOptions& options) {
  require(samples.responses.features() > 0, Kind::training, "the feature pool is empty");
  require(weights.size() == samples.responses.samples(), Kind::usage, "each sample needs one weight");
  BothClasses kept = heaviest(samples, weights, options.weight_trimming);
  if (kept.positive.numbers.empty() || kept.negative.numbers.empty()) kept = heaviest(samples, weights, 1);
  return Growth(samples.responses, options).grow(kept);
}

bool is_sound(const RegressionTree& tree, std::size_t features) {
  const auto nodes = static_cast<std::int64_t>(tree.nodes.size());
  const auto leaves = static_cast<std::int64_t>(tree.leaves.size());
  if (nodes == 0 || leaves != nodes + 1) return false;
  for (std::int64_t n = 0; n < nodes; ++n) {
    const RegressionTree::Node& node = tree.nodes[static_cast<std::size_t>(n)];
    const auto leads_on = [&](std::int64_t child) {
      return child > 0 ? child > n && child < nodes : -child < leaves;
    };
    if (node.feature >= features || !leads_on(node.left) || !leads_on(node.right)) return false;
  }
  return std::ranges::all_of(tree.leaves, [](float vote) { return vote >= -1 && vote <= 1; });
}

int depth_of(const RegressionTree& tree) {
  std::vector<int> below(tree.nodes.size());
  const auto under = [&](std::int32_t child) {
    return child > 0 ? below[static_cast<std::size_t>(child)] : 0;
  };
  for (std::size_t n = tree.nodes.size(); n-- > 0;)
    below[n] = 1 + std::max(under(tree.nodes[n].left), under(tree.nodes[n].right));
  return below.front();
}

std::vector<float> votes(const RegressionTree& tree, const BinnedResponses& responses) {
  std::vector<float> votes(responses.samples());
  for (std::size_t i = 0; i < votes.size(); ++i) {
    std::int32_t next = 0;
    do {
      const RegressionTree::Node& node = tree.nodes[static_cast<std::size_t>(next)];
      next = holds(node.set, responses.of(node.feature)[i]) ? node.left : node.right;
    } while (next > 0);
    votes[i] = tree.leaves[static_cast<std::size_t>(-next)];
  }
  return votes;
}

}  // namespace ocelli::internal
