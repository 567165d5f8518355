#include <gmock/gmock.h>

#include "apps/any_algorithm.hpp"

namespace ocelli::internal::test::train_baselines_test {
namespace {

INSTANTIATE_TEST_SUITE_P(Baselines, TrainAlgorithm,
                         testing::Values(AlgorithmWords{"mixed-norm", "--features", "linear", "--ratio",
                                                        "0.6", "--min-lambda-ratio", "0.01"},
                                         AlgorithmWords{"one-vs-rest", "--features", "linear", "--rounds",
                                                        "4"},
                                         AlgorithmWords{"jointboost", "--rounds", "30"},
                                         AlgorithmWords{"multiboost", "--rounds", "30"},
                                         AlgorithmWords{"adaboost-mh", "--rounds", "40"},
                                         AlgorithmWords{"adaboost-ecc", "--rounds", "60"},
                                         AlgorithmWords{"adaboost-mo", "--rounds", "30"}),
                         name_of_words);
INSTANTIATE_TEST_SUITE_P(Baselines, TrainStumps,
                         testing::Values(Stumps{"multiboost", "40"}, Stumps{"adaboost-mh", "2500"},
                                         Stumps{"adaboost-ecc", "2500"}, Stumps{"adaboost-mo", "1500"},
                                         Stumps{"jointboost", "1500"}),
                         name_of_stumps);

TEST(TrainBaselines, KilledAnywhereResumeToTheSameModel) {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--algorithm", "mixed-norm", "--features", "products", "--points", "500",
                                 "--ratio", "0.98", "--min-lambda-ratio", "0.001", "--validation", "0.2"},
        std::vector<std::string>{"--algorithm", "one-vs-rest", "--features", "stumps", "--rounds", "120",
                                 "--validation", "0.2"}}) {
    const ClassGround ground;
    expect_killed_resumes_to_the_same(ground, ground.table("table.csv", 3000), options);
  }
}

TEST(TrainWithConstants, SetsThoseOfTheMethod) {
  const ClassGround ground;
  const Finished run = ocelli(
      ground.train(ground.table(), "m", {"--algorithm", "multiboost-cw", "--rounds", "5", "--passes", "1"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(ocelli({"info", ground.at("m")}).out, testing::ContainsRegex("passes *1\n"));
}

TEST(TrainBaselines, RefuseOptionsThatMakeNoSense) {
  expect_options_refused({
      {"--algorithm", "mixed-norm", "--ratio", "1"},
      {"--algorithm", "mixed-norm", "--rounds", "5"},
      {"--algorithm", "one-vs-rest", "--rounds", "100001"},
      {"--algorithm", "jointboost", "--thresholds", "0"},
      {"--algorithm", "multiboost", "--threshold", "-1"},
      {"--algorithm", "adaboost-mh", "--rounds", "0"},
      {"--algorithm", "adaboost-ecc", "--validation", "1"},
      {"--algorithm", "adaboost-mo", "--code-length", "5000"},
      {"--algorithm", "adaboost-mo", "--passes", "2"},
  });
}

TEST(ResumedBaselines, GoOnToMoreRoundsButNotWithOtherOptionsNorFromAnotherAlgorithm) {
  const ClassGround ground;
  const std::string table = ground.table();
  stop_early(ground.train(table, "m", {"--algorithm", "adaboost-mh", "--rounds", "90000"}),
             ground.at("m.checkpoint"));
  const auto resumed = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--rounds", "40", "--resume"});
    return ocelli(ground.train(table, "m", options));
  };
  for (const auto& other : {std::vector<std::string>{"--algorithm", "adaboost-mh", "--seed", "2"},
                            std::vector<std::string>{"--algorithm", "adaboost-ecc"}}) {
    const Finished run = resumed(other);
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.err, HasSubstr("different samples or options"));
  }
  const Finished mixed = resumed({"--algorithm", "shareboost", "--features", "linear"});
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_THAT(mixed.err, HasSubstr("is a checkpoint of boosted stumps, not of ShareBoost"));
  EXPECT_EQ(resumed({"--algorithm", "adaboost-mh"}).exit_code, 0);
}

}  // namespace
}  // namespace ocelli::internal::test::train_baselines_test
