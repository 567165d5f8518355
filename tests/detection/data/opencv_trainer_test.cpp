#include "ocelli/detection/training/opencv/opencv_trainer.hpp"

#include <gmock/gmock.h>

#include <opencv2/objdetect.hpp>
#include <string>
#include <vector>

#include "detection/crosses.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal::opencv_trainer_test {
namespace {

/// The windows that OpenCV's own detector passes, by number.
std::vector<std::uint32_t> passed_by_opencv(cv::CascadeClassifier& theirs, const TrainingWindows& windows) {
  const cv::Size size(windows.width(), windows.height());
  std::vector<std::uint32_t> passed;
  for (std::uint32_t i = 0; i < windows.size(); ++i) {
    std::vector<cv::Rect> found;
    theirs.detectMultiScale(windows.image(i), found, 1.1, 0, 0, size, size);
    if (!found.empty()) passed.push_back(i);
  }
  return passed;
}

class TrainForOpenCv : public testing::TestWithParam<OpenCvStageOptions> {};

TEST_P(TrainForOpenCv, GivesACascadeThatOpenCvDecidesWithAsWeDo) {
  const TrainingData data = test::contrasted_cross_training();
  const OpenCvTrainingResult trained =
      train_opencv_cascade(test::cross_options(), GetParam(), data, {}, {}, {});
  const cv::FileStorage storage(cascade_xml(trained.cascade),
                                cv::FileStorage::READ | cv::FileStorage::MEMORY);
  cv::CascadeClassifier theirs;
  ASSERT_TRUE(theirs.read(storage.getFirstTopLevelNode()));

  const std::vector<std::uint32_t> objects = passing_windows(trained.cascade.parts(), data.positives);
  EXPECT_GT(objects.size(), data.positives.size() * 9 / 10);
  EXPECT_EQ(passed_by_opencv(theirs, data.positives), objects);

  const cv::Size window(trained.cascade.width(), trained.cascade.height());
  OpenCvCascadeParts no_stages;
  no_stages.width = window.width;
  no_stages.height = window.height;
  const ScanOptions scan = MiningOptions().scan;
  const MinedNegatives any = mine_negatives(data.negatives, search_with(no_stages, scan), 2000, 1, 1, {}, {});
  const TrainingWindows others = crop_windows(data.negatives, window, scan, any.windows);
  const std::vector<std::uint32_t> false_alarms = passing_windows(trained.cascade.parts(), others);
  EXPECT_LT(false_alarms.size(), others.size() / 10);
  EXPECT_EQ(passed_by_opencv(theirs, others), false_alarms);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, TrainForOpenCv,
    testing::Values(OpenCvStageOptions{.feature_kind = OpenCvFeatureKind::haar_basic, .tree_depth = 1},
                    OpenCvStageOptions{.feature_kind = OpenCvFeatureKind::haar_core, .tree_depth = 2},
                    OpenCvStageOptions{.feature_kind = OpenCvFeatureKind::haar_all, .tree_depth = 3},
                    OpenCvStageOptions{.feature_kind = OpenCvFeatureKind::lbp, .tree_depth = 1},
                    OpenCvStageOptions{.feature_kind = OpenCvFeatureKind::lbp, .tree_depth = 2}));

}  // namespace
}  // namespace ocelli::internal::opencv_trainer_test
