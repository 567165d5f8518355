#include "ocelli/detection/training/cascade_trainer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "detection/crosses.hpp"
#include "features/with_threads.hpp"
#include "ocelli/detection/object_detector.hpp"

namespace ocelli::internal::cascade_trainer_test {
namespace {

using test::cross_options;
using test::cross_training;
using test::error_of;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TrainingResult train(const CascadeTrainerOptions& options, const TrainingData& data,
                     const std::optional<TrainingState>& from = {}, const TrainingWatch& watch = {}) {
  return train_cascade(options, data, from, watch, {});
}

/// All that a training tells, kept.
struct Log {
  std::vector<RoundReport> rounds;
  std::vector<StageReport> stages;
  std::vector<TrainingState> checkpoints;

  TrainingWatch watch() {
    return {.progress = {},
            .round = [this](const RoundReport& report) { rounds.push_back(report); },
            .stage = [this](const StageReport& report) { stages.push_back(report); },
            .checkpoint = [this](const TrainingState& state) { checkpoints.push_back(state); }};
  }
};

TEST(TrainCascade, FindsTheObjectItWasShown) {
  const ObjectDetector detector(train(cross_options(), cross_training()).cascade,
                                {.scan = {.max_size = 13}, .group = {.min_neighbors = 1}});
  cv::Mat image = test::dim_noise(80, 100, 3);
  test::draw_cross(image, {44, 25});
  ObjectDetector::Scratch scratch;
  const std::vector<Detection> found = detector.detect(image, scratch);
  ASSERT_THAT(found, Not(IsEmpty()));
  EXPECT_GT(overlap(found[0].box, {44, 25, 12, 12}), 0.6f);
  EXPECT_EQ(found[0].label, "cross");
}

TEST(TrainCascade, ReachesItsGoalsOnWindowsItNeverSaw) {
  const Cascade cascade = train(cross_options(), cross_training()).cascade;
  const TrainingWindows fresh = test::cross_windows(500, 99);
  int hits = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) hits += cascade.score(fresh.image(i)).has_value();
  EXPECT_GT(hits, 500 * 0.93);
  const Scanner scanner(std::make_shared<const Cascade>(cascade), {.stride = 1});
  ScanScratch scratch;
  const cv::Mat image = test::bars(8, 8, 98);
  EXPECT_LT(static_cast<double>(scanner.scan(image, scratch).size()),
            0.05 * static_cast<double>(scanner.window_count(image.size())));
}

TEST(TrainCascade, IsTheSameForAnyNumberOfThreads) {
  const auto run = [] { return train(cross_options(), cross_training()).cascade.parts(); };
  EXPECT_EQ(test::with_threads(1, run), test::with_threads(2, run));
}

TEST(TrainCascade, DependsOnItsSeed) {
  CascadeTrainerOptions other = cross_options();
  other.seed = 2;
  EXPECT_NE(train(other, cross_training()).cascade.parts(),
            train(cross_options(), cross_training()).cascade.parts());
}

TEST(TrainCascade, GoesOnFromEveryCheckpointToTheSameCascade) {
  const TrainingData data = cross_training();
  Log log;
  const TrainingResult whole = train(cross_options(), data, {}, log.watch());
  ASSERT_THAT(log.checkpoints, SizeIs(testing::Gt(20u)));
  for (std::size_t k = 0; k < log.checkpoints.size(); ++k) {
    Log rest;
    const TrainingResult resumed = train(cross_options(), data, log.checkpoints[k], rest.watch());
    ASSERT_EQ(resumed.cascade.parts(), whole.cascade.parts()) << "from checkpoint " << k;
    EXPECT_EQ(resumed.ending, whole.ending);
    // The checkpoints that follow are the same as well.
    const std::vector<TrainingState> left(log.checkpoints.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                          log.checkpoints.end());
    EXPECT_TRUE(rest.checkpoints == left) << "from checkpoint " << k;
  }
}

TEST(TrainCascade, GoesOnAfterAStopToTheSameCascade) {
  const TrainingData data = cross_training();
  std::stop_source source;
  Log log;
  TrainingWatch watch = log.watch();
  watch.round = [&](const RoundReport& report) {
    if (report.stage == 1 && report.round == 2) source.request_stop();
  };
  const Error error = error_of([&] { train_cascade(cross_options(), data, {}, watch, source.get_token()); });
  EXPECT_EQ(error.kind(), Kind::canceled);
  EXPECT_THAT(error.message(), HasSubstr("--resume"));
  EXPECT_EQ(log.checkpoints.back().rounds, 2u);
  EXPECT_EQ(train(cross_options(), data, log.checkpoints.back()).cascade.parts(),
            train(cross_options(), data).cascade.parts());
}

TEST(TrainCascade, RefusesACheckpointOfOtherOptionsOrData) {
  const TrainingData data = cross_training();
  Log log;
  train(cross_options(), data, {}, log.watch());
  const TrainingState& state = log.checkpoints[3];
  CascadeTrainerOptions other = cross_options();
  other.bins = 15;
  TrainingData other_positives = data, other_negatives = data;
  other_positives.positives.append(test::cross_windows(1, 5));
  other_negatives.negatives_fingerprint = 8;
  for (const Error& error : {error_of([&] { train(other, data, state); }),
                             error_of([&] { train(cross_options(), other_positives, state); }),
                             error_of([&] { train(cross_options(), other_negatives, state); })}) {
    EXPECT_EQ(error.kind(), Kind::training);
    EXPECT_THAT(error.message(), HasSubstr("different options or data"));
  }
}

TEST(TrainCascade, ReachesItsGoalsWithPairsOfFeatures) {
  CascadeTrainerOptions options = cross_options();
  options.joint = 2;
  options.bins = 6;
  const Cascade cascade = train(options, cross_training()).cascade;
  EXPECT_EQ(cascade.features(0).size(), 2u);
  EXPECT_EQ(cascade.table(0).size(), 36u);
  const TrainingWindows fresh = test::cross_windows(500, 99);
  int hits = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) hits += cascade.score(fresh.image(i)).has_value();
  EXPECT_GT(hits, 500 * 0.93);
}

