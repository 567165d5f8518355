#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/training_ground.hpp"
#include "ocelli/detection/detector_model.hpp"

namespace ocelli::internal::test::train_detector_test {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

/// Waits until the checkpoint has been written so many times anew; false when the model is there before that.
bool sees_checkpoints(const std::string& checkpoint, int wanted, const std::string& model) {
  const auto written = [&] {
    std::error_code none;
    return std::filesystem::last_write_time(checkpoint, none);
  };
  for (auto last = written(); wanted > 0;) {
    std::error_code none;
    if (std::filesystem::exists(model, none)) return false;
    if (const auto now = written(); now != last) {
      last = now;
      --wanted;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

TEST(TrainDetector, LearnsToFindItsObject) {
  const TrainingGround ground;
  const Finished training = ocelli(ground.train("cross.ocelli"));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err, HasSubstr("Training is complete"));
  EXPECT_FALSE(std::filesystem::exists(ground.at("cross.ocelli.checkpoint")));

  const Finished found =
      ocelli({"detect", "-m", ground.at("cross.ocelli"), "--min-size", "20", ground.at("cross7.png")});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  const auto detections = nlohmann::json::parse(found.out)["detections"];
  ASSERT_GE(detections.size(), 1u);
  EXPECT_EQ(detections[0]["label"], "cross");
  EXPECT_NEAR(detections[0]["x"].get<double>(), 20, 4);
  EXPECT_NEAR(detections[0]["w"].get<double>(), 24, 8);

  const Finished measured =
      ocelli({"eval", "detector", "--json", "-m", ground.at("cross.ocelli"), ground.at("info.dat")});
  ASSERT_EQ(measured.exit_code, 0) << measured.err;
  EXPECT_GT(nlohmann::json::parse(measured.out)["roc"].back()["detection_rate"], 0.9);
}

TEST(TrainDetector, SetsTheOperatingPointByHeldOutImages) {
  const TrainingGround ground(60, 20);
  const Finished training = ocelli(ground.train("cross.ocelli"));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err, HasSubstr("20 negative images, 3 of them held out to set the operating point"));
  EXPECT_THAT(training.err,
              HasSubstr("% of 18 held-out objects with 0.00 false alarms per photo (3 held-out photos)"));
  EXPECT_THAT(training.err, HasSubstr("ocelli edit --min-score"));
  const DetectorModel model = load_detector(ground.at("cross.ocelli"));
  EXPECT_GT(model.cascade.min_score(), 0);
  ASSERT_FALSE(model.card.figures.empty());
  EXPECT_EQ(model.card.figures[0].name, "operating point");
  EXPECT_THAT(content_of(ground.at("cross.ocelli.log.jsonl")), HasSubstr("operating_point"));

  const Finished plain = ocelli({"detect", "-m", ground.at("cross.ocelli"), ground.at("plain3.png")});
  EXPECT_THAT(plain.out, HasSubstr("\"detections\":[]"));
}

const std::vector<std::string> kWithVerifier = {"--verifier-trees", "24", "--verifier-rounds", "2"};

TEST(TrainDetector, PutsAVerifierBehindItsCascade) {
  const TrainingGround ground(60, 40);
  const Finished training = ocelli(ground.train("cross.ocelli", kWithVerifier));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err, HasSubstr("Training a verifier of 24 trees"));
  EXPECT_THAT(training.err, HasSubstr("Its verifier: 24 trees; rescores what the first"));
  const Finished told = ocelli({"info", "--json", ground.at("cross.ocelli")});
  EXPECT_EQ(nlohmann::json::parse(told.out)["verifier"]["trees"], 24);

  const Finished found =
      ocelli({"detect", "-m", ground.at("cross.ocelli"), "--min-size", "20", ground.at("cross7.png")});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  const auto detections = nlohmann::json::parse(found.out)["detections"];
  ASSERT_GE(detections.size(), 1u);
  EXPECT_NEAR(detections[0]["x"].get<double>(), 20, 4);
  EXPECT_GT(detections[0]["probability"].get<double>(), 0.5);
}

TEST(TrainDetector, TrainsAVerifierForTheCascadeOfAnotherDetector) {
  const TrainingGround ground(60, 40);
  ASSERT_EQ(ocelli(ground.train("plain.ocelli")).exit_code, 0);
  auto words = kWithVerifier;
  words.insert(words.end(), {"--cascade", ground.at("plain.ocelli")});
  const Finished training = ocelli(ground.train("verified.ocelli", words));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  const CascadeParts before = load_detector(ground.at("plain.ocelli")).cascade.parts(),
                     after = load_detector(ground.at("verified.ocelli")).cascade.parts();
  EXPECT_EQ(std::vector(before.tables.begin(),
                        before.tables.begin() + static_cast<std::ptrdiff_t>(after.tables.size())),
            after.tables);

  EXPECT_THAT(ocelli(ground.train("plain.ocelli", words)).err, HasSubstr("plain.ocelli"));
  const Finished without =
      ocelli(ground.train("none.ocelli", {"--cascade", ground.at("plain.ocelli"), "--verifier-trees", "0"}));
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("--verifier-trees"));
}

