#include "ocelli/imaging/interest_points.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

#include "data/expect_error.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::interest_points_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

cv::Mat flat(int height, int width, int level) { return {height, width, CV_8UC1, cv::Scalar(level)}; }

/// A round blob of radius 2.
void draw_blob(cv::Mat& image, int x, int y, int level) {
  cv::circle(image, {x, y}, 2, cv::Scalar(level), cv::FILLED);
}

/// The differences of Gaussians in double precision, from the definition: one row per scale, pixels in row
/// order.
std::vector<std::vector<double>> plain_differences(const cv::Mat& gray, const InterestPointOptions& options) {
  const auto blur = [&](double sigma) {
    const int reach = static_cast<int>(std::ceil(3 * sigma));
    std::vector<double> smooth;
    for (int y = 0; y < gray.rows; ++y) {
      for (int x = 0; x < gray.cols; ++x) {
        double sum = 0, total = 0;
        for (int j = -reach; j <= reach; ++j) {
          for (int i = -reach; i <= reach; ++i) {
            const double weight = std::exp(-(i * i + j * j) / (2 * sigma * sigma));
            total += weight;
            sum += weight * gray.at<std::uint8_t>(std::clamp(y + j, 0, gray.rows - 1),
                                                  std::clamp(x + i, 0, gray.cols - 1));
          }
        }
        smooth.push_back(sum / total);
      }
    }
    return smooth;
  };
  std::vector<std::vector<double>> differences;
  for (int s = 0; s < options.scales; ++s) {
    std::vector<double> finer = blur(options.sigma * std::pow(options.ratio, s));
    const std::vector<double> coarser = blur(options.sigma * std::pow(options.ratio, s + 1));
    std::ranges::transform(finer, coarser, finer.begin(), std::minus());
    differences.push_back(std::move(finer));
  }
  return differences;
}

/// Whether a response is the largest of all within one pixel and one scale (a negative one: the smallest).
bool plain_extremum(const std::vector<std::vector<double>>& scales, int width, int scale, int y, int x) {
  const int height = static_cast<int>(scales[0].size()) / width;
  const double own = scales.at(scale).at(y * width + x);
  for (int s = 0; s < static_cast<int>(scales.size()); ++s) {
    for (int j = 0; j < height; ++j) {
      for (int i = 0; i < width; ++i) {
        const bool near = std::abs(s - scale) <= 1 && std::abs(j - y) <= 1 && std::abs(i - x) <= 1;
        const double there = scales[s][j * width + i];
        if (near && (own < 0 ? there < own : there > own)) return false;
      }
    }
  }
  return true;
}

/// The same points, computed from the definition. Correct if no two responses are equal.
std::vector<InterestPoint> plain_points(const cv::Mat& gray, const InterestPointOptions& options) {
  const auto scales = plain_differences(gray, options);
  std::vector<InterestPoint> all, strongest;
  for (int s = 0; s < options.scales; ++s) {
    for (int y = 0; y < gray.rows; ++y) {
      for (int x = 0; x < gray.cols; ++x) {
        const double response = scales[s][y * gray.cols + x];
        if (std::abs(response) < 0.5 || (response < 0 && !options.dark)) continue;
        if (plain_extremum(scales, gray.cols, s, y, x)) all.push_back({x, y, static_cast<float>(response)});
      }
    }
  }
  std::ranges::stable_sort(all, std::greater(), [](const InterestPoint& p) { return std::abs(p.response); });
  for (const InterestPoint& p : all) {
    const auto on_it = [&](const InterestPoint& other) { return other.x == p.x && other.y == p.y; };
    if (std::ranges::none_of(strongest, on_it)) strongest.push_back(p);
  }
  strongest.resize(std::min(strongest.size(), static_cast<std::size_t>(options.count)));
  return strongest;
}

