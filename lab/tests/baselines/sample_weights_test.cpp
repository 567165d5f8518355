#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "boosting/weighted_samples.hpp"
#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/mixed_norm.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "ocelli/baselines/one_against_rest.hpp"

namespace ocelli::internal::baselines::sample_weights_test {
namespace {

using test::EveryStumpLearner;
using test::NamedStumpAlgorithm;
using test::one_to_three;
using test::WeightedColumns;

std::vector<NamedStumpAlgorithm> stump_learners() {
  constexpr std::size_t kRounds = 6;
  const auto all_of = [](const Samples& samples) { return StumpSamples{samples, samples.count()}; };
  return {{"MH", [=](const Samples& s) { return ada_boost_mh(all_of(s), {{kRounds}}); }},
          {"ECC",
           [=](const Samples& s) {
             return ada_boost_ecc(all_of(s), {{kRounds}, 7});
           }},
          {"MO",
           [=](const Samples& s) {
             return ada_boost_mo(all_of(s), {{kRounds}, 0, 7});
           }},
          {"JointBoost", [=](const Samples& s) { return joint_boost(all_of(s), {{kRounds}}); }},
          {"MultiBoost", [=](const Samples& s) {
             MultiBoostOptions options;
             options.generation.rounds = kRounds;
             options.generation.c = 100;
             return multi_boost(all_of(s), options);
           }}};
}

INSTANTIATE_TEST_SUITE_P(SampleWeights, EveryStumpLearner, testing::ValuesIn(stump_learners()),
                         test::name_of_learner);

TEST(OneAgainstRest, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  const auto a = one_against_rest(ground.pool, ground.of_weights(), {.rounds = 4});
  const auto b = one_against_rest(ground.pool_of_copies, ground.of_copies(), {.rounds = 4});
  for (std::size_t c = 0; c < ground.kClasses; ++c) EXPECT_EQ(a.classes[c].groups(), b.classes[c].groups());
}

TEST(MixedNormPath, TakesAWeightForThatManyCopies) {
  const WeightedColumns ground(one_to_three);
  MixedNormOptions options;
  options.features = 6;
  options.tolerance = 1e-5;
  const auto a = mixed_norm_path(ground.pool, ground.of_weights(), options).rounds;
  const auto b = mixed_norm_path(ground.pool_of_copies, ground.of_copies(), options).rounds;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p) {
    EXPECT_NEAR(a[p].lambda, b[p].lambda, 1e-4 * b[p].lambda);
    EXPECT_NEAR(a[p].objective, b[p].objective, 1e-4 * b[p].objective);
  }
}

}  // namespace
}  // namespace ocelli::internal::baselines::sample_weights_test
