#include "ocelli/training/feature_sheet.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

namespace ocelli::internal::feature_sheet_test {
namespace {

const cv::Vec3b kGray(100, 100, 100);

HaarFeature feature(std::initializer_list<WeightedRect> rects) {
  HaarFeature made;
  for (const WeightedRect& rect : rects) made.add(rect);
  return made;
}

cv::Mat drawn(const std::vector<HaarFeature>& features, int zoom) {
  return draw_features(cv::Mat(4, 6, CV_8UC1, cv::Scalar(100)), features, zoom);
}

bool is_gray(const cv::Vec3b& pixel) { return pixel[0] == pixel[1] && pixel[1] == pixel[2]; }

TEST(MeanWindow, IsTheMeanStretchedFromBlackToWhite) {
  TrainingWindows windows(2, 1);
  windows.add((cv::Mat1b(1, 2) << 10, 60));
  windows.add((cv::Mat1b(1, 2) << 30, 40));
  const cv::Mat mean = mean_window(windows);
  EXPECT_EQ(mean.at<std::uint8_t>(0, 0), 0);
  EXPECT_EQ(mean.at<std::uint8_t>(0, 1), 255);
}

TEST(SampleSheet, ShowsTheMeanAndSomeOfTheSamples) {
  TrainingWindows windows(20, 10);
  for (int i = 0; i < 100; ++i) {
    cv::Mat window(10, 20, CV_8UC1, cv::Scalar(100));
    window.colRange(0, 10) = cv::Scalar(i < 50 ? 200 : 180);
    windows.add(window);
  }
  const cv::Mat many = sample_sheet(windows);
  EXPECT_EQ(many.type(), CV_8UC1);
  EXPECT_GT(many.rows, 3 * 96) << "four rows of six";
  EXPECT_EQ(many.rows, sample_sheet(windows.pick(std::vector<std::uint32_t>(24, 7))).rows);
  EXPECT_LT(sample_sheet(windows.pick(std::vector<std::uint32_t>{3})).rows, many.rows / 2);
}

TEST(DrawFeatures, LightensWhatIsAddedAndDarkensWhatIsTakenOff) {
  const cv::Mat picture = drawn({feature({{1, 1, 2, 2, 1}, {3, 1, 2, 2, -1}})}, 5);
  ASSERT_EQ(picture.size(), cv::Size(30, 20));
  for (int y = 0; y < picture.rows; ++y) {
    for (int x = 0; x < picture.cols; ++x) {
      const cv::Vec3b pixel = picture.at<cv::Vec3b>(y, x);
      const bool inside = y >= 5 && y < 15;
      ASSERT_TRUE(is_gray(pixel));
      if (inside && x >= 5 && x < 15) {
        ASSERT_GT(pixel[0], 150) << x << ", " << y;
      } else if (inside && x >= 15 && x < 25) {
        ASSERT_LT(pixel[0], 50) << x << ", " << y;
      } else {
        ASSERT_EQ(pixel, kGray) << x << ", " << y;
      }
    }
  }
}

TEST(DrawFeatures, ShowsTheWeightThatOverlappingRectanglesLeave) {
  const cv::Mat picture =
      drawn({feature({{0, 0, 6, 1, -1}, {2, 0, 2, 1, 3}, {4, 0, 1, 1, 1}, {4, 1, 1, 1, -1}})}, 1);
  EXPECT_LT(picture.at<cv::Vec3b>(0, 0)[0], 100);
  EXPECT_GT(picture.at<cv::Vec3b>(0, 2)[0], 100);
  EXPECT_EQ(picture.at<cv::Vec3b>(0, 4), kGray) << "where the weights cancel";
}

TEST(DrawFeatures, TellsASecondFeatureByItsColors) {
  const cv::Mat picture =
      drawn({feature({{0, 0, 1, 1, 1}, {1, 0, 1, 1, -1}}), feature({{3, 2, 1, 1, 1}, {4, 2, 1, 1, -1}})}, 1);
  EXPECT_TRUE(is_gray(picture.at<cv::Vec3b>(0, 0)));
  const cv::Vec3b added = picture.at<cv::Vec3b>(2, 3), taken = picture.at<cv::Vec3b>(2, 4);
  EXPECT_GT(added[2], added[0]) << "orange";
  EXPECT_GT(taken[0], taken[2]) << "blue";
}

Cascade cascade_of(std::uint32_t weak) {
  CascadeParts parts;
  parts.width = parts.height = 4;
  parts.bins = 2;
  for (std::uint32_t m = 0; m < weak; ++m) {
    parts.features.push_back({feature({{0, 0, 2, 4, 1}, {2, 0, 2, 4, -1}}), 0, 1});
    parts.tables.insert(parts.tables.end(), {0, 1});
  }
  parts.stages = {{1, 0}, {weak, 0}};
  return Cascade(parts);
}

TEST(FeatureSheet, ShowsTheFirstWeakClassifiersAndNoMore) {
  const cv::Mat mean(4, 4, CV_8UC1, cv::Scalar(100));
  const cv::Mat few = feature_sheet(cascade_of(3), mean), row = feature_sheet(cascade_of(6), mean),
                max = feature_sheet(cascade_of(24), mean);
  EXPECT_EQ(few.size(), row.size()) << "one row";
  EXPECT_GT(max.rows, 3 * row.rows);
  EXPECT_EQ(feature_sheet(cascade_of(99), mean).size(), max.size());
  cv::Mat light;
  cv::inRange(row, cv::Scalar::all(180), cv::Scalar::all(210), light);
  EXPECT_GE(cv::countNonZero(light), 6 * 48 * 96) << "half of each window is added";
}

}  // namespace
}  // namespace ocelli::internal::feature_sheet_test
