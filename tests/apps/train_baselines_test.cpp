#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal::test::train_baselines_test {
namespace {

using testing::HasSubstr;

/// What --algorithm is given, with options that are enough for a small table; MultiBoost-cw is asked the
/// same.
using Baseline = std::vector<std::string>;

class TrainBaseline : public testing::TestWithParam<Baseline> {
 public:
  std::vector<std::string> options(std::vector<std::string> more = {}) const {
    std::vector<std::string> all = GetParam();
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.begin(), "--algorithm");
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(
    Each, TrainBaseline,
    testing::Values(Baseline{"mixed-norm", "--features", "linear", "--ratio", "0.6", "--min-lambda-ratio",
                             "0.01"},
                    Baseline{"one-vs-rest", "--features", "linear", "--rounds", "4"},
                    Baseline{"jointboost", "--rounds", "30"}, Baseline{"multiboost-cw", "--rounds", "30"},
                    Baseline{"multiboost", "--rounds", "30"}, Baseline{"adaboost-mh", "--rounds", "40"},
                    Baseline{"adaboost-ecc", "--rounds", "60"}, Baseline{"adaboost-mo", "--rounds", "30"}),
    [](const auto& tested) {
      std::string name = tested.param[0];
      std::erase(name, '-');
      return name;
    });

TEST_P(TrainBaseline, LearnsATableToAModelThatClassifiesAndIsEvaluated) {
  const ClassGround ground;
  const std::string table = ground.table();
  const Finished run = ocelli(ground.train(table, "m.ocelli", options()));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("errors on the training samples"));
  EXPECT_LT(ground.error("m.ocelli", table), 0.15);
  EXPECT_EQ(load_classifier(ground.at("m.ocelli")).card.options.at(0).second, GetParam()[0]);

  const std::string one = ground.file("one.csv", "0,0,9,0,0,0,c\n");
  const Finished read = ocelli({"classify", "-m", ground.at("m.ocelli"), one});
  ASSERT_EQ(read.exit_code, 0) << read.err;
  EXPECT_EQ(nlohmann::json::parse(read.out)["label"], "c");
}

TEST_P(TrainBaseline, LogsEachRoundWithItsErrors) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "m", options({"--validation", "0.3"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("on samples kept from training"));
  std::istringstream log(content_of(ground.at("m.log.jsonl")));
  std::size_t rounds = 0;
  for (std::string line; std::getline(log, line); ++rounds) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["round"], rounds + 1);
    EXPECT_TRUE(event.contains("validation_errors"));
  }
  EXPECT_GE(rounds, 4u);
}

TEST_P(TrainBaseline, WritesTheSameModelForAnyNumberOfThreads) {
  const ClassGround ground;
  const std::string table = ground.table();
  ASSERT_EQ(ocelli(ground.train(table, "one", options({"--threads", "1"}))).exit_code, 0);
  ASSERT_EQ(ocelli(ground.train(table, "three", options({"--threads", "3"}))).exit_code, 0);
  EXPECT_EQ(content_of(ground.at("one")), content_of(ground.at("three")));
}

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

TEST(TrainBaselines, RefuseOptionsThatMakeNoSense) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 30);
  const std::vector<std::vector<std::string>> wrong = {
      {"--algorithm", "mixed-norm", "--ratio", "1"},
      {"--algorithm", "mixed-norm", "--rounds", "5"},
      {"--algorithm", "one-vs-rest", "--rounds", "100001"},
      {"--algorithm", "jointboost", "--thresholds", "0"},
      {"--algorithm", "multiboost-cw", "--c", "0"},
      {"--algorithm", "multiboost-cw", "--passes", "0"},
      {"--algorithm", "multiboost", "--threshold", "-1"},
      {"--algorithm", "adaboost-mh", "--rounds", "0"},
      {"--algorithm", "adaboost-ecc", "--validation", "1"},
      {"--algorithm", "adaboost-mo", "--code-length", "5000"},
      {"--algorithm", "adaboost-mo", "--passes", "2"},
  };
  for (const auto& options : wrong) {
    const Finished run = ocelli(ground.train(table, "m", options));
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(options[2]));
  }
}

}  // namespace
}  // namespace ocelli::internal::test::train_baselines_test
