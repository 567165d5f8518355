#include "ocelli/text/training/print_scan.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"

namespace ocelli::internal::print_scan_test {
namespace {

using testing::HasSubstr;

constexpr PrintScanOptions kNone{
    .spread = 0, .blur = 0, .unevenness = 0, .grain = 0, .specks = 0, .skew = 0, .breaks = 0};

/// Twenty upright strokes, each with its owner.
struct Strokes {
  cv::Mat image = cv::Mat(40, 210, CV_8UC1, cv::Scalar(255)), owners = cv::Mat::zeros(40, 210, CV_16UC1);
  Strokes() {
    for (int i = 0; i < 20; ++i) {
      image(cv::Rect(6 + 10 * i, 8, 5, 24)) = 0;
      owners(cv::Rect(6 + 10 * i, 8, 5, 24)) = i + 1;
    }
  }
};

Scan scan(const PrintScanOptions& options, std::uint64_t seed) {
  const Strokes strokes;
  Random random(seed);
  return print_and_scan(strokes.image, strokes.owners, options, random);
}

bool same(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && cv::countNonZero(a != b) == 0;
}

TEST(PrintAndScan, OfNoStrengthLeavesBlackAndWhite) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Scan result = scan(kNone, seed);
    EXPECT_TRUE(same(result.image, Strokes().image)) << seed;
    EXPECT_TRUE(same(result.owners, Strokes().owners)) << seed;
  }
}

TEST(PrintAndScan, DependsOnTheSeedAlone) {
  EXPECT_TRUE(same(scan({}, 1).image, scan({}, 1).image));
  EXPECT_TRUE(same(scan({}, 1).owners, scan({}, 1).owners));
  EXPECT_FALSE(same(scan({}, 1).image, scan({}, 2).image));
}

TEST(PrintAndScan, IsBlackAndWhiteUnlessAskedForGray) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const cv::Mat image = scan({}, seed).image;
    EXPECT_EQ(cv::countNonZero(image == 0) + cv::countNonZero(image == 255), 40 * 210);
  }
  const cv::Mat gray = scan({.gray = 1}, 3).image;
  EXPECT_LT(cv::countNonZero(gray == 0) + cv::countNonZero(gray == 255), 40 * 210 / 2);
}

TEST(PrintAndScan, LeavesMostInkAndGivesItToItsOwners) {
  double kept = 0;
  constexpr int kSeeds = 60;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Scan result = scan({}, seed);
    const cv::Mat theirs = (Strokes().owners > 0) & (result.owners == Strokes().owners);
    kept += cv::countNonZero(theirs) / (20.0 * 5 * 24);
    EXPECT_EQ(cv::countNonZero((result.image == 255) & (result.owners > 0)), 0) << "paper has no owner";
  }
  EXPECT_GT(kept / kSeeds, 0.75);
  EXPECT_LT(kept / kSeeds, 0.99) << "something must change";
}

TEST(PrintAndScan, SpreadsInkByUpToItsStrength) {
  PrintScanOptions spread = kNone;
  spread.spread = 2;
  spread.blur = 1.2;
  int min = 1 << 20, max = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int ink = cv::countNonZero(scan(spread, seed).image == 0);
    min = std::min(min, ink);
    max = std::max(max, ink);
  }
  EXPECT_LT(min, 20 * 4 * 24) << "thinner strokes";
  EXPECT_GT(max, 20 * 6 * 24) << "heavier strokes";
}

TEST(PrintAndScan, TakesImagesWithoutOwnersAndOfOnePixel) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Scan result = print_and_scan(cv::Mat(1, 1, CV_8UC1, cv::Scalar(0)), {}, {.gray = 0.5}, random);
    EXPECT_EQ(result.image.size(), cv::Size(1, 1));
    EXPECT_TRUE(result.owners.empty());
  }
}

TEST(PrintAndScan, RefusesOtherImages) {
  Random random(1);
  const Strokes strokes;
  const auto kind = [&random](const cv::Mat& image, const cv::Mat& owners) {
    return test::error_of([&] { print_and_scan(image, owners, {}, random); }).kind();
  };
  EXPECT_EQ(kind({}, {}), Kind::image);
  EXPECT_EQ(kind(cv::Mat(4, 4, CV_8UC3), {}), Kind::image);
  EXPECT_EQ(kind(strokes.image, cv::Mat::zeros(4, 4, CV_16UC1)), Kind::image);
}

TEST(PrintScanOptions, NameTheOneThatMakesNoSense) {
  const auto message = [](const PrintScanOptions& options) {
    return std::string(test::error_of([&] { options.validate(); }).what());
  };
  EXPECT_THAT(message({.resolution = 0}), HasSubstr("resolution"));
  EXPECT_THAT(message({.spread = -1}), HasSubstr("ink-spread"));
  EXPECT_THAT(message({.blur = NAN}), HasSubstr("scan-blur"));
  EXPECT_THAT(message({.specks = 1e9}), HasSubstr("specks"));
  EXPECT_THAT(message({.gray = 2}), HasSubstr("gray"));
}

}  // namespace
}  // namespace ocelli::internal::print_scan_test
