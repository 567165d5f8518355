#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "boosting/plain_softmax.hpp"
#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"

/// What a sample's weight means to the learners: a weight of 2 is two samples, a weight of 0 none. Whoever
/// includes this instantiates EveryStumpLearner with its own.
namespace ocelli::internal::test {

/// So many copies of each row.
template <class Count>
std::vector<std::uint32_t> repeated(std::size_t samples, Count&& count) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < samples; ++i) rows.insert(rows.end(), count(i), i);
  return rows;
}

inline std::size_t one_to_three(std::size_t i) { return 1 + i / 7 % 3; }
inline std::size_t none_or_one(std::size_t i) { return i % 5 == 0 ? 0 : 1; }

template <class Count>
Samples weighted(Samples samples, Count&& count) {
  for (std::size_t i = 0; i < samples.count(); ++i) samples.weights.push_back(static_cast<float>(count(i)));
  return samples;
}

using StumpAlgorithm = std::function<StumpBoostState(const Samples&)>;

struct NamedStumpAlgorithm {
  std::string name;
  StumpAlgorithm boost;
};

/// As INSTANTIATE_TEST_SUITE_P() takes it.
inline std::string name_of_learner(const testing::TestParamInfo<NamedStumpAlgorithm>& learner) {
  std::string name = learner.param.name;
  std::erase(name, '-');
  return name;
}

class EveryStumpLearner : public testing::TestWithParam<NamedStumpAlgorithm> {};

TEST_P(EveryStumpLearner, TakesEqualWeightsForNoneBitForBit) {
  const Samples samples = clouds(210, 3, 4, 1);
  const StumpBoostState plain = GetParam().boost(samples);
  const StumpBoostState ones = GetParam().boost(weighted(samples, [](std::size_t) { return 1; }));
  EXPECT_EQ(ones.votes, plain.votes);
  EXPECT_EQ(ones.rounds, plain.rounds);
}

TEST_P(EveryStumpLearner, TakesAWeightForThatManyCopies) {
  const Samples samples = clouds(210, 3, 4, 1);
  const Samples copies = take(samples, repeated(samples.count(), one_to_three));
  const StumpBoostState of_weights = GetParam().boost(weighted(samples, one_to_three));
  const StumpBoostState of_copies = GetParam().boost(copies);
  const SortedInputs few(samples, samples.count()), many(copies, copies.count());
  ASSERT_EQ(of_weights.votes.size(), of_copies.votes.size());
  for (std::size_t v = 0; v < of_weights.votes.size(); ++v) {
    const StumpVote &a = of_weights.votes[v], &b = of_copies.votes[v];
    EXPECT_EQ(few.stump(a.stump).input, many.stump(b.stump).input);
    EXPECT_EQ(few.stump(a.stump).threshold, many.stump(b.stump).threshold);
    EXPECT_EQ(a.sign, b.sign);
    EXPECT_NEAR(a.weight, b.weight, 1e-4 * (1 + std::abs(b.weight)));
    EXPECT_NEAR(a.offset, b.offset, 1e-4);
  }
  for (std::size_t r = 0; r < of_copies.rounds.size(); ++r) {
    EXPECT_NEAR(of_weights.rounds[r].objective, of_copies.rounds[r].objective,
                1e-4 * of_copies.rounds[r].objective);
  }
}

// Thresholds lie between samples of any weight, so the absent ones have values that others have.
TEST_P(EveryStumpLearner, TakesAWeightOfZeroForAbsence) {
  const Samples once = clouds(200, 4, 3, 2);
  Samples twice = join(once, once);
  for (std::size_t i = 200; i < 400; ++i)
    twice.labels[i] = static_cast<std::uint16_t>((twice.labels[i] + 1) % 4);
  twice = weighted(std::move(twice), [](std::size_t i) { return i < 200 ? 1 : 0; });
  const StumpBoostState alone = GetParam().boost(once), among = GetParam().boost(twice);
  const SortedInputs few(once, 200), many(twice, 400);
  ASSERT_EQ(among.votes.size(), alone.votes.size());
  for (std::size_t v = 0; v < alone.votes.size(); ++v) {
    EXPECT_EQ(many.stump(among.votes[v].stump).threshold, few.stump(alone.votes[v].stump).threshold);
    EXPECT_NEAR(among.votes[v].weight, alone.votes[v].weight, 1e-4 * (1 + std::abs(alone.votes[v].weight)));
  }
}

TEST_P(EveryStumpLearner, RefusesWeightsOfOtherSamples) {
  Samples samples = clouds(30, 3, 2, 1);
  samples.weights.assign(29, 1.0f);
  EXPECT_EQ(error_of([&] { GetParam().boost(samples); }).kind(), Kind::training);
}

/// Columns with labels, as weighted samples and as copies.
struct WeightedColumns {
  static constexpr std::size_t kClasses = 4, kColumns = 20, kSamples = 300;

  template <class Count>
  explicit WeightedColumns(Count&& count)
      : columns(noise_columns(kColumns, kSamples, 1)),
        labels(planted_labels(columns, noise_weights(kClasses, kColumns, 2), 1.0, 3)),
        rows(repeated(kSamples, count)),
        copies(kColumns, rows.size(), 256),
        pool(columns, 1),
        pool_of_copies(copies, 1) {
    for (std::size_t i = 0; i < kSamples; ++i) weights.push_back(static_cast<float>(count(i)));
    for (const std::uint32_t row : rows) labels_of_copies.push_back(labels[row]);
    for (std::size_t j = 0; j < kColumns; ++j) {
      copies.binning(j) = columns.binning(j);
      for (std::size_t i = 0; i < rows.size(); ++i) copies.of(j)[i] = columns.of(j)[rows[i]];
    }
  }

  PoolLabels of_weights() const { return {labels, kSamples, kClasses, weights}; }
  PoolLabels of_copies() const { return {labels_of_copies, rows.size(), kClasses}; }

  BinnedResponses columns;
  std::vector<std::uint16_t> labels, labels_of_copies;
  std::vector<std::uint32_t> rows;
  std::vector<float> weights;
  BinnedResponses copies;
  DensePool pool, pool_of_copies;
};

}  // namespace ocelli::internal::test