TEST(TrainDetector, PutsANetworkBehindTheTreesWhereAsked) {
  const TrainingGround ground(60, 40);
  auto words = kWithVerifier;
  words.insert(words.end(), {"--verifier-network-passes", "1"});
  const Finished training = ocelli(ground.train("cross.ocelli", words));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err, HasSubstr("Training a verifier of 24 trees and a network, which checks"));
  EXPECT_THAT(training.err, HasSubstr("Its verifier: 24 trees and a network; rescores what the first"));
  const Finished told = ocelli({"info", "--json", ground.at("cross.ocelli")});
  EXPECT_GT(nlohmann::json::parse(told.out)["verifier"]["network_multiply_adds"], 0);
}

TEST(TrainDetector, ReplacesTheVerifierBehindACascadeThatHasOne) {
  const TrainingGround ground(60, 40);
  ASSERT_EQ(ocelli(ground.train("first.ocelli", kWithVerifier)).exit_code, 0);
  auto words = kWithVerifier;
  words[1] = "16";
  words.insert(words.end(), {"--cascade", ground.at("first.ocelli")});
  ASSERT_EQ(ocelli(ground.train("second.ocelli", words)).exit_code, 0);
  const DetectorModel first = load_detector(ground.at("first.ocelli")),
                      second = load_detector(ground.at("second.ocelli"));
  EXPECT_EQ(first.cascade.parts().stages, second.cascade.parts().stages)
      << "it is as loose as a verifier needs";
  ASSERT_EQ(second.card.components.size(), 2u);
  EXPECT_EQ(second.card.components[0], first.card.components[0]);
  EXPECT_EQ(second.card.components[1].name, "verifier");
  EXPECT_THAT(second.card.components[1].text, HasSubstr("16 trees"));
}

TEST(TrainDetector, TrainsOnAHandfulOfImages) {
  const TrainingGround ground(5, 5);
  const Finished training = ocelli(ground.train("cross.ocelli"));
  ASSERT_EQ(training.exit_code, 0) << training.err;
  EXPECT_THAT(training.err, HasSubstr("too few negative images to measure false alarms on"));
  EXPECT_TRUE(std::filesystem::exists(ground.at("cross.ocelli")));
}

TEST(TrainDetector, LeavesMirroringToTheDataUnlessTold) {
  const TrainingGround ground;
  const Finished left = ocelli(ground.train("auto.ocelli", {"--stages", "1"}));
  ASSERT_EQ(left.exit_code, 0) << left.err;
  EXPECT_THAT(left.err, HasSubstr("Training uses mirrored objects, too"));
  EXPECT_TRUE(load_detector(ground.at("auto.ocelli")).cascade.symmetric());

  const Finished told = ocelli(ground.train("told.ocelli", {"--stages", "1", "--mirror", "no"}));
  ASSERT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.err, testing::Not(HasSubstr("mirrored")));
  EXPECT_FALSE(load_detector(ground.at("told.ocelli")).cascade.symmetric());
}

