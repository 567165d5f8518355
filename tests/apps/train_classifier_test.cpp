#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/model_io/model_file.hpp"

namespace ocelli::test {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

/// A small world to classify in: a table of three classes, and folders of images with bars of three kinds.
class ClassGround {
 public:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    return folder_.file(name, text);
  }

  /// Rows whose class is where the largest of the first three of six numbers is, most of the time.
  std::string table(const std::string& name = "table.csv", int rows = 600) const {
    Random random(5);
    std::ostringstream text;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < 6; ++j) text << random.normal() + (j == i % 3 ? 2.5 : 0) << ',';
      text << "abc"[i % 3] << '\n';
    }
    return file(name, text.str());
  }

  /// Noisy images of 12 x 12 pixels with a bar across, down, or none.
  std::string images(int of_each = 40) const {
    Random random(6);
    for (const std::string kind : {"across", "down", "none"}) {
      std::filesystem::create_directories(at("bars/" + kind));
      for (int i = 0; i < of_each; ++i) {
        cv::Mat image(12, 12, CV_8UC1);
        for (auto pixel = image.begin<std::uint8_t>(); pixel != image.end<std::uint8_t>(); ++pixel) {
          *pixel = static_cast<std::uint8_t>(random.below(60));
        }
        const int place = 3 + static_cast<int>(random.below(5));
        if (kind == "across") image.rowRange(place, place + 2) += 180;
        if (kind == "down") image.colRange(place, place + 2) += 180;
        cv::imwrite(at("bars/" + kind + "/" + std::to_string(i) + ".png"), image);
      }
    }
    return at("bars");
  }

  std::vector<std::string> train(const std::string& samples, const std::string& model,
                                 std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"train", "classifier", samples, "-o", at(model)});
    return more;
  }

  double error(const std::string& model, const std::string& samples) const {
    const Finished run = ocelli({"eval", "classifier", "--json", "-m", at(model), samples});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out)["error"];
  }

 private:
  TemporaryFolder folder_;
};

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
  const std::string table = ground.table("table.csv", 20'000);
  const std::vector<std::string> options = {"--features", "stumps", "--rounds", "60"};
  ASSERT_EQ(ocelli(ground.train(table, "whole", options)).exit_code, 0);

  std::vector<std::string> resumed = options;
  resumed.push_back("--resume");
  Program program(ocelli_command(ground.train(table, "killed", resumed)));
  while (!std::filesystem::exists(ground.at("killed.checkpoint"))) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(50ms);
  program.send(SIGKILL);
  EXPECT_EQ(program.finish().exit_code, -SIGKILL);
  EXPECT_FALSE(std::filesystem::exists(ground.at("killed")));

  const Finished run = ocelli(ground.train(table, "killed", resumed));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(content_of(ground.at("whole")), content_of(ground.at("killed")));
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
                    std::vector<std::string>{"--width", "28"}, std::vector<std::string>{"--nonsense", "1"}));

}  // namespace
}  // namespace ocelli::test