TEST(TrainCascade, AddsStagesToAFinishedTraining) {
  const TrainingData data = cross_training();
  CascadeTrainerOptions shorter = cross_options();
  shorter.stages = 2;
  Log log;
  train(shorter, data, {}, log.watch());
  EXPECT_EQ(train(cross_options(), data, log.checkpoints.back()).cascade.parts(),
            train(cross_options(), data).cascade.parts());
}

TEST(TrainCascade, ReportsRoundsAndStages) {
  Log log;
  const TrainingResult result = train(cross_options(), cross_training(), {}, log.watch());
  ASSERT_EQ(log.stages.size(), result.cascade.stages().size());
  std::size_t weak = 0;
  for (std::size_t s = 0; s < log.stages.size(); ++s) {
    const StageReport& report = log.stages[s];
    EXPECT_EQ(report.stage, s + 1);
    weak += report.weak;
    EXPECT_EQ(result.cascade.stages()[s].end, weak);
    EXPECT_LE(report.weak, 10u);
    EXPECT_GE(report.detection, std::pow(0.99, s + 1) - 1e-9);
    EXPECT_THAT(report.negatives, testing::AllOf(testing::Ge(80u), testing::Le(320u)));
  }
  EXPECT_EQ(log.rounds.front().stage, 1u);
  EXPECT_EQ(log.rounds.front().round, 1u);
  EXPECT_EQ(log.checkpoints.size(), log.rounds.size() + 2 * log.stages.size());
}

TEST(TrainCascade, KeepsTheAskedShareOfValidationObjectsInEachStage) {
  const TrainingData data = cross_training();
  CascadeTrainerOptions strict = cross_options();
  strict.min_hit_rate = 1;
  const Cascade cascade = train(strict, data).cascade;
  for (std::size_t i = 0; i < data.validation.size(); ++i) {
    EXPECT_TRUE(cascade.score(data.validation.image(i)).has_value());
  }
}

TEST(TrainCascade, GivesUpNoObjectThatCostsNothingToKeep) {
  const TrainingData data = cross_training();
  CascadeTrainerOptions easy = cross_options();
  easy.stages = 1;
  easy.min_hit_rate = 0.9;
  easy.max_false_alarm_rate = 0.9;
  Log log;
  const Cascade cascade = train(easy, data, {}, log.watch()).cascade;
  ASSERT_EQ(cascade.weak_count(), 1u);
  EXPECT_GT(log.stages[0].detection, 0.97) << "one weak classifier meets the goal with room to spare";
  EXPECT_LE(log.stages[0].false_alarm, 0.9);
}

TEST(TrainCascade, KeepsEveryObjectWhileAStageIsSmall) {
  const TrainingData data = cross_training();
  CascadeTrainerOptions lossy = cross_options();
  lossy.min_hit_rate = 0.9;
  lossy.stages = 1;
  lossy.max_false_alarm_rate = 0.2;
  lossy.max_weak_count = 40;
  CascadeTrainerOptions lossless = lossy;
  lossless.lossless_weak = 20;
  Log lossy_log, lossless_log;
  train(lossy, data, {}, lossy_log.watch());
  train(lossless, data, {}, lossless_log.watch());
  EXPECT_LT(lossy_log.stages[0].detection, 1);
  EXPECT_EQ(lossless_log.stages[0].detection, 1);
  EXPECT_GT(lossless_log.stages[0].weak, lossy_log.stages[0].weak);
}

TEST(TrainCascade, SaysThatAllStagesAreTrained) {
  const TrainingResult result = train(cross_options(), cross_training());
  EXPECT_EQ(result.cascade.stages().size(), 3u);
  EXPECT_THAT(result.ending, HasSubstr("all 3 stages are trained"));
}

TEST(TrainCascade, EndsEarlyWhenTheFalseAlarmGoalIsReached) {
  CascadeTrainerOptions easy = cross_options();
  easy.stages = 50;
  easy.cascade_false_alarm_rate = 0.02;
  const TrainingResult result = train(easy, cross_training());
  EXPECT_LT(result.cascade.stages().size(), 10u);
  EXPECT_THAT(result.ending, testing::AllOf(HasSubstr("complete"), HasSubstr("goal is reached")));
}

