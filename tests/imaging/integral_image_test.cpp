#include "ocelli/imaging/integral_image.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <ostream>

#include "data/expect_error.hpp"
#include "every_target.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::integral_image_test {
namespace {

using test::error_of;
using test::noise;

/// The sum of f(pixel) over the columns x .. x + w - 1 and the rows y .. y + h - 1, by plain loops.
template <class F>
std::uint64_t plain_sum(const cv::Mat& image, int x, int y, int w, int h, F f) {
  std::uint64_t sum = 0;
  for (int j = y; j < y + h; ++j) {
    for (int i = x; i < x + w; ++i) sum += f(std::uint64_t{image.at<std::uint8_t>(j, i)});
  }
  return sum;
}

std::uint64_t itself(std::uint64_t pixel) { return pixel; }
std::uint64_t square(std::uint64_t pixel) { return pixel * pixel; }

/// Compares every entry of the table with its definition.
template <class F>
void expect_sums(const IntegralTable& table, const cv::Mat& image, F f) {
  ASSERT_EQ(table.image_width(), image.cols);
  ASSERT_EQ(table.image_height(), image.rows);
  for (int y = 0; y <= image.rows; ++y) {
    for (int x = 0; x <= image.cols; ++x) {
      ASSERT_EQ(table.at(y, x), plain_sum(image, 0, 0, x, y, f)) << "at (" << y << ", " << x << ")";
    }
  }
}

class IntegralSizes : public testing::TestWithParam<cv::Size> {};

INSTANTIATE_TEST_SUITE_P(Sizes, IntegralSizes,
                         testing::Values(cv::Size(1, 1), cv::Size(1, 9), cv::Size(9, 1), cv::Size(2, 2),
                                         cv::Size(3, 5), cv::Size(16, 4), cv::Size(17, 13),
                                         cv::Size(31, 33)));

TEST_P(IntegralSizes, EqualPlainLoopsWithAnyNumberOfPhases) {
  const cv::Mat image = noise(GetParam().height, GetParam().width, 1);
  for (int phases = 1; phases <= 5; ++phases) {
    IntegralTable alone, sum, squared;
    integrate(image, alone, phases);
    integrate(image, sum, squared, phases);
    expect_sums(alone, image, itself);
    expect_sums(sum, image, itself);
    expect_sums(squared, image, square);
  }
}

TEST_P(IntegralSizes, EqualPlainLoopsOnAPartOfAnImage) {
  const cv::Size size = GetParam();
  const cv::Mat part = noise(size.height + 5, size.width + 7, 2)(cv::Rect(cv::Point(4, 3), size));
  IntegralTable sum, squared;
  integrate(part, sum, squared);
  expect_sums(sum, part, itself);
  expect_sums(squared, part, square);
}

TEST_P(IntegralSizes, TiltedTableHoldsTheTrianglesAbove) {
  const cv::Mat image = noise(GetParam().height, GetParam().width, 3);
  const IntegralTable tilted = integrate_tilted(image);
  for (int y = 0; y <= image.rows; ++y) {
    for (int x = 0; x <= image.cols; ++x) {
      std::uint64_t triangle = 0;
      for (int j = 0; j < y; ++j) {
        for (int i = 0; i < image.cols; ++i) {
          if (std::abs(i + 1 - x) <= y - 1 - j) triangle += image.at<std::uint8_t>(j, i);
        }
      }
      ASSERT_EQ(tilted.at(y, x), triangle) << "at (" << y << ", " << x << ")";
    }
  }
}

TEST_P(IntegralSizes, TiltedTablesOfAnyPhasesHoldTheSame) {
  const cv::Mat image = noise(GetParam().height, GetParam().width, 3);
  const IntegralTable expected = integrate_tilted(image);
  for (const int phases : {2, 3}) {
    IntegralTable tilted;
    integrate_tilted(image, tilted, phases);
    for (int y = 0; y <= image.rows; ++y) {
      for (int x = 0; x <= image.cols; ++x) ASSERT_EQ(tilted.at(y, x), expected.at(y, x)) << cv::Point(x, y);
    }
  }
}

class IntegralOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(IntegralOnEveryTarget);

// Rows of whole registers and of any remainder, with and without a last column of its own.
TEST_P(IntegralOnEveryTarget, SumsOfOneAndOfTwoPhasesEqualPlainLoops) {
  for (const int phases : {1, 2}) {
    for (int width = 1; width <= 40; ++width) {
      const cv::Mat image = noise(5, width + 3, 5).colRange(2, width + 2);
      IntegralTable sum, squared;
      integrate(image, sum, squared, phases);
      expect_sums(sum, image, itself);
      expect_sums(squared, image, square);
    }
  }
}

TEST_P(IntegralOnEveryTarget, HalvesAreTheLowerBitsOfTheSums) {
  for (int phases = 1; phases <= 3; ++phases) {
    for (int width = 1; width <= 40; ++width) {
      const cv::Mat image = noise(60, width, 5);  // sums of more than 16 bits
      IntegralTable sum, squared;
      std::vector<std::int16_t> halves;
      integrate(image, sum, squared, halves, phases);
      expect_sums(sum, image, itself);
      for (int y = 0; y <= image.rows; ++y) {
        for (int x = 0; x <= image.cols; ++x)
          ASSERT_EQ(halves[sum.index(y, x)], static_cast<std::int16_t>(sum.at(y, x))) << y << ", " << x;
      }
    }
  }
}

TEST(IntegralTable, SumsEveryRectangle) {
  const cv::Mat image = noise(7, 6, 4);
  IntegralTable sum;
  integrate(image, sum, 3);
  for (int y = 0; y <= 7; ++y) {
    for (int x = 0; x <= 6; ++x) {
      for (int h = 0; y + h <= 7; ++h) {
        for (int w = 0; x + w <= 6; ++w) ASSERT_EQ(sum.sum(x, y, w, h), plain_sum(image, x, y, w, h, itself));
      }
    }
  }
}

TEST(IntegralTable, PutsColumnsOnePeriodApartSideBySide) {
  for (int phases = 1; phases <= 5; ++phases) {
    IntegralTable table;
    table.reshape(4, 23, phases);
    for (int x = 0; x + phases <= 23; ++x) EXPECT_EQ(table.index(2, x + phases), table.index(2, x) + 1);
    EXPECT_EQ(table.index(3, 5), table.index(2, 5) + table.stride());
  }
}

TEST(IntegralTable, ForgetsTheLargerImageItHeldBefore) {
  IntegralTable sum, squared;
  integrate(noise(40, 50, 5), sum, squared, 1);
  const cv::Mat small = noise(7, 11, 6);
  integrate(small, sum, squared, 3);
  expect_sums(sum, small, itself);
  expect_sums(squared, small, square);
}

TEST(IntegralTable, StaysExactInWindowsWhenTheWholeSumPasses32Bits) {
  const cv::Mat white(4200, 4200, CV_8UC1, cv::Scalar(255));
  IntegralTable sum, squared;
  integrate(white, sum, squared, 2);
  const std::uint64_t whole = 4200ull * 4200 * 255;
  ASSERT_GT(whole, std::uint64_t{UINT32_MAX});
  EXPECT_EQ(sum.sum(104, 104, 4096, 4096), (1ull << 24) * 255);
  EXPECT_EQ(sum.sum(4180, 4180, 20, 20), 400u * 255);
  EXPECT_EQ(squared.sum(3944, 3944, 256, 256), 65536u * 65025u);
  EXPECT_EQ(squared.sum(4199, 4199, 1, 1), 65025u);
}

TEST(IntegralTable, RefusesOtherImagesAndNoPhases) {
  IntegralTable sum, squared;
  EXPECT_EQ(error_of([&] { integrate(cv::Mat(3, 3, CV_8UC3), sum); }).kind(), Kind::image);
  EXPECT_EQ(error_of([&] { integrate(cv::Mat(3, 3, CV_16UC1), sum, squared); }).kind(), Kind::image);
  EXPECT_EQ(error_of([&] { integrate_tilted(cv::Mat(3, 3, CV_32FC1)); }).kind(), Kind::image);
  EXPECT_EQ(error_of([&] { sum.reshape(3, 3, 0); }).kind(), Kind::usage);
}

/// The pixels of a rectangle tilted by 45 degrees with its top corner at (x, y), by plain loops: pixel (i, j)
/// is s steps to the lower right and t steps to the lower left of the corner, in half diagonals.
std::uint64_t plain_tilted_sum(const cv::Mat& image, int x, int y, int w, int h) {
  std::uint64_t sum = 0;
  for (int j = 0; j < image.rows; ++j) {
    for (int i = 0; i < image.cols; ++i) {
      const int s = (i + 1 - x) + (j + 1 - y), t = (j + 1 - y) - (i + 1 - x);
      if (s > 0 && s <= 2 * w && t > 0 && t <= 2 * h) sum += image.at<std::uint8_t>(j, i);
    }
  }
  return sum;
}

TEST(TiltedSum, EqualsPlainLoopsForEveryRectangle) {
  const cv::Mat image = noise(11, 9, 7);
  const IntegralTable tilted = integrate_tilted(image);
  for (int w = 1; w <= 9; ++w) {
    for (int h = 1; h + w <= 11; ++h) {
      for (int y = 0; y + w + h <= image.rows; ++y) {
        for (int x = h; x + w <= image.cols; ++x) {
          ASSERT_EQ(tilted_sum(tilted, x, y, w, h), plain_tilted_sum(image, x, y, w, h))
              << x << ' ' << y << ' ' << w << ' ' << h;
        }
      }
    }
  }
}

TEST(TiltedSum, HoldsTwiceWidthTimesHeightPixels) {
  const cv::Mat ones(20, 20, CV_8UC1, cv::Scalar(1));
  EXPECT_EQ(tilted_sum(integrate_tilted(ones), 8, 2, 5, 3), 30u);
}

}  // namespace
}  // namespace ocelli::internal::integral_image_test
