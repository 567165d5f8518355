#include "ocelli/features/haar/training_windows.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "features/random_features.hpp"

namespace ocelli::internal::training_windows_test {
namespace {

using test::error_of;
using test::noise;

TEST(InverseDeviation, IsOneOverTheDeviation) {
  // Pixels 0, 10, 0, 10: mean 5, deviation 5.
  EXPECT_FLOAT_EQ(inverse_deviation(20, 200, 4, 1), 1.0f / 5);
}

TEST(InverseDeviation, OfAFlatWindowIsBoundedByTheLeastDeviation) {
  EXPECT_FLOAT_EQ(inverse_deviation(400, 40000, 4, 4), 0.25f);
  EXPECT_FLOAT_EQ(inverse_deviation(0, 0, 400, 0.5f), 2);
}

TEST(InverseDeviation, AgreesWithOpenCV) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const cv::Mat window = noise(24, 20, seed) / 3;
    cv::Scalar mean, deviation;
    cv::meanStdDev(window, mean, deviation);
    const auto sum = static_cast<std::uint32_t>(cv::sum(window)[0]);
    const auto squares = static_cast<std::uint32_t>(window.dot(window));
    EXPECT_NEAR(inverse_deviation(sum, squares, 480, 1) * deviation[0], 1, 1e-4);
  }
}

TEST(TrainingWindows, GiveBackWhatWasAdded) {
  const cv::Mat first = noise(5, 7, 1), second = noise(30, 30, 2)(cv::Rect(3, 4, 7, 5));
  TrainingWindows windows(7, 5);
  windows.add(first);
  windows.add(second);
  ASSERT_EQ(windows.size(), 2u);
  EXPECT_TRUE(test::same_pixels(windows.image(0), first));
  EXPECT_TRUE(test::same_pixels(windows.image(1), second));
  EXPECT_EQ(windows[1][7], second.at<std::uint8_t>(1, 0));
}

TEST(TrainingWindows, RefuseWindowsOfAnotherSizeOrType) {
  TrainingWindows windows(7, 5);
  const Error error = error_of([&] { windows.add(noise(7, 5, 1)); });
  EXPECT_EQ(error.kind(), Kind::image);
  EXPECT_THAT(error.message(), testing::AllOf(testing::HasSubstr("7 x 5"), testing::HasSubstr("5 x 7")));
  EXPECT_EQ(error_of([&] { windows.add(cv::Mat(5, 7, CV_8UC3)); }).kind(), Kind::image);
  EXPECT_EQ(windows.size(), 0u);
}

TEST(TrainingWindows, PickInTheOrderAskedFor) {
  const TrainingWindows all = test::noise_windows(4, 4, 5, 1);
  const std::vector<std::uint32_t> places{3, 0, 3};
  const TrainingWindows picked = all.pick(places);
  ASSERT_EQ(picked.size(), 3u);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_TRUE(test::same_pixels(picked.image(i), all.image(places[i])));
  }
}

TEST(TrainingWindows, AppendKeepsTheOrder) {
  TrainingWindows all = test::noise_windows(4, 4, 2, 1);
  const TrainingWindows more = test::noise_windows(4, 4, 3, 2);
  all.append(more);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_TRUE(test::same_pixels(all.image(2), more.image(0)));
  EXPECT_EQ(error_of([&] { all.append(TrainingWindows(5, 4)); }).kind(), Kind::image);
}

}  // namespace
}  // namespace ocelli::internal::training_windows_test
