#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal::test::train_multi_layer_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Small enough for a moment, large enough to tell bars across from bars down.
std::vector<std::string> few(std::vector<std::string> more = {}) {
  std::vector<std::string> options = {"--algorithm",   "multilayer", "--local-features", "6",
                                      "--wavelets",    "5",          "--candidates",     "60",
                                      "--window-side", "7"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

nlohmann::json info(const ClassGround& ground, const std::string& model) {
  return nlohmann::json::parse(ocelli({"info", "--json", ground.at(model)}).out);
}

TEST(TrainMultiLayer, LearnsFoldersOfImages) {
  const ClassGround ground;
  const std::string bars = ground.images();
  const Finished run = ocelli(ground.train(bars, "m", few({"--rounds", "15", "--tilt", "9"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("120 samples of 3 classes"),
                             HasSubstr("15 weak learners for each class; errors on the training samples")));
  EXPECT_LT(ground.error("m", bars), 0.1);
  EXPECT_FALSE(std::filesystem::exists(ground.at("m.checkpoint")));

  const nlohmann::json told = info(ground, "m");
  EXPECT_EQ(told["features"]["kind"], "disjunctions");
  EXPECT_EQ(told["features"]["local_features"], 6);
  EXPECT_LE(told["features"]["wavelets"], 30);
  EXPECT_EQ(told["features"]["window_side"], 7);
  EXPECT_EQ(told["cost"]["tilt_degrees"], 9);
}

TEST(TrainMultiLayer, NamesItsOwnOptionsOnTheCard) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.images(10), "m", few({"--rounds", "2", "--seed", "7"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const ModelCard card = load_classifier(ground.at("m")).card;
  EXPECT_THAT(card.description, testing::StartsWith("Multi-layer classifier of 3 classes."));
  EXPECT_EQ(card.seed, 7u);
  EXPECT_THAT(card.options, AllOf(testing::Contains(std::pair("algorithm", "multilayer")),
                                  testing::Contains(std::pair("wavelets", "5")),
                                  Not(testing::Contains(testing::Key("features")))));
}

TEST(TrainMultiLayer, LabelsImagesOfAnySizeAndBlankOnes) {
  const ClassGround ground;
  const std::string bars = ground.images(20);
  ASSERT_EQ(ocelli(ground.train(bars, "m", few({"--rounds", "4"}))).exit_code, 0);
  int number = 0;
  for (const cv::Size size : {cv::Size(12, 12), cv::Size(1, 1), cv::Size(3, 40), cv::Size(200, 100)}) {
    const std::string blank = ground.at(std::to_string(number++) + ".png");
    cv::imwrite(blank, cv::Mat(size, CV_8UC1, cv::Scalar(255)));
    const Finished run = ocelli({"classify", "-m", ground.at("m"), blank});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\"label\":\"")) << size;
  }
}

TEST(TrainMultiLayer, WritesTheSameModelForAnyNumberOfThreads) {
  const ClassGround ground;
  const std::string bars = ground.images(20);
  for (const std::string threads : {"1", "2"}) {
    const Finished run = ocelli(ground.train(
        bars, "bars" + threads, few({"--rounds", "4", "--threads", threads, "--validation", "0.2"})));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_EQ(content_of(ground.at("bars1")), content_of(ground.at("bars2")));
}

TEST(TrainMultiLayer, KilledAnywhereResumesToTheSameModel) {
  const ClassGround ground;
  expect_killed_resumes_to_the_same(ground, ground.images(),
                                    few({"--rounds", "1000", "--augmentation", "5", "--validation", "0.2"}));
}

TEST(TrainMultiLayer, GoesOnToMoreRoundsButNotWithOtherOptionsNorFromAnotherAlgorithm) {
  const ClassGround ground;
  const std::string bars = ground.images(10);
  const auto resumed = [&](const std::vector<std::string>& options) {
    return ocelli(ground.train(bars, "m", options));
  };
  stop_early(ground.train(bars, "m", few({"--rounds", "90000"})), ground.at("m.checkpoint"));
  const Finished other = resumed(few({"--rounds", "3", "--resume", "--seed", "2"}));
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("different samples or options"));
  const Finished mixed =
      resumed({"--algorithm", "shareboost", "--templates", "5:8", "--rounds", "3", "--resume"});
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_THAT(mixed.err, HasSubstr("is a checkpoint of multi-layer boosting, not of ShareBoost"));
  EXPECT_EQ(resumed(few({"--rounds", "60", "--resume", "--tilt", "5"})).exit_code, 0);
}

TEST(TrainMultiLayer, LogsEveryRound) {
  const ClassGround ground;
  const Finished run =
      ocelli(ground.train(ground.images(20), "m", few({"--rounds", "5", "--validation", "0.2"})));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("on the held-out samples"));
  std::istringstream log(content_of(ground.at("m.log.jsonl")));
  std::size_t rounds = 0;
  double loss = 1;
  for (std::string line; std::getline(log, line); ++rounds) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["event"], "round");
    EXPECT_EQ(event["round"], rounds + 1);
    EXPECT_LE(event["loss"], loss);
    EXPECT_TRUE(event.contains("training_errors") && event.contains("validation_errors"));
    loss = event["loss"];
  }
  EXPECT_EQ(rounds, 5u);
}