TEST(TrainDetector, WritesTheSameModelForAnyNumberOfThreads) {
  const TrainingGround ground;
  ASSERT_EQ(ocelli(ground.train("one.ocelli", {"--threads", "1"})).exit_code, 0);
  ASSERT_EQ(ocelli(ground.train("two.ocelli", {"--threads", "2"})).exit_code, 0);
  EXPECT_EQ(content_of(ground.at("one.ocelli")), content_of(ground.at("two.ocelli")));
}

TEST(TrainDetector, KilledAnywhereResumesToTheSameModel) {
  const TrainingGround ground;
  const std::vector<std::string> thorough = {"--max-false-alarm-rate", "0.01", "--features", "3000"};
  std::vector<std::string> resumed = thorough;
  resumed.push_back("--resume");
  ASSERT_EQ(ocelli(ground.train("whole.ocelli", thorough)).exit_code, 0);

  // Killed after one more checkpoint each time, so every run gets somewhere and each stops at another place.
  int kills = 0;
  for (; kills < 100; ++kills) {
    Program program(ocelli_command(ground.train("killed.ocelli", resumed)));
    if (!sees_checkpoints(ground.at("killed.ocelli.checkpoint"), kills % 5 + 1, ground.at("killed.ocelli")))
      break;
    program.send(SIGKILL);
    EXPECT_EQ(program.finish().exit_code, -SIGKILL);
  }
  EXPECT_GE(kills, 3);
  for (const std::string file : {"", ".rounds.svg", ".stages.svg", ".features.png"}) {
    EXPECT_EQ(content_of(ground.at("whole.ocelli" + file)), content_of(ground.at("killed.ocelli" + file)))
        << file;
  }
}

TEST(TrainDetector, StoppedByCtrlCKeepsItsCheckpoint) {
  const TrainingGround ground;
  const std::string checkpoint = ground.at("cross.ocelli.checkpoint");
  Program program(
      ocelli_command(ground.train("cross.ocelli", {"--stages", "50", "--max-weak-count", "500"})));
  while (!std::filesystem::exists(checkpoint)) std::this_thread::sleep_for(2ms);
  program.send(SIGINT);
  const Finished run = program.finish();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("--resume"));
  EXPECT_TRUE(std::filesystem::exists(checkpoint));
}

TEST(TrainDetector, RefusesToResumeWithOtherOptions) {
  const TrainingGround ground;
  const std::string checkpoint = ground.at("cross.ocelli.checkpoint");
  {
    Program program(ocelli_command(ground.train("cross.ocelli")));
    while (!std::filesystem::exists(checkpoint)) std::this_thread::sleep_for(2ms);
    program.send(SIGKILL);
    program.finish();
  }
  const Finished run = ocelli(ground.train("cross.ocelli", {"--resume", "--weight-trimming", "0.9"}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("different options or data"));
}

TEST(TrainDetector, LogsEveryRoundAsJson) {
  const TrainingGround ground;
  ASSERT_EQ(ocelli(ground.train("cross.ocelli")).exit_code, 0);
  std::istringstream log(content_of(ground.at("cross.ocelli.log.jsonl")));
  std::size_t rounds = 0, stages = 0;
  for (std::string line; std::getline(log, line);) {
    const auto event = nlohmann::json::parse(line)["event"];
    rounds += event == "round";
    stages += event == "stage";
  }
  EXPECT_GE(rounds, stages);
  EXPECT_EQ(stages, load_detector(ground.at("cross.ocelli")).cascade.stages().size());
}

TEST(TrainDetector, DrawsItsCurvesAndItsFirstFeatures) {
  const TrainingGround ground;
  const Finished run = ocelli(ground.train("cross.ocelli"));
  ASSERT_EQ(run.exit_code, 0);
  for (const std::string file : {"cross.ocelli.rounds.svg", "cross.ocelli.stages.svg"}) {
    EXPECT_THAT(run.err, HasSubstr(file));
    EXPECT_THAT(content_of(ground.at(file)), HasSubstr("<polyline")) << file;
  }
  EXPECT_THAT(run.err, HasSubstr("cross.ocelli.features.png"));
  EXPECT_FALSE(cv::imread(ground.at("cross.ocelli.features.png")).empty());
}

TEST(TrainDetector, BeginsItsLogAnewWhenThereIsNothingToResume) {
  const TrainingGround ground;
  ASSERT_EQ(ocelli(ground.train("cross.ocelli")).exit_code, 0);
  const std::string curves = content_of(ground.at("cross.ocelli.stages.svg"));
  ASSERT_EQ(ocelli(ground.train("cross.ocelli", {"--stages", "1", "--resume"})).exit_code, 0);
  std::istringstream log(content_of(ground.at("cross.ocelli.log.jsonl")));
  for (std::string line; std::getline(log, line);) EXPECT_LE(nlohmann::json::parse(line)["stage"], 1);
  EXPECT_NE(content_of(ground.at("cross.ocelli.stages.svg")), curves);
}

TEST(TrainDetector, LeavesOutWhatCannotBeUsedAndNamesIt) {
  const TrainingGround ground;
  ground.file("broken.png", "not an image");
  ground.file("more.dat", content_of(ground.at("info.dat")) +
                              "missing.png 1 0 0 10 10\nbroken.png 1 0 0 10 10\n" +
                              "cross3.png 1 500 500 24 24\ncross4.png 1 none 16 24 24\n");
  const Finished run =
      ocelli(ground.train("cross.ocelli", {"--stages", "1", "--positives", ground.at("more.dat")}));
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("more.dat:61"));
  EXPECT_THAT(run.err, HasSubstr("broken.png"));
  EXPECT_THAT(run.err, HasSubstr("more.dat:63"));
  EXPECT_THAT(run.err, HasSubstr("more.dat:64"));
  EXPECT_TRUE(std::filesystem::exists(ground.at("cross.ocelli")));
}