TEST(TrainCascade, EndsWhenTheImagesHoldNoMoreFalseAlarms) {
  CascadeTrainerOptions endless = cross_options();
  endless.stages = 50;
  endless.cascade_false_alarm_rate = 1e-9;
  const TrainingResult result = train(endless, cross_training(2));
  EXPECT_LT(result.cascade.stages().size(), 20u);
  EXPECT_THAT(result.ending, HasSubstr("no more false alarms"));
}

TEST(TrainCascade, SaysWhenThereAreTooFewNegatives) {
  TrainingData data = cross_training();
  data.negatives = test::noise_images(3, {16, 16}, 1);
  const Error error = error_of([&] { train(cross_options(), data); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), testing::AllOf(HasSubstr("contain only"), HasSubstr("at least 100"),
                                              HasSubstr("Add more images")));
}

TEST(TrainCascade, SaysWhatDataAreMissing) {
  const TrainingWindows none(test::kCrossSide, test::kCrossSide);
  TrainingData no_positives = cross_training(), no_validation = cross_training(),
               no_negatives = cross_training();
  no_positives.positives = none;
  no_validation.validation = none;
  no_negatives.negatives.count = 0;
  for (const TrainingData& data : {no_positives, no_validation, no_negatives}) {
    EXPECT_EQ(error_of([&] { train(cross_options(), data); }).kind(), Kind::training);
  }
}

TEST(TrainCascade, SaysWhenNoNegativeImageIsAsLargeAsTheWindow) {
  TrainingData data = cross_training();
  data.negatives = test::noise_images(3, {11, 40}, 1);
  const Error error = error_of([&] { train(cross_options(), data); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("no negative image is as large as the window"));
}

TEST(TrainCascade, GoesOnFromAStateInWhichNothingPasses) {
  const TrainingData data = cross_training();
  Log log;
  const TrainingResult whole = train(cross_options(), data, {}, log.watch());
  TrainingState state = log.checkpoints.back();
  state.mining = {.evaluated = 100'000, .passed = 0, .exhausted = true};
  CascadeTrainerOptions longer = cross_options();
  longer.stages = 50;
  EXPECT_NO_THROW(train(longer, data, state));
}

TEST(TrainCascade, SurvivesWindowsThatAreToldApartPerfectly) {
  TrainingData data = cross_training();
  data.positives = data.validation = TrainingWindows(test::kCrossSide, test::kCrossSide);
  for (std::uint64_t i = 0; i < 200; ++i) {
    cv::Mat window = test::dim_noise(test::kCrossSide, test::kCrossSide, i);
    data.validation.add(window);  // so alike to negatives that no threshold reaches the goal
    for (int k = 0; k < 4; ++k) test::draw_cross(window, {0, 0});
    data.positives.add(window);
  }
  CascadeTrainerOptions options = cross_options();
  options.stages = 1;
  options.max_weak_count = 200;
  options.max_false_alarm_rate = 0.001;
  EXPECT_EQ(train(options, data).cascade.stages().size(), 1u);
}

TEST(CascadeTrainerOptions, NameTheOptionThatMakesNoSense) {
  const auto where = [](auto spoil) {
    CascadeTrainerOptions options;
    spoil(options);
    const Error error = error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  using Options = CascadeTrainerOptions;
  EXPECT_EQ(where([](Options& o) { o.stages = 0; }), "--stages");
  EXPECT_EQ(where([](Options& o) { o.min_hit_rate = 0.5; }), "--min-hit-rate");
  EXPECT_EQ(where([](Options& o) { o.max_false_alarm_rate = 1; }), "--max-false-alarm-rate");
  EXPECT_EQ(where([](Options& o) { o.cascade_false_alarm_rate = 0; }), "--cascade-false-alarm-rate");
  EXPECT_EQ(where([](Options& o) { o.max_weak_count = 0; }), "--max-weak-count");
  EXPECT_EQ(where([](Options& o) { o.mined = 199; }), "--mined");
  EXPECT_EQ(where([](Options& o) { o.features = 0; }), "--features");
  EXPECT_EQ(where([](Options& o) { o.min_side = 0; }), "--min-side");
  EXPECT_EQ(where([](Options& o) { o.bins = 257; }), "--bins");
  EXPECT_EQ(where([](Options& o) { o.min_deviation = 0; }), "--min-deviation");
  EXPECT_EQ(where([](Options& o) { o.smoothing = std::nan(""); }), "--smoothing");
  EXPECT_EQ(where([](Options& o) { o.weight_trimming = 0; }), "--weight-trimming");
  EXPECT_EQ(where([](Options& o) { o.backtrack = -1; }), "--backtrack");
  EXPECT_EQ(where([](Options& o) { o.mining_step = 1; }), "--mining-step");
  EXPECT_EQ(where([](Options& o) { o.memory = 0; }), "--memory");
}

}  // namespace
}  // namespace ocelli::internal::cascade_trainer_test
