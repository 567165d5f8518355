#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "boosting/plain_softmax.hpp"
#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "ocelli/boosting/baselines/ada_boost_ecc.hpp"
#include "ocelli/boosting/baselines/ada_boost_mh.hpp"
#include "ocelli/boosting/baselines/ada_boost_mo.hpp"
#include "ocelli/boosting/baselines/joint_boost.hpp"
#include "ocelli/boosting/baselines/mixed_norm.hpp"
#include "ocelli/boosting/baselines/multi_boost.hpp"
#include "ocelli/boosting/baselines/one_against_rest.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"

/// What a sample's weight means to the learners: a weight of 2 is two samples, a weight of 0 none.
namespace ocelli::internal::sample_weights_test {
namespace {

/// So many copies of each row.
template <class Count>
std::vector<std::uint32_t> repeated(std::size_t samples, Count&& count) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < samples; ++i) rows.insert(rows.end(), count(i), i);
  return rows;
}

std::size_t one_to_three(std::size_t i) { return 1 + i / 7 % 3; }
std::size_t none_or_one(std::size_t i) { return i % 5 == 0 ? 0 : 1; }

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

std::vector<NamedStumpAlgorithm> stump_learners() {
  constexpr std::size_t kRounds = 6;
  const auto all_of = [](const Samples& samples) { return StumpSamples{samples, samples.count()}; };
  return {{"MH", [=](const Samples& s) { return baselines::ada_boost_mh(all_of(s), {{kRounds}}); }},
          {"ECC",
           [=](const Samples& s) {
             return baselines::ada_boost_ecc(all_of(s), {{kRounds}, 7});
           }},
          {"MO",
           [=](const Samples& s) {
             return baselines::ada_boost_mo(all_of(s), {{kRounds}, 0, 7});
           }},
          {"JointBoost", [=](const Samples& s) { return baselines::joint_boost(all_of(s), {{kRounds}}); }},
          {"MultiBoost",
           [=](const Samples& s) {
             baselines::MultiBoostOptions options;
             options.generation.rounds = kRounds;
             options.generation.c = 100;
             return baselines::multi_boost(all_of(s), options);
           }},
          {"MultiBoost-cw", [=](const Samples& s) {
             MultiBoostCwOptions options;
             options.generation.rounds = kRounds;
             options.generation.c = 100;
             return multi_boost_cw(all_of(s), options);
           }}};
}

class EveryStumpLearner : public testing::TestWithParam<NamedStumpAlgorithm> {};

INSTANTIATE_TEST_SUITE_P(SampleWeights, EveryStumpLearner, testing::ValuesIn(stump_learners()),
                         [](const auto& learner) {
                           std::string name = learner.param.name;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(EveryStumpLearner, TakesEqualWeightsForNoneBitForBit) {
  const Samples samples = test::clouds(210, 3, 4, 1);
  const StumpBoostState plain = GetParam().boost(samples);
  const StumpBoostState ones = GetParam().boost(weighted(samples, [](std::size_t) { return 1; }));
  EXPECT_EQ(ones.votes, plain.votes);
  EXPECT_EQ(ones.rounds, plain.rounds);
}

TEST_P(EveryStumpLearner, TakesAWeightForThatManyCopies) {
  const Samples samples = test::clouds(210, 3, 4, 1);
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
  const Samples once = test::clouds(200, 4, 3, 2);
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
  Samples samples = test::clouds(30, 3, 2, 1);
  samples.weights.assign(29, 1.0f);
  EXPECT_EQ(test::error_of([&] { GetParam().boost(samples); }).kind(), Kind::training);
}

/// Columns with labels, as weighted samples and as copies.
struct WeightedColumns {
  static constexpr std::size_t kClasses = 4, kColumns = 20, kSamples = 300;

  template <class Count>
  explicit WeightedColumns(Count&& count)
      : columns(test::noise_columns(kColumns, kSamples, 1)),
        labels(test::planted_labels(columns, test::noise_weights(kClasses, kColumns, 2), 1.0, 3)),
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

void expect_near(const ClassWeights& a, const ClassWeights& b, double bound) {
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), bound);
}

TEST(SoftmaxObjective, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  const SoftmaxObjective of_weights(ground.columns, ground.kColumns, ground.labels, ground.kClasses, {},
                                    nullptr, ground.weights);
  const SoftmaxObjective of_copies(ground.copies, ground.kColumns, ground.labels_of_copies, ground.kClasses,
                                   {});
  const ClassWeights at = ClassWeights::Random(ground.kClasses, ground.kColumns + 1);
  ClassWeights a, b;
  EXPECT_NEAR(of_weights.evaluate(at, a), of_copies.evaluate(at, b), 1e-5);
  expect_near(a, b, 1e-5);
  const Eigen::MatrixXd curvature =
      of_weights.curvature(of_weights.sample_curvatures(at), 0, ground.kColumns);
  const Eigen::MatrixXd other = of_copies.curvature(of_copies.sample_curvatures(at), 0, ground.kColumns);
  EXPECT_LT((curvature - other).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(ShareBoost, TakesWeightsForCopiesAndForAbsence) {
  for (const auto& count : {one_to_three, none_or_one}) {
    const WeightedColumns ground(count);
    for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
      const ShareBoostOptions options{.rounds = 6, .rule = rule, .regularizer = {.frobenius = 1e-3}};
      const ShareBoostState a = share_boost(ground.pool, ground.of_weights(), options);
      const ShareBoostState b = share_boost(ground.pool_of_copies, ground.of_copies(), options);
      EXPECT_EQ(a.groups(), b.groups());
      EXPECT_NEAR(a.rounds.back().objective, b.rounds.back().objective, 1e-4);
      expect_near(a.weights, b.weights, 0.05);
    }
  }
}

TEST(ShareBoost, TakesEqualWeightsForNoneBitForBit) {
  WeightedColumns ground([](std::size_t) { return std::size_t{1}; });
  const ShareBoostState weighted = share_boost(ground.pool, ground.of_weights(), {.rounds = 6});
  ground.weights.clear();
  const ShareBoostState plain = share_boost(ground.pool, ground.of_weights(), {.rounds = 6});
  EXPECT_EQ(weighted.rounds, plain.rounds);
  EXPECT_EQ(weighted.weights, plain.weights);
}

TEST(OneAgainstRest, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  const auto a = baselines::one_against_rest(ground.pool, ground.of_weights(), {.rounds = 4});
  const auto b = baselines::one_against_rest(ground.pool_of_copies, ground.of_copies(), {.rounds = 4});
  for (std::size_t c = 0; c < ground.kClasses; ++c) EXPECT_EQ(a.classes[c].groups(), b.classes[c].groups());
}

TEST(MixedNormPath, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  baselines::MixedNormOptions options;
  options.features = 6;
  options.tolerance = 1e-5;
  const auto a = baselines::mixed_norm_path(ground.pool, ground.of_weights(), options).rounds;
  const auto b = baselines::mixed_norm_path(ground.pool_of_copies, ground.of_copies(), options).rounds;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p) {
    EXPECT_NEAR(a[p].lambda, b[p].lambda, 1e-4 * b[p].lambda);
    EXPECT_NEAR(a[p].objective, b[p].objective, 1e-4 * b[p].objective);
  }
}

}  // namespace
}  // namespace ocelli::internal::sample_weights_test