void expect_plain(const cv::Mat& image, const InterestPointOptions& options) {
  const std::vector<InterestPoint> points = interest_points(image, options);
  const std::vector<InterestPoint> plain = plain_points(image, options);
  ASSERT_EQ(points.size(), plain.size()) << image.size();
  for (std::size_t k = 0; k < points.size(); ++k) {
    ASSERT_EQ(std::tuple(points[k].x, points[k].y), std::tuple(plain[k].x, plain[k].y)) << image.size();
    ASSERT_NEAR(points[k].response, plain[k].response, 1e-3) << image.size();
  }
}

TEST(InterestPoints, AreTheExtremaThatPlainLoopsFind) {
  for (const cv::Size size : {cv::Size(32, 32), cv::Size(17, 23), cv::Size(40, 9), cv::Size(3, 50)}) {
    const cv::Mat image = test::noise(size.height, size.width, static_cast<std::uint64_t>(size.area()));
    expect_plain(image, {});
    expect_plain(image, {.count = 256});
    expect_plain(image, {.count = 256, .dark = false});
    expect_plain(image, {.count = 256, .sigma = 0.5, .ratio = 2.5});
    expect_plain(image, {.count = 256, .sigma = 0.8, .ratio = 1.3, .scales = 4});
    expect_plain(image, {.count = 30, .sigma = 1.7, .scales = 2, .dark = false});
  }
}

TEST(InterestPoints, OfImagesOfOnePixelOrOneLineAreThoseOfPlainLoops) {
  EXPECT_THAT(interest_points(test::noise(1, 1, 1), {}), IsEmpty());
  for (const int length : {3, 4, 8, 31}) {
    expect_plain(test::noise(1, length, 2), {.count = 256, .scales = 2});
    expect_plain(test::noise(length, 1, 3), {.count = 256, .scales = 2});
  }
}

TEST(InterestPoints, StartWithTheMiddleOfABrightBlob) {
  cv::Mat image = flat(32, 32, 20);
  draw_blob(image, 21, 9, 220);
  const std::vector<InterestPoint> points = interest_points(image, {});
  ASSERT_FALSE(points.empty());
  EXPECT_EQ(points[0].x, 21);
  EXPECT_EQ(points[0].y, 9);
  EXPECT_GT(points[0].response, 20);
}

TEST(InterestPoints, AreDarkBlobsOnlyWhenAskedFor) {
  cv::Mat image = flat(32, 32, 200);
  draw_blob(image, 12, 20, 0);
  const std::vector<InterestPoint> points = interest_points(image, {.count = 1});
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].x, 12);
  EXPECT_EQ(points[0].y, 20);
  EXPECT_LT(points[0].response, -20);
  const auto response = [](const InterestPoint& p) { return p.response; };
  EXPECT_THAT(interest_points(image, {.count = 256, .dark = false}),
              Each(testing::ResultOf(response, testing::Gt(0))));
}

TEST(InterestPoints, ComeStrongestFirst) {
  cv::Mat image = flat(40, 40, 100);
  draw_blob(image, 8, 8, 150);
  draw_blob(image, 30, 8, 10);
  draw_blob(image, 8, 30, 170);
  const std::vector<InterestPoint> points = interest_points(image, {.count = 3});
  ASSERT_THAT(points, SizeIs(3));
  EXPECT_EQ(std::tuple(points[0].x, points[0].y), std::tuple(30, 8));
  EXPECT_EQ(std::tuple(points[1].x, points[1].y), std::tuple(8, 30));
  EXPECT_EQ(std::tuple(points[2].x, points[2].y), std::tuple(8, 8));
}

TEST(InterestPoints, ThatAreEquallyStrongComeUpperThenLeftFirst) {
  cv::Mat image = flat(64, 64, 0);
  for (const int y : {16, 48}) {
    for (const int x : {16, 48}) image.at<std::uint8_t>(y, x) = 255;
  }
  const std::vector<InterestPoint> points = interest_points(image, {.count = 4, .dark = false});
  ASSERT_THAT(points, SizeIs(4));
  const float response = points[0].response;
  EXPECT_THAT(points, ElementsAre(InterestPoint{16, 16, response}, InterestPoint{48, 16, response},
                                  InterestPoint{16, 48, response}, InterestPoint{48, 48, response}));
}

