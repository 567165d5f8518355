#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "detection/random_cascade.hpp"
#include "detection/scans.hpp"
#include "every_target.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/scanner.hpp"

/// The scan's kernels, on every instruction set that the machine has, against plain scanning.
namespace ocelli::internal::scanner_targets_test {
namespace {

using test::noise;
using test::plain_scan;
using test::random_cascade;
using test::scan;
using test::scanner_of;

class ScannerOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(ScannerOnEveryTarget);

constexpr int kWindowWidth = 9, kWindowHeight = 8;

const cv::Size kImageSizes[] = {{9, 8}, {10, 9}, {9, 60}, {61, 8}, {33, 27}, {170, 15}, {64, 48}};

TEST_P(ScannerOnEveryTarget, FindsExactlyWhatPlainScanningFinds) {
  std::size_t found = 0, evaluated = 0;
  const Scanner everywhere =
      scanner_of(random_cascade(kWindowWidth, kWindowHeight, 0, 1), {.scale_step = 1.4, .stride = 1});
  for (std::uint32_t stages = 0; stages <= 4; ++stages) {
    for (int stride = 1; stride <= 3; ++stride) {
      const Scanner scanner = scanner_of(random_cascade(kWindowWidth, kWindowHeight, stages, 10 + stages),
                                         {.scale_step = 1.4, .stride = stride});
      for (const cv::Size size : kImageSizes) {
        const cv::Mat image = noise(size.height, size.width, 1);
        const std::vector<LevelWindow> expected = plain_scan(scanner, image);
        ASSERT_EQ(scan(scanner, image), expected) << stages << " stages, stride " << stride << ", " << size;
        if (stages == 0) continue;
        found += expected.size();
        evaluated += everywhere.window_count(size);
      }
    }
  }
  EXPECT_GT(found, evaluated / 50);
  EXPECT_LT(found, evaluated * 3 / 4);
}

TEST_P(ScannerOnEveryTarget, FindsExactlyWhatPlainScanningFindsBeyondTheEdge) {
  for (const double overhang : {0.12, 0.25, 0.45}) {
    for (int stride = 1; stride <= 3; ++stride) {
      const Scanner scanner = scanner_of(random_cascade(kWindowWidth, kWindowHeight, 3, 13),
                                         {.scale_step = 1.15, .stride = stride, .overhang = overhang});
      std::size_t found = 0;
      for (const cv::Size size : {cv::Size(5, 6), {9, 8}, {33, 27}, {170, 15}, {64, 48}}) {
        const cv::Mat image = noise(size.height, size.width, 1);
        const std::vector<LevelWindow> expected = plain_scan(scanner, image);
        ASSERT_EQ(scan(scanner, image), expected) << overhang << ", stride " << stride << ", " << size;
        found += expected.size();
      }
      EXPECT_GT(found, 0u);
    }
  }
}

TEST_P(ScannerOnEveryTarget, ScoresPairsOfFeaturesAsThePlainEvaluator) {
  for (const int stride : {1, 2}) {
    const Scanner scanner =
        scanner_of(random_cascade(kWindowWidth, kWindowHeight, 4, 3, 2), {.stride = stride});
    const cv::Mat image = noise(48, 64, 9);
    const std::vector<LevelWindow> expected = plain_scan(scanner, image);
    EXPECT_EQ(scan(scanner, image), expected);
    EXPECT_THAT(expected, testing::Not(testing::IsEmpty()));
  }
}

// Tables that fill one register or a few, and tables that do not.
TEST_P(ScannerOnEveryTarget, ScoresTablesOfAnySizeAsThePlainEvaluator) {
  const cv::Mat image = noise(26, 150, 9);  // rows of several registers
  for (const auto& [joint, bins] :
       {std::pair(1, 8), {1, 16}, {1, 32}, {1, 48}, {1, 64}, {1, 80}, {1, 128}, {2, 4}, {2, 8}, {2, 16}}) {
    CascadeParts parts = random_cascade(kWindowWidth, kWindowHeight, 3, 3, joint, bins);
    for (CascadeStage& stage : parts.stages) stage.threshold = -2;
    const Scanner scanner = scanner_of(std::move(parts));
    const std::vector<LevelWindow> expected = plain_scan(scanner, image);
    EXPECT_EQ(scan(scanner, image), expected) << bins << " bins of " << joint;
    EXPECT_THAT(expected, testing::Not(testing::IsEmpty()));
  }
}

TEST_P(ScannerOnEveryTarget, HearsWhatMirrorImagesSayWhereObjectsAreSymmetric) {
  for (const int stride : {1, 2}) {
    CascadeParts parts = random_cascade(kWindowWidth, kWindowHeight, 4, 3, 2);
    const cv::Mat image = noise(48, 64, 9);
    const std::vector<LevelWindow> alone = scan(scanner_of(parts, {.stride = stride}), image);
    parts.symmetric = true;
    const Scanner scanner = scanner_of(parts, {.stride = stride});
    const std::vector<LevelWindow> found = scan(scanner, image);
    EXPECT_EQ(found, plain_scan(scanner, image));
    EXPECT_EQ(found.size(), alone.size());
    EXPECT_NE(found, alone);
  }
}

TEST_P(ScannerOnEveryTarget, ScoresWindowsOfAnyContrastAlike) {
  const Scanner scanner = scanner_of(random_cascade(kWindowWidth, kWindowHeight, 2, 4));
  for (const int divisor : {2, 16, 64, 128, 256}) {
    const cv::Mat image = noise(40, 50, 2) / divisor;
    ASSERT_EQ(scan(scanner, image), plain_scan(scanner, image)) << divisor;
  }
}

/// With a weak classifier behind all others that has no vote, and whose responses 16 bits do not hold.
CascadeParts with_wide_feature(CascadeParts parts) {
  HaarFeature wide;
  const auto half = static_cast<std::uint8_t>(parts.width / 2),
             height = static_cast<std::uint8_t>(parts.height);
  wide.add({0, 0, half, height, 100});
  wide.add({half, 0, half, height, -100});
  for (int f = 0; f < parts.joint; ++f) parts.features.push_back({wide, -1, 1});
  parts.tables.resize(parts.tables.size() + parts.cells());
  ++parts.stages.back().end;
  return parts;
}

// Of entries whose differences fit 16 bits, the lower halves are read.
TEST_P(ScannerOnEveryTarget, FindsTheSameByTheLowerHalvesOfEntriesAndByWholeOnes) {
  const cv::Mat image = noise(60, 90, 5);
  for (const int stride : {1, 2, 3, 12}) {
    for (const int joint : {1, 2}) {
      CascadeParts parts = random_cascade(10, 10, 5, 21, joint);
      parts.symmetric = true;
      const ScanOptions options{.scale_step = 1.3, .stride = stride};
      const std::vector<LevelWindow> found = scan(scanner_of(parts, options), image);
      EXPECT_EQ(found, scan(scanner_of(with_wide_feature(parts), options), image)) << stride << ", " << joint;
      EXPECT_THAT(found, testing::Not(testing::IsEmpty()));
    }
  }
}

// As the first negatives of a training are.
TEST_P(ScannerOnEveryTarget, FindsEveryWindowByASymmetricCascadeWithoutStages) {
  CascadeParts parts = random_cascade(kWindowWidth, kWindowHeight, 0, 1);
  parts.symmetric = true;
  const cv::Mat image = noise(20, 30, 2);
  const Scanner scanner = scanner_of(parts, {.scale_step = 2, .stride = 1});
  const std::vector<LevelWindow> found = scan(scanner, image);
  EXPECT_EQ(found.size(), scanner.window_count(image.size()));
  EXPECT_THAT(found, testing::Each(testing::Field(&LevelWindow::score, 0)));
}

TEST_P(ScannerOnEveryTarget, ScoresTheGreatestResponsesThatFitHalfAnEntry) {
  HaarFeature sides;
  sides.add({0, 0, 8, 16, 1});
  sides.add({8, 0, 8, 16, -1});
  CascadeParts parts = random_cascade(16, 16, 0, 1, 1, 8);
  parts.features = {{sides, -300, 8.0F / 600}};
  for (int bin = 0; bin < parts.bins; ++bin) parts.tables.push_back(static_cast<float>(bin));
  parts.stages = {{1, -1}};
  cv::Mat image(40, 64, CV_8UC1, cv::Scalar(0));
  for (int x = 0; x < image.cols; x += 16) image.colRange(x, x + 8).setTo(255);
  for (const int stride : {1, 2}) {
    const Scanner scanner = scanner_of(parts, {.scale_step = 2, .stride = stride});
    EXPECT_EQ(scan(scanner, image), plain_scan(scanner, image)) << stride;
  }
}

TEST_P(ScannerOnEveryTarget, TakesTheLargestWindowAndTheMostBins) {
  CascadeParts parts = random_cascade(128, 128, 1, 5);
  parts.bins = 256;
  Random random(6);
  parts.tables.resize(parts.features.size() * 256);
  for (float& vote : parts.tables) vote = static_cast<float>(random.uniform(-1, 1));
  for (BinnedFeature& weak : parts.features) weak.low = -500, weak.scale = 0.25f;
  parts.stages = {{5, -100}};
  const Scanner scanner = scanner_of(std::move(parts));
  cv::Mat image = noise(133, 140, 3);
  image.rowRange(60, 133).setTo(255);
  EXPECT_EQ(scan(scanner, image), plain_scan(scanner, image));
}

}  // namespace
}  // namespace ocelli::internal::scanner_targets_test
