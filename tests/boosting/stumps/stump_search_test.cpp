#include "ocelli/boosting/stumps/stump_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "boosting/stump_ground.hpp"
#include "every_target.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::stump_search_test {
namespace {

using test::clouds;

class StumpSearch : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(StumpSearch);

/// Few different weights, so that many thresholds are equally good, and their sums exact in float.
TargetWeights random_weights(std::size_t samples, std::size_t targets, std::uint64_t seed) {
  Random random(seed);
  TargetWeights weights(samples, targets);
  for (std::size_t i = 0; i < samples; ++i) {
    for (float& weight : weights.of(i)) weight = static_cast<float>(random.below(9)) / 4 - 1;
  }
  return weights;
}

/// Calls see(stump, edges) for each threshold between values of the samples with weights, by ascending names.
template <class See>
void for_each_stump(const Samples& samples, const TargetWeights& weights, const See& see) {
  for (std::size_t input = 0; input < samples.width(); ++input) {
    std::set<float> values;
    for (std::size_t i = 0; i < weights.samples(); ++i) values.insert(samples.row(i)[input]);
    for (const float value : values) {
      if (value == *values.rbegin()) break;
      std::size_t below = 0;
      std::vector<double> edges(weights.targets());
      for (std::size_t i = 0; i < weights.samples(); ++i) {
        const bool above = samples.row(i)[input] > value;
        below += above ? 0 : 1;
        for (std::size_t c = 0; c < edges.size(); ++c) edges[c] += (above ? 1 : -1) * weights.of(i)[c];
      }
      see(SortedInputs::name(input, below), edges);
    }
  }
}

std::vector<StumpEdge> plain_best(const Samples& samples, const TargetWeights& weights) {
  std::vector<StumpEdge> best(weights.targets());
  for_each_stump(samples, weights, [&](std::uint64_t stump, const std::vector<double>& edges) {
    for (std::size_t c = 0; c < edges.size(); ++c) {
      if (std::abs(edges[c]) > std::abs(best[c].edge)) best[c] = {stump, edges[c]};
    }
  });
  return best;
}

StumpEdge plain_shared(const Samples& samples, const TargetWeights& weights) {
  StumpEdge best;
  for_each_stump(samples, weights, [&](std::uint64_t stump, const std::vector<double>& edges) {
    double norm = 0;
    for (const double edge : edges) norm += std::abs(edge);
    if (norm > best.edge) best = {stump, norm};
  });
  return best;
}

void expect_equal(const StumpEdge& found, const StumpEdge& expected) {
  EXPECT_EQ(found.stump, expected.stump);
  EXPECT_EQ(found.edge, expected.edge);
}

void expect_equal(const std::vector<StumpEdge>& found, const std::vector<StumpEdge>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t c = 0; c < found.size(); ++c) expect_equal(found[c], expected[c]);
}

/// Calls check(samples, weights) for numbers of targets around those of registers; one of the inputs is
/// constant.
template <class Check>
void for_each_size(const Check& check) {
  Samples samples = clouds(90, 3, 5, 1);
  samples.values.col(0).setConstant(7);
  for (const std::size_t targets : {1, 2, 15, 16, 17, 40, 70}) {
    SCOPED_TRACE(targets);
    check(samples, random_weights(90, targets, targets));
  }
}

TEST_P(StumpSearch, FindsForEachTargetTheStumpThatPlainLoopsFind) {
  for_each_size([](const Samples& samples, const TargetWeights& weights) {
    expect_equal(best_stumps(SortedInputs(samples, 90), weights), plain_best(samples, weights));
  });
}

TEST_P(StumpSearch, FindsForAllTargetsTheStumpThatPlainLoopsFind) {
  for_each_size([](const Samples& samples, const TargetWeights& weights) {
    expect_equal(best_shared_stump(SortedInputs(samples, 90), weights), plain_shared(samples, weights));
  });
}

TEST_P(StumpSearch, LooksAtTheFirstSamplesOnly) {
  Samples samples = clouds(90, 3, 5, 2);
  samples.values.bottomRows(40).array() += 0.03f;  // values of their own
  const TargetWeights weights = random_weights(50, 4, 3);
  const SortedInputs inputs(samples, 50);
  expect_equal(best_stumps(inputs, weights), plain_best(samples, weights));
  expect_equal(best_shared_stump(inputs, weights), plain_shared(samples, weights));
}

TEST_P(StumpSearch, TakesTheLowerNameOfEquallyGoodStumps) {
  Samples samples = clouds(4, 2, 2, 1);
  samples.values << 0, 0, 1, 1, 2, 2, 3, 3;
  TargetWeights weights(4, 2);  // edges 2, 0, 2
  for (std::size_t i = 0; i < 4; ++i) std::ranges::fill(weights.of(i), i % 2 == 0 ? -1.0f : 1.0f);
  const SortedInputs inputs(samples, 4);
  for (const StumpEdge& best : best_stumps(inputs, weights)) EXPECT_EQ(best.stump, SortedInputs::name(0, 1));
  EXPECT_EQ(best_shared_stump(inputs, weights).stump, SortedInputs::name(0, 1));
}

TEST_P(StumpSearch, HasNoEdgeWhereNothingTellsSamplesApart) {
  Samples samples = clouds(50, 2, 3, 1);
  samples.values.setConstant(7);
  for (const std::size_t count : {1, 50}) {
    const SortedInputs inputs(samples, count);
    const TargetWeights weights = random_weights(count, 3, 1);
    for (const StumpEdge& best : best_stumps(inputs, weights)) EXPECT_EQ(best.edge, 0);
    EXPECT_EQ(best_shared_stump(inputs, weights).edge, 0);
  }
}

TEST(StumpSearchThreads, FindTheSameForAnyNumberOfThem) {
  const Samples samples = clouds(700, 4, 20, 4);
  Random random(5);
  TargetWeights weights(700, 20);
  for (std::size_t i = 0; i < 700; ++i) {
    for (float& weight : weights.of(i)) weight = static_cast<float>(random.normal());
  }
  const SortedInputs inputs(samples, 700);
  const auto each = [&] { return best_stumps(inputs, weights); };
  const auto shared = [&] { return best_shared_stump(inputs, weights); };
  expect_equal(test::with_threads(1, each), test::with_threads(3, each));
  expect_equal(test::with_threads(1, shared), test::with_threads(3, shared));
}

}  // namespace
}  // namespace ocelli::internal::stump_search_test