TEST(InterestPoints, AreAsManyAsAskedForAndTheSameWhateverTheirNumber) {
  const cv::Mat image = test::noise(32, 32, 4);
  const std::vector<InterestPoint> many = interest_points(image, {.count = 50});
  ASSERT_THAT(many, SizeIs(50));
  for (const int count : {1, 2, 10, 49}) {
    EXPECT_EQ(interest_points(image, {.count = count}), std::vector(many.begin(), many.begin() + count));
  }
}

TEST(InterestPoints, AreFewerWhereThereAreFewerExtrema) {
  cv::Mat image = flat(32, 32, 0);
  draw_blob(image, 10, 12, 200);
  EXPECT_THAT(interest_points(image, {.count = 10, .dark = false}), SizeIs(1));
}

TEST(InterestPoints, OfABlankImageAreNone) {
  for (const int level : {0, 77, 255}) {
    EXPECT_THAT(interest_points(flat(32, 32, level), {.scales = 3}), IsEmpty());
  }
}

TEST(InterestPoints, DoNotComeOfDifferencesBelowHalfAGrayLevel) {
  cv::Mat image = flat(32, 32, 100);
  image.at<std::uint8_t>(16, 16) = 103;  // exceeds its surroundings by 0.3 levels
  EXPECT_THAT(interest_points(image, {}), IsEmpty());
  image.at<std::uint8_t>(16, 16) = 110;
  EXPECT_THAT(interest_points(image, {.dark = false}), SizeIs(1));
}

// All rows of a stripe have the same response.
TEST(InterestPoints, OfAPlateauCountOnceAtItsFirstPixel) {
  cv::Mat image = flat(24, 24, 0);
  image.col(9).setTo(200);
  const std::vector<InterestPoint> points = interest_points(image, {.dark = false});
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].x, 9);
  EXPECT_EQ(points[0].y, 0);
}

TEST(InterestPoints, DoNotDependOnPixelsBetweenTheRowsOfAView) {
  const cv::Mat wide = test::noise(30, 50, 6);
  const cv::Mat view = wide(cv::Rect(11, 5, 20, 21));
  EXPECT_EQ(interest_points(view, {}), interest_points(view.clone(), {}));
}

TEST(InterestPoints, AreNotLookedForInColor) {
  EXPECT_EQ(test::error_of([] { interest_points(cv::Mat(8, 8, CV_8UC3, cv::Scalar::all(0)), {}); }).kind(),
            Kind::image);
  EXPECT_EQ(test::error_of([] { interest_points(cv::Mat(8, 8, CV_32FC1, cv::Scalar(0)), {}); }).kind(),
            Kind::image);
}

TEST(InterestPointOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_of = [](const InterestPointOptions& options) {
    const Error error = test::error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  EXPECT_EQ(place_of({.count = 0}), "--points");
  EXPECT_EQ(place_of({.count = 257}), "--points");
  EXPECT_EQ(place_of({.sigma = 0}), "--point-sigma");
  EXPECT_EQ(place_of({.sigma = std::nan("")}), "--point-sigma");
  EXPECT_EQ(place_of({.ratio = 1}), "--point-ratio");
  EXPECT_EQ(place_of({.ratio = 11}), "--point-ratio");
  EXPECT_EQ(place_of({.scales = 0}), "--point-scales");
  EXPECT_EQ(place_of({.scales = 17}), "--point-scales");
  EXPECT_EQ(place_of({.sigma = 10, .ratio = 4, .scales = 2}), "--point-scales");
  EXPECT_NO_THROW(InterestPointOptions().validate());
}

}  // namespace
}  // namespace ocelli::internal::interest_points_test
