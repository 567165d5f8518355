#include "ocelli/samples/image_fit.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>

namespace ocelli::internal::image_fit_test {
namespace {

bool equal(const cv::Mat& first, const cv::Mat& second) { return cv::norm(first, second, cv::NORM_INF) == 0; }

TEST(FitImage, LeavesAnImageOfTheShapeAsItIs) {
  cv::Mat image(5, 7, CV_8UC1);
  cv::randu(image, 0, 255);
  EXPECT_TRUE(equal(fit_image(image, {.width = 7, .height = 5}), image));
}

TEST(FitImage, KeepsTheAspectAndFillsWithTheBordersMedian) {
  cv::Mat image(10, 20, CV_8UC1, cv::Scalar(200));
  image(cv::Rect(1, 1, 18, 8)) = 50;
  image(cv::Rect(0, 0, 5, 1)) = 0;
  const cv::Mat fitted = fit_image(image, {.width = 10, .height = 10});
  ASSERT_EQ(fitted.size(), cv::Size(10, 10));
  for (const int y : {0, 1, 8, 9})
    EXPECT_TRUE(equal(fitted.row(y), cv::Mat(1, 10, CV_8UC1, cv::Scalar(200))));
  EXPECT_EQ(fitted.at<std::uint8_t>(4, 5), 50);
  EXPECT_EQ(fitted.at<std::uint8_t>(3, 9), (50 + 200) / 2) << "an average of the pixels beneath";
}

TEST(FitImage, GrowsSmallImages) {
  const cv::Mat fitted = fit_image(cv::Mat(1, 2, CV_8UC1, cv::Scalar(9)), {.width = 6, .height = 6});
  EXPECT_TRUE(equal(fitted, cv::Mat(6, 6, CV_8UC1, cv::Scalar(9))));
}

TEST(FitImage, KeepsLinesOfSmallImagesBright) {
  cv::Mat image(8, 8, CV_8UC1, cv::Scalar(0));
  image.col(3) = 255;
  const cv::Mat fitted = fit_image(image, {.width = 32, .height = 32});
  double max = 0;
  cv::minMaxLoc(fitted.row(16), nullptr, &max);
  EXPECT_GT(max, 245) << "linear interpolation gives 223";
}

TEST(FitImage, KeepsAtLeastOnePixelOfTheThinnestImage) {
  cv::Mat image(1, 1000, CV_8UC1, cv::Scalar(7));
  EXPECT_EQ(fit_image(image, {.width = 4, .height = 4}).size(), cv::Size(4, 4));
  EXPECT_EQ(fit_image(image, {.width = 1, .height = 1}).size(), cv::Size(1, 1));
}

TEST(BorderMedian, IsThatOfTheOutermostPixels) {
  const cv::Mat image = (cv::Mat_<float>(3, 4) << 1, 2, 3, 4, 5, 90, 90, 6, 7, 8, 9, 10);
  EXPECT_EQ(border_median(image), 6);
  EXPECT_EQ(border_median(cv::Mat(1, 1, CV_8UC1, cv::Scalar(3))), 3);
}

TEST(WriteSample, WritesGrayLevelsOrPlanesAsManyAsTheRowHolds) {
  cv::Mat picture(1, 2, CV_8UC3);
  picture.at<cv::Vec3b>(0, 0) = {255, 0, 0};  // blue
  picture.at<cv::Vec3b>(0, 1) = {90, 90, 90};
  std::vector<float> gray(2), planes(6);
  write_sample(picture, {2, 1}, gray);
  write_sample(picture, {2, 1}, planes);
  EXPECT_THAT(gray, testing::ElementsAre(29, 90));
  EXPECT_THAT(planes, testing::ElementsAre(29, 90, 255, 128, 107, 128)) << "Y, Cb, Cr of BT.601";
  write_sample(cv::Mat(1, 2, CV_8UC1, cv::Scalar(7)), {2, 1}, planes);
  EXPECT_THAT(planes, testing::ElementsAre(7, 7, 128, 128, 128, 128));
}

TEST(WithColors, AddsPlanesWithoutColor) {
  Samples images{SampleValues(2, 2), ImageShape{2, 1}, {0, 1}, {"a", "b"}};
  images.values << 1, 2, 3, 4;
  const Samples colored = with_colors(images);
  EXPECT_TRUE(colored.has_colors());
  EXPECT_THAT(colored.row(1), testing::ElementsAre(3, 4, 128, 128, 128, 128));
  EXPECT_EQ(with_colors(colored).values, colored.values);
  EXPECT_EQ(gray_levels(colored).values, images.values);
  EXPECT_TRUE(colored.gives(6) && colored.gives(2));
  EXPECT_FALSE(colored.gives(4) || images.gives(6));
}

}  // namespace
}  // namespace ocelli::internal::image_fit_test
