#include "ocelli/features/responses.hpp"
#include "ocelli/features/haar/window_integrals.hpp"

#include <gmock/gmock.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "features/random_features.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/features/haar/window_integrals.hpp"

namespace ocelli::internal::responses_test {
namespace {

constexpr float kMinDeviation = 4;

/// The normalized responses of one feature, each window on its own.
std::vector<float> plain_responses(const HaarFeature& feature, const TrainingWindows& windows) {
  std::vector<float> z;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const cv::Mat window = windows.image(i);
    const auto sum = static_cast<std::uint32_t>(cv::sum(window)[0]);
    const auto squares = static_cast<std::uint32_t>(window.dot(window));
    const float inverse = inverse_deviation(sum, squares, static_cast<int>(windows.area()), kMinDeviation);
    z.push_back(static_cast<float>(test::plain_response(feature, window)) * inverse);
  }
  return z;
}

std::vector<HaarFeature> some_features(int width, int height, std::size_t count) {
  return sample_haar({.width = width, .height = height, .min_side = 1}, count, 7);
}

// More windows than one block of the implementation holds, and a part of another.
TEST(WindowIntegrals, RespondAsPlainLoopsDoToTheLastBit) {
  const TrainingWindows windows = test::noise_windows(9, 7, 2100, 1);
  const WindowIntegrals integrals(windows, kMinDeviation);
  ASSERT_EQ(integrals.size(), windows.size());
  for (const HaarFeature& feature : some_features(9, 7, 12)) {
    std::vector<float> z(windows.size());
    integrals.respond(feature, z);
    EXPECT_EQ(z, plain_responses(feature, windows));
  }
}

TEST(WindowIntegrals, OfOnePatchRespond) {
  const TrainingWindows windows = test::noise_windows(4, 5, 1, 2);
  const WindowIntegrals integrals(windows, kMinDeviation);
  for (const HaarFeature& feature : some_features(4, 5, 20)) {
    std::vector<float> z(1);
    integrals.respond(feature, z);
    EXPECT_EQ(z, plain_responses(feature, windows));
  }
}

TEST(Binning, CutsIntoEqualBinsAndKeepsWhatLiesBeyondInTheEnds) {
  const Binning binning{.low = -1, .scale = 2};
  const auto bin = [&](float z) { return int{binning.bin(z, 8)}; };
  EXPECT_EQ(bin(-1), 0);
  EXPECT_EQ(bin(-0.51f), 0);
  EXPECT_EQ(bin(-0.5f), 1);
  EXPECT_EQ(bin(2.49f), 6);
  EXPECT_EQ(bin(2.5f), 7);
  EXPECT_EQ(bin(-1000), 0);
  EXPECT_EQ(bin(1e30f), 7);
}

TEST(Binning, TellsAll256BinsApart) {
  const Binning binning{.low = 0, .scale = 1};
  for (int b = 0; b < 256; ++b) EXPECT_EQ(binning.bin(static_cast<float>(b) + 0.5f, 256), b);
}

// 9 x 7 noise: bins of equal width from the 1st to the 99th percentile.
TEST(BinResponses, EqualBinningByHand) {
  const TrainingWindows windows = test::noise_windows(9, 7, 1000, 3);
  const std::vector<HaarFeature> features = some_features(9, 7, 15);
  const BinnedResponses responses = bin_responses(features, windows, 16, kMinDeviation);
  ASSERT_EQ(responses.features(), features.size());
  ASSERT_EQ(responses.samples(), windows.size());
  ASSERT_EQ(responses.bins(), 16);
  for (std::size_t f = 0; f < features.size(); ++f) {
    const std::vector<float> z = plain_responses(features[f], windows);
    std::vector<float> sorted = z;
    std::sort(sorted.begin(), sorted.end());
    const Binning expected{sorted[9], 16 / (sorted[989] - sorted[9])};
    ASSERT_EQ(responses.binning(f), expected);
    for (std::size_t i = 0; i < z.size(); ++i) ASSERT_EQ(responses.of(f)[i], expected.bin(z[i], 16));
  }
}

TEST(BinResponses, UsesEveryBinOfAVaryingFeature) {
  const TrainingWindows windows = test::noise_windows(9, 7, 9000, 4);
  const BinnedResponses responses = bin_responses(some_features(9, 7, 5), windows, 8, kMinDeviation);
  for (std::size_t f = 0; f < responses.features(); ++f) {
    std::vector<int> counts(8);
    for (const std::uint8_t bin : responses.of(f)) ++counts.at(bin);
    EXPECT_THAT(counts, testing::Each(testing::Gt(0)));
  }
}

TEST(BinResponses, PutsAConstantFeatureIntoOneBin) {
  TrainingWindows flat(6, 6);
  for (int i = 0; i < 50; ++i) flat.add(cv::Mat(6, 6, CV_8UC1, cv::Scalar(5 * i)));
  const BinnedResponses responses = bin_responses(some_features(6, 6, 10), flat, 32, kMinDeviation);
  for (std::size_t f = 0; f < responses.features(); ++f) EXPECT_THAT(responses.of(f), testing::Each(0));
}

TEST(BinResponses, DoesNotDependOnTheNumberOfThreads) {
  const TrainingWindows windows = test::noise_windows(9, 7, 700, 5);
  const std::vector<HaarFeature> features = some_features(9, 7, 200);
  const auto bin = [&] { return bin_responses(features, windows, 32, kMinDeviation); };
  const BinnedResponses one = test::with_threads(1, bin), two = test::with_threads(2, bin);
  for (std::size_t f = 0; f < features.size(); ++f) {
    ASSERT_EQ(one.binning(f), two.binning(f));
    ASSERT_TRUE(std::ranges::equal(one.of(f), two.of(f)));
  }
}

/// Bytes of this process that lie in memory.
std::size_t resident_bytes() {
  std::ifstream counts("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  counts >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Gigabytes that are set to zero in one piece are time that nothing can cut short.
TEST(BinnedResponses, TakeNoMemoryBeforeTheyAreWritten) {
  constexpr std::size_t kFeatures = 1 << 15, kSamples = 1 << 15;
  const std::size_t before = resident_bytes();
  const BinnedResponses responses(kFeatures, kSamples, 256);
  EXPECT_LT(resident_bytes(), before + kFeatures * kSamples / 2);
  EXPECT_EQ(responses.of(kFeatures - 1)[kSamples - 1], 0);
}

#ifndef OCELLI_SANITIZED  // sanitizers bring a `calloc` of their own
TEST(BinnedResponses, NameTheirSizeWhereThereIsNoRoom) {
  const Error error = test::error_of([] { const BinnedResponses huge(1 << 20, std::size_t{1} << 40, 256); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), testing::HasSubstr("1048576 features"));
}
#endif

TEST(BinResponses, RefusesNoWindowsAndWrongBins) {
  const std::vector<HaarFeature> features = some_features(6, 6, 2);
  const TrainingWindows none(6, 6), some = test::noise_windows(6, 6, 3, 6);
  const auto kind = [&](const TrainingWindows& windows, int bins) {
    return test::error_of([&] { bin_responses(features, windows, bins, kMinDeviation); }).kind();
  };
  EXPECT_EQ(kind(none, 8), Kind::training);
  EXPECT_EQ(kind(some, 1), Kind::usage);
  EXPECT_EQ(kind(some, 257), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::responses_test
