#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "ocelli/model_io/model_file.hpp"

namespace ocelli::test {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

const std::vector<std::string> kLinear = {"--features", "linear", "--rounds", "5"};

TEST(TrainClassifier, LearnsATableAndKeepsOnlyItsModelAndLog) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "table.ocelli", kLinear));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("600 samples of 3 classes"));
  EXPECT_LT(ground.error("table.ocelli", ground.table()), 0.15);
  EXPECT_FALSE(std::filesystem::exists(ground.at("table.ocelli.checkpoint")));

  const ClassifierModel model = load_classifier(ground.at("table.ocelli"));
  EXPECT_THAT(model.classifier.classes(), testing::ElementsAre("a", "b", "c"));
  EXPECT_EQ(model.card.data.at(0).images, 600u);
}

TEST(TrainClassifier, LearnsFoldersOfImagesByPatchesAndTunesThem) {
  const ClassGround ground;
  const std::string bars = ground.images();
  const std::vector<std::string> patches = {"--patches", "5:12", "--mask-grid", "2", "--rounds", "8"};
  const Finished run = ocelli(ground.train(bars, "bars.ocelli", patches));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(ground.error("bars.ocelli", bars), 0.05);

  std::vector<std::string> tuned = patches;
  tuned.insert(tuned.end(), {"--rounds", "4", "--copies", "1", "--tune-epochs", "5", "--tune-batch", "20"});
  tuned.erase(tuned.begin() + 4, tuned.begin() + 6);
  const Finished tuning = ocelli(ground.train(bars, "tuned.ocelli", tuned));
  ASSERT_EQ(tuning.exit_code, 0) << tuning.err;
  EXPECT_LT(ground.error("tuned.ocelli", bars), 0.05);
}

TEST(TrainClassifier, LearnsEveryKindOfFeatures) {
  const ClassGround ground;
  for (const std::string kind : {"linear", "products", "stumps", "balls"}) {
    const Finished run =
        ocelli(ground.train(ground.table(), kind + ".ocelli",
                            {"--features", kind, "--rounds", "6", "--centres", "20", "--radii", "5"}));
    ASSERT_EQ(run.exit_code, 0) << kind << run.err;
    EXPECT_LT(ground.error(kind + ".ocelli", ground.table()), 0.5) << kind;
  }
}

TEST(TrainClassifier, WritesTheSameModelForAnyNumberOfThreads) {
  const ClassGround ground;
  const std::string bars = ground.images(20);
  for (const std::string threads : {"1", "2"}) {
    const Finished run =
        ocelli(ground.train(bars, "bars" + threads,
                            {"--threads", threads, "--patches", "5:8", "--rounds", "5", "--copies", "2",
                             "--validation", "0.2", "--tune-epochs", "2", "--tune-batch", "16"}));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_EQ(content_of(ground.at("bars1")), content_of(ground.at("bars2")));
}

TEST(TrainClassifier, KilledAnywhereResumesToTheSameModel) {
  const ClassGround ground;
  expect_killed_resumes_to_the_same(ground, ground.table("table.csv", 20'000),
                                    {"--features", "stumps", "--rounds", "60"});
}

TEST(TrainClassifier, StoppedByCtrlCKeepsACheckpointThatOtherOptionsRefuse) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 20'000);
  Program program(ocelli_command(ground.train(table, "m", {"--features", "stumps", "--rounds", "2000"})));
  while (!std::filesystem::exists(ground.at("m.checkpoint"))) std::this_thread::sleep_for(1ms);
  program.send(SIGINT);
  const Finished run = program.finish();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_TRUE(std::filesystem::exists(ground.at("m.checkpoint")));

  const Finished other =
      ocelli(ground.train(table, "m", {"--features", "linear", "--rounds", "5", "--resume"}));
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("other samples or options"));
}

TEST(TrainClassifier, LogsEveryRoundAndStopsWhenOutOfPatience) {
  const ClassGround ground;
  const Finished run = ocelli(
      ground.train(ground.table(), "m",
                   {"--features", "stumps", "--rounds", "300", "--validation", "0.3", "--patience", "5"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::istringstream log(content_of(ground.at("m.log.jsonl")));
  std::size_t rounds = 0;
  for (std::string line; std::getline(log, line); ++rounds) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["round"], rounds + 1);
    EXPECT_TRUE(event.contains("validation_errors"));
  }
  EXPECT_GT(rounds, 5u);
  EXPECT_LT(rounds, 300u);
}

TEST(TrainClassifier, NamesTheRaggedLineOfATable) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.file("bad.csv", "1,2,a\n3,4,b\n5,b\n"), "m", kLinear));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("bad.csv:3"));
}

TEST(TrainClassifier, NamesAnEmptyClass) {
  const ClassGround ground;
  ground.images(3);
  std::filesystem::create_directories(ground.at("bars/ring"));
  const Finished run = ocelli(ground.train(ground.at("bars"), "m"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("ring"));
}

TEST(TrainClassifier, TellsThatPatchesNeedImages) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "m"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("--features"));
}

class WrongClassifierOption : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrongClassifierOption, IsRefusedByName) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table("table.csv", 30), "m", GetParam()));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(GetParam()[0]));
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongClassifierOption,
    testing::Values(std::vector<std::string>{"--algorithm", "magic"},
                    std::vector<std::string>{"--features", "eyes"},
                    std::vector<std::string>{"--patches", "7"}, std::vector<std::string>{"--rule", "luck"},
                    std::vector<std::string>{"--rounds", "0"}, std::vector<std::string>{"--validation", "1"},
                    std::vector<std::string>{"--patience", "3"},
                    std::vector<std::string>{"--frobenius", "-1"},
                    std::vector<std::string>{"--tune-epochs", "2", "--features", "linear"},
                    std::vector<std::string>{"--width", "28"}, std::vector<std::string>{"--tilt", "91"},
                    std::vector<std::string>{"--tilt", "-1"}, std::vector<std::string>{"--wavelets", "5"},
                    std::vector<std::string>{"--nonsense", "1"}));

}  // namespace
}  // namespace ocelli::test
