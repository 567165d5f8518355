#include "ocelli/detection/training/opencv/opencv_trainer.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "data/expect_error.hpp"
#include "detection/crosses.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/enum_words.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"

namespace ocelli::internal::opencv_trainer_test {
namespace {

using test::contrasted_cross_training;
using test::cross_options;
using test::error_of;

OpenCvTrainingResult train(const OpenCvStageOptions& options,
                           const std::optional<OpenCvTrainingState>& from = {},
                           const OpenCvTrainingWatch& watch = {}) {
  return train_opencv_cascade(cross_options(), options, contrasted_cross_training(), from, watch, {});
}

TEST(TrainOpenCvCascade, IsTheSameForAnyNumberOfThreads) {
  const auto run = [] { return train({.tree_depth = 2}).cascade.parts(); };
  EXPECT_EQ(test::with_threads(1, run), test::with_threads(2, run));
}

TEST(TrainOpenCvCascade, GoesOnFromCheckpointsToTheSameCascade) {
  for (const OpenCvFeatureKind kind : {OpenCvFeatureKind::haar_all, OpenCvFeatureKind::lbp}) {
    const OpenCvStageOptions options{.feature_kind = kind, .tree_depth = 2};
    std::vector<OpenCvTrainingState> checkpoints;
    OpenCvTrainingWatch watch;
    watch.checkpoint = [&](const OpenCvTrainingState& state) { checkpoints.push_back(state); };
    const OpenCvTrainingResult whole = train(options, {}, watch);
    ASSERT_GT(checkpoints.size(), 6u);
    for (std::size_t k = 0; k < checkpoints.size(); k += 3) {
      const std::vector<std::byte> file = serialize(checkpoints[k]);
      const OpenCvTrainingState read = load_opencv_checkpoint(file, "checkpoint");
      ASSERT_TRUE(read == checkpoints[k]) << "checkpoint " << k;
      const OpenCvTrainingResult resumed = train(options, read);
      ASSERT_EQ(resumed.cascade, whole.cascade) << "from checkpoint " << k;
      EXPECT_EQ(resumed.ending, whole.ending);
    }
  }
}

/// OpenCV lets windows pass that lie a little below a stage's threshold. A stage of few trees has few
/// different scores, of which the highest that is to be rejected must not be among these.
TEST(TrainOpenCvCascade, PassesAsFewWindowsAsItsStagesWereMeasuredToPass) {
  for (const OpenCvFeatureKind kind : {OpenCvFeatureKind::haar_core, OpenCvFeatureKind::lbp}) {
    std::vector<double> measured, found;
    OpenCvTrainingWatch watch;
    watch.stage = [&](const StageReport& report) { measured.push_back(report.cascade_false_alarm); };
    watch.checkpoint = [&](const OpenCvTrainingState& state) {
      if (!state.negatives.empty() && state.cascade.stages.size() == found.size() + 1)
        found.push_back(state.mining.false_alarm_rate());
    };
    train({.feature_kind = kind}, {}, watch);
    ASSERT_GE(found.size(), 1u);
    for (std::size_t stage = 0; stage < found.size(); ++stage)
      EXPECT_LT(found[stage], 2 * measured[stage]) << to_string(kind) << ", stage " << stage + 1;
  }
}

TEST(TrainOpenCvCascade, RefusesACheckpointOfOtherOptions) {
  OpenCvTrainingState last;
  OpenCvTrainingWatch watch;
  watch.checkpoint = [&](const OpenCvTrainingState& state) { last = state; };
  train({.tree_depth = 1}, {}, watch);
  EXPECT_EQ(error_of([&] { train({.tree_depth = 2}, last); }).kind(), Kind::training);
}

TEST(OpenCvStageOptions, RefusesWhatMakesNoSense) {
  EXPECT_EQ(error_of([] { OpenCvStageOptions{.tree_depth = 5}.validate(); }).where(), "--tree-depth");
}

TEST(OpenCvFeaturePool, HasThePoolsOfOpencvTraincascade) {
  // As opencv_traincascade counts them for a window of 24 x 24.
  const auto count = [](OpenCvFeatureKind kind) { return count_opencv_features({.kind = kind}); };
  EXPECT_EQ(count(OpenCvFeatureKind::lbp), 8464u);
  EXPECT_EQ(count(OpenCvFeatureKind::haar_basic), 162336u);
}

TEST(OpenCvFeaturePool, DrawsOnlyFeaturesThatACascadeTakes) {
  for (const auto kind :
       {OpenCvFeatureKind::haar_core, OpenCvFeatureKind::haar_all, OpenCvFeatureKind::lbp}) {
    OpenCvCascadeParts parts{.width = 9, .height = 12, .label = {}, .features = {}, .stages = {}};
    const OpenCvPoolOptions options{.kind = kind, .width = 9, .height = 12};
    parts.features = draw_opencv_features(options, 1'000'000, 1);
    parts.stages = {{.trees = {{.nodes = {{}}, .leaves = {0, 1}}}, .threshold = 0}};
    EXPECT_EQ(OpenCvCascade(parts).feature_count(), count_opencv_features(options));
    parts.features = draw_opencv_features(options, 10, 1);
    EXPECT_EQ(OpenCvCascade(parts).feature_count(), 10u);
  }
}

}  // namespace
}  // namespace ocelli::internal::opencv_trainer_test