TEST(TrainMultiLayer, TellsThatItNeedsImages) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.table(), "m", few()));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.error_lines(), 3) << run.err;  // how the table was read, what it holds, and the error
  EXPECT_THAT(run.err, HasSubstr("require images"));
}

TEST(TrainMultiLayer, TurnsNoRowsOfNumbers) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(
      ground.table(), "m", {"--algorithm", "shareboost", "--features", "linear", "--tilt", "9"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--tilt: only images can be rotated"));
}

TEST(TrainMultiLayer, IsTurnedAlikeByShareBoostsClassifiers) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.images(10), "m",
                                           {"--algorithm", "shareboost", "--templates", "5:8", "--rounds",
                                            "2", "--normalized-side", "8", "--tilt", "7.5"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(info(ground, "m")["cost"]["tilt_degrees"], 7.5);
  EXPECT_EQ(info(ground, "m")["cost"]["normalized_side"], 8);
}

TEST(TrainMultiLayer, HelpShowsTheOptionsOfTheAlgorithmThatIsNamed) {
  const std::string named = ocelli({"train", "classifier", "--help-all", "--algorithm=multilayer"}).out;
  EXPECT_THAT(named, AllOf(HasSubstr("--wavelets"), HasSubstr("auto, shareboost, trees, "),
                           Not(HasSubstr("--features"))));
  EXPECT_THAT(ocelli({"train", "classifier", "--help-all"}).out,
              AllOf(HasSubstr("--time"), HasSubstr("--tilt"), Not(HasSubstr("--wavelets"))));
}

class WrongMultiLayerOption : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrongMultiLayerOption, IsRefusedByName) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.at("nothing"), "m", few(GetParam())));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(GetParam()[0]));
}

INSTANTIATE_TEST_SUITE_P(Each, WrongMultiLayerOption,
                         testing::Values(std::vector<std::string>{"--patience", "3"},
                                         std::vector<std::string>{"--rounds", "0"},
                                         std::vector<std::string>{"--window-side", "2"},
                                         std::vector<std::string>{"--points", "0"},
                                         std::vector<std::string>{"--shrinkage", "2"},
                                         std::vector<std::string>{"--validation", "1"},
                                         std::vector<std::string>{"--nonsense", "1"}));

TEST(TrainMultiLayer, TellsWhoseOptionAnotherOneIs) {
  const ClassGround ground;
  const Finished run = ocelli(ground.train(ground.at("nothing"), "m", few({"--templates=7:10"})));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, testing::ContainsRegex(
                           "--templates: is an option of --algorithm shareboost.*, not of multilayer"));
}

}  // namespace
}  // namespace ocelli::internal::test::train_multi_layer_test