TEST(TrainDetector, SaysHowManyNegativesAreMissing) {
  const TrainingGround ground(60, 1);
  const Finished run = ocelli(ground.train("cross.ocelli", {"--width", "60"}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("at least 100 are needed"));
  EXPECT_FALSE(std::filesystem::exists(ground.at("cross.ocelli")));
}

TEST(TrainDetector, RefusesAnEmptyFolderOfNegatives) {
  const TrainingGround ground;
  std::filesystem::create_directory(ground.at("empty"));
  const Finished run = ocelli(ground.train("cross.ocelli", {"--negatives", ground.at("empty")}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
}

TEST(TrainDetector, SaysThatObjectsOfOnePhotoAreNotEnough) {
  const TrainingGround ground(1, 12);
  const Finished run = ocelli(ground.train("cross.ocelli"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("all objects are in one photo"));
}

TEST(TrainDetector, RefusesAModelPathThatCannotBeWritten) {
  const TrainingGround ground;
  const Finished run = ocelli(ground.train("no/such/folder/cross.ocelli"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("no/such/folder"));
}

class WrongTrainingOption : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrongTrainingOption, IsRefusedByName) {
  const TrainingGround ground(2, 1);
  const Finished run = ocelli(ground.train("cross.ocelli", GetParam()));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(GetParam()[0]));
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongTrainingOption,
    testing::Values(
        std::vector<std::string>{"--memory", "1"}, std::vector<std::string>{"--memory", "x"},
        std::vector<std::string>{"--bins", "16"},  // a constant
        std::vector<std::string>{"--validation", "1.5"}, std::vector<std::string>{"--negative-views", "9"},
        std::vector<std::string>{"--mirror", "perhaps"}, std::vector<std::string>{"--held-out", "1"},
        std::vector<std::string>{"--false-alarms-per-image", "-1"}, std::vector<std::string>{"--width", "2"},
        std::vector<std::string>{"--height", "300"}, std::vector<std::string>{"--nonsense", "1"},
        std::vector<std::string>{"--feature-kind", "lbp"},
        std::vector<std::string>{"--tree-depth", "1", "--for", "ocelli"},
        std::vector<std::string>{"--x-angle", "5"},
        std::vector<std::string>{"--backtrack", "5", "--for", "opencv"},
        std::vector<std::string>{"--verifier-rounds", "3", "--verifier-trees", "none"}));

}  // namespace
}  // namespace ocelli::internal::test::train_detector_test
