#include <gmock/gmock.h>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"

namespace ocelli::internal::test::train_stumps_test {
namespace {

using testing::HasSubstr;

/// What --algorithm is given, and rounds that take long enough to be killed in.
struct Stumps {
  std::string algorithm, rounds;
};

class TrainStumps : public testing::TestWithParam<Stumps> {
 public:
  static std::vector<std::string> options(const std::string& rounds, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--algorithm", GetParam().algorithm, "--rounds", rounds});
    return more;
  }
};

INSTANTIATE_TEST_SUITE_P(Each, TrainStumps,
                         testing::Values(Stumps{"multiboost-cw", "250"}, Stumps{"multiboost", "40"},
                                         Stumps{"adaboost-mh", "2500"}, Stumps{"adaboost-ecc", "2500"},
                                         Stumps{"adaboost-mo", "1500"}, Stumps{"jointboost", "1500"}),
                         [](const auto& tested) {
                           std::string name = tested.param.algorithm;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(TrainStumps, LearnImages) {
  const ClassGround ground;
  const std::string bars = ground.images(20);
  const Finished run = ocelli(ground.train(bars, "m", options("20", {"--normalized-side", "8"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(ground.error("m", bars), 0.3);
}

TEST_P(TrainStumps, KilledAnywhereResumeToTheSameModel) {
  const ClassGround ground;
  expect_killed_resumes_to_the_same(ground, ground.table("table.csv", 3000),
                                    options(GetParam().rounds, {"--validation", "0.2"}));
}

TEST(ResumedStumps, GoOnToMoreRoundsButNotWithOtherOptionsNorFromAnotherAlgorithm) {
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
    EXPECT_THAT(run.err, HasSubstr("other samples or options"));
  }
  const Finished mixed = resumed({"--algorithm", "shareboost", "--features", "linear"});
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_THAT(mixed.err, HasSubstr("holds the checkpoint of a StumpBoost classifier"));
  EXPECT_EQ(resumed({"--algorithm", "adaboost-mh"}).exit_code, 0);
}

}  // namespace
}  // namespace ocelli::internal::test::train_stumps_test
