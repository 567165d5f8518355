#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "ocelli/recognition/classifier_model.hpp"

/// What `train classifier --algorithm` promises of every algorithm for tables, and of those that boost
/// stumps. Whoever includes this instantiates TrainAlgorithm and TrainStumps with its own.
namespace ocelli::internal::test {

using testing::HasSubstr;

/// What --algorithm is given, with options that are enough for a small table.
using AlgorithmWords = std::vector<std::string>;

inline std::string name_of_words(const testing::TestParamInfo<AlgorithmWords>& tested) {
  std::string name = tested.param[0];
  std::erase(name, '-');
  return name;
}

class TrainAlgorithm : public testing::TestWithParam<AlgorithmWords> {
 public:
  std::vector<std::string> options(std::vector<std::string> more = {}) const {
    std::vector<std::string> all = GetParam();
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.begin(), "--algorithm");
    return all;
  }
};

TEST_P(TrainAlgorithm, LearnsATableToAModelThatClassifiesAndIsEvaluated) {
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

TEST_P(TrainAlgorithm, LogsEachRoundWithItsErrors) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "m", options({"--validation", "0.3"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("on the held-out samples"));
  std::istringstream log(content_of(ground.at("m.log.jsonl")));
  std::size_t rounds = 0;
  for (std::string line; std::getline(log, line); ++rounds) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["round"], rounds + 1);
    EXPECT_TRUE(event.contains("validation_errors"));
  }
  EXPECT_GE(rounds, 4u);
}

TEST_P(TrainAlgorithm, WritesTheSameModelForAnyNumberOfThreads) {
  const ClassGround ground;
  const std::string table = ground.table();
  ASSERT_EQ(ocelli(ground.train(table, "one", options({"--threads", "1"}))).exit_code, 0);
  ASSERT_EQ(ocelli(ground.train(table, "three", options({"--threads", "3"}))).exit_code, 0);
  EXPECT_EQ(content_of(ground.at("one")), content_of(ground.at("three")));
}

/// Expects that training with each of these is refused by the name of its second option.
inline void expect_options_refused(const std::vector<std::vector<std::string>>& wrong) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 30);
  for (const auto& options : wrong) {
    const Finished run = ocelli(ground.train(table, "m", options));
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(options[2]));
  }
}

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

inline std::string name_of_stumps(const testing::TestParamInfo<Stumps>& tested) {
  std::string name = tested.param.algorithm;
  std::erase(name, '-');
  return name;
}

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

}  // namespace ocelli::internal::test
