#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "recognition/training/stump_ways.hpp"

namespace ocelli::internal::baselines::stump_training_test {
namespace {

using test::StumpTraining;
using test::StumpWay;

const std::vector<StumpWay>& ways() {
  static const std::vector<StumpWay> all{
      {"MultiBoost",
       [](std::size_t rounds) {
         return boosting(multi_boost, {{rounds}, {}}, 1);
       }},
      {"AdaBoostMh", [](std::size_t rounds) { return boosting(ada_boost_mh, {{rounds}}, 1); }},
      {"AdaBoostEcc", [](std::size_t rounds) { return boosting(ada_boost_ecc, {{rounds}}, 1); }},
      {"AdaBoostMo", [](std::size_t rounds) { return boosting(ada_boost_mo, {{rounds}}, 1); }},
      {"JointBoost", [](std::size_t rounds) { return boosting(joint_boost, {{rounds}}, 1); }},
  };
  return all;
}

INSTANTIATE_TEST_SUITE_P(Each, StumpTraining, testing::ValuesIn(ways()),
                         [](const auto& tested) { return tested.param.name; });

TEST(StumpBoosting, DrawsFromTheSeedThatItIsGivenAlone) {
  const Samples samples = test::random_samples(100, 5, 5, 1);
  const auto votes = [&](std::uint64_t of_options, std::uint64_t seed) {
    const StumpBoosting ecc = boosting(ada_boost_ecc, {{6}, of_options}, seed);
    return ecc.boost({samples, 100}, {}, {}, {}).votes;
  };
  EXPECT_EQ(votes(1, 7), votes(2, 7));
  EXPECT_NE(votes(1, 7), votes(1, 8));
}

}  // namespace
}  // namespace ocelli::internal::baselines::stump_training_test
