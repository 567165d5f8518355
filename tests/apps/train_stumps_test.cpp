#include <gmock/gmock.h>

#include "apps/any_algorithm.hpp"

namespace ocelli::internal::test::train_stumps_test {
namespace {

INSTANTIATE_TEST_SUITE_P(Each, TrainAlgorithm,
                         testing::Values(AlgorithmWords{"multiboost-cw", "--rounds", "30"}), name_of_words);
INSTANTIATE_TEST_SUITE_P(Each, TrainStumps, testing::Values(Stumps{"multiboost-cw", "250"}), name_of_stumps);

TEST(TrainStumpsWith, OptionsThatMakeNoSenseIsRefused) {
  expect_options_refused({
      {"--algorithm", "multiboost-cw", "--c", "0"},
      {"--algorithm", "multiboost-cw", "--rounds", "0"},
  });
}

TEST(ResumedStumps, GoOnToMoreRoundsButNotWithOtherOptionsNorFromAnotherAlgorithm) {
  const ClassGround ground;
  const std::string table = ground.table();
  stop_early(ground.train(table, "m", {"--algorithm", "multiboost-cw", "--rounds", "90000"}),
             ground.at("m.checkpoint"));
  const auto resumed = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--rounds", "40", "--resume"});
    return ocelli(ground.train(table, "m", options));
  };
  const Finished run = resumed({"--algorithm", "multiboost-cw", "--seed", "2"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("different samples or options"));
  const Finished mixed = resumed({"--algorithm", "shareboost", "--features", "linear"});
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_THAT(mixed.err, HasSubstr("is a checkpoint of boosted stumps, not of ShareBoost"));
  EXPECT_EQ(resumed({"--algorithm", "multiboost-cw"}).exit_code, 0);
}

}  // namespace
}  // namespace ocelli::internal::test::train_stumps_test
