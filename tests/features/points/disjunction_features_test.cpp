#include "ocelli/features/points/disjunction_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/features/haar/haar_pool.hpp"

namespace ocelli::internal::disjunction_features_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageShape kShape{20, 17};
const PointWindowOptions kWindows{.points = {.count = 8}, .side = 7};

std::vector<std::uint8_t> codes_of(const DisjunctionFeatures& features, std::span<const float> sample) {
  std::vector<std::uint8_t> codes(features.groups());
  features.encode(sample, codes);
  return codes;
}

/// Five local features of 0 to 6 wavelets, and 60 disjunctions of them.
DisjunctionFeatures random_features(std::uint64_t seed) {
  Random random(seed);
  const auto wavelets = sample_haar({.width = 7, .height = 7, .min_side = 1, .max_distance = 7}, 60, seed);
  std::vector<LocalFeature> local;
  for (const std::size_t votes : {3, 0, 1, 6, 2}) {
    LocalFeature& feature = local.emplace_back();
    for (std::size_t v = 0; v < votes; ++v) {
      feature.push_back({wavelets[random.below(wavelets.size())], static_cast<float>(random.normal()),
                         static_cast<float>(random.normal())});
    }
  }
  std::vector<Disjunction> disjunctions(60);
  for (auto& [feature, area] : disjunctions) {
    feature = static_cast<std::uint32_t>(random.below(local.size()));
    area.x = static_cast<std::uint16_t>(random.below(kShape.width));
    area.y = static_cast<std::uint16_t>(random.below(kShape.height));
    area.width = static_cast<std::uint16_t>(1 + random.below(kShape.width - area.x));
    area.height = static_cast<std::uint16_t>(1 + random.below(kShape.height - area.y));
  }
  return {kShape, kWindows, std::move(local), std::move(disjunctions)};
}

/// psi of a local feature in a point's window.
double plain_psi(const LocalFeature& feature, const PointWindows& windows, std::size_t point) {
  double psi = 0;
  std::vector<float> z(windows.points().size());
  for (const WaveletVote& vote : feature) {
    windows.respond(corners(vote.wavelet), z);
    psi += z[point] >= vote.threshold ? vote.weight : -vote.weight;
  }
  return psi;
}

double plain_value(const DisjunctionFeatures& features, const Disjunction& disjunction,
                   const PointWindows& windows) {
  double sum = 0;
  for (std::size_t k = 0; k < windows.points().size(); ++k) {
    const InterestPoint& point = windows.points()[k];
    const PlaceArea& area = disjunction.area;
    const bool inside = point.x >= area.x && point.x < area.x + area.width && point.y >= area.y &&
                        point.y < area.y + area.height;
    if (inside) sum += std::exp(plain_psi(features.local()[disjunction.feature], windows, k));
  }
  return 1 - 2 / (1 + sum);
}

/// One bright pixel at (8, 6): in its window of 5 x 5, deviation 50.0, only the middle is bright.
struct OneDot {
  OneDot() {
    cv::Mat dot(16, 16, CV_8UC1, cv::Scalar(0));
    dot.at<std::uint8_t>(6, 8) = 255;
    image = test::gray_levels(dot);
    wavelet.add({.x = 2, .y = 2, .w = 1, .h = 1, .weight = 1});
    wavelet.add({.x = 0, .y = 0, .w = 1, .h = 1, .weight = -1});
  }

  std::vector<std::uint8_t> codes(float threshold, float weight) const {
    const PointWindowOptions options{.points = {.count = 1, .dark = false}, .side = 5};
    return codes_of({ImageShape{16, 16},
                     options,
                     {{{wavelet, threshold, weight}}},
                     {{0, {0, 0, 16, 16}}, {0, {8, 6, 1, 1}}, {0, {9, 6, 7, 10}}, {0, {0, 0, 9, 6}}}},
                    image);
  }

  std::vector<float> image;
  HaarFeature wavelet;
};

// z = 255 / 49.97 = 5.10; 1 - 2 / (1 + e^0.7) = 0.336 is byte 171, 1 - 2 / (1 + e^-0.7) is byte 85, -1 is
// byte 1.
TEST(DisjunctionFeatures, OfOneDotAreAsWorkedByHand) {
  const OneDot dot;
  EXPECT_THAT(dot.codes(5, 0.7f), ElementsAre(171, 171, 1, 1));
  EXPECT_THAT(dot.codes(5.2f, 0.7f), ElementsAre(85, 85, 1, 1));
  EXPECT_THAT(dot.codes(5.2f, -0.7f), ElementsAre(171, 171, 1, 1));
}

TEST(DisjunctionFeatures, OfLargeSumsAreOneAndOfVeryNegativeOnesMinusOne) {
  const OneDot dot;
  EXPECT_THAT(dot.codes(5, 1e30f), ElementsAre(255, 255, 1, 1));
  EXPECT_THAT(dot.codes(5, -1e30f), ElementsAre(1, 1, 1, 1));
}

TEST(DisjunctionFeatures, AreTheirFormulaToTheNearestByte) {
  const DisjunctionFeatures features = random_features(1);
  const Samples images = test::noise_images(20, kShape, 2);
  PointWindows windows;
  for (std::size_t i = 0; i < images.count(); ++i) {
    const std::vector<std::uint8_t> codes = codes_of(features, images.row(i));
    windows.assign(images.row(i), kShape, kWindows);
    for (std::size_t g = 0; g < codes.size(); ++g) {
      const double value = plain_value(features, features.disjunctions()[g], windows);
      ASSERT_NEAR(features.binning(g).value(codes[g]), value, 0.5 / 127 + 1e-5);
    }
  }
}

TEST(DisjunctionFeatures, HaveTheLocalResponsesOfPlainSums) {
  const DisjunctionFeatures features = random_features(3);
  const Samples images = test::noise_images(1 + 1, kShape, 4);
  PointWindows windows;
  windows.assign(images.row(0), kShape, kWindows);
  const SampleValues psi = features.local_responses(windows);
  ASSERT_EQ(psi.rows(), 5);
  ASSERT_EQ(psi.cols(), 8);
  for (Eigen::Index d = 0; d < 5; ++d) {
    for (Eigen::Index k = 0; k < 8; ++k) {
      EXPECT_NEAR(psi(d, k), plain_psi(features.local()[d], windows, static_cast<std::size_t>(k)), 1e-5);
    }
  }
}

TEST(DisjunctionFeatures, OfAnImageWithoutPointsAreAllMinusOne) {
  const std::vector<float> blank(kShape.pixels(), 128.0f);
  EXPECT_THAT(codes_of(random_features(5), blank), Each(signed_unit_byte(-1)));
}

TEST(DisjunctionFeatures, SelectKeepsTheAskedForInTheirOrder) {
  const DisjunctionFeatures features = random_features(6);
  const std::vector<std::uint32_t> groups{40, 3, 3, 17};
  const DisjunctionFeatures chosen = features.select(groups);
  ASSERT_EQ(chosen.groups(), 4u);
  const Samples images = test::noise_images(2, kShape, 7);
  const auto all = codes_of(features, images.row(0)), some = codes_of(chosen, images.row(0));
  for (std::size_t g = 0; g < groups.size(); ++g) EXPECT_EQ(some[g], all[groups[g]]);
  EXPECT_EQ(chosen.local(), features.local());
}

TEST(DisjunctionFeatures, RespondInASetAsTheyEncodeForAnyNumberOfThreads) {
  const DisjunctionFeatures features = random_features(8);
  const FeatureSet set = features;
  EXPECT_EQ(inputs(set), kShape.pixels());
  EXPECT_EQ(columns(set), 60u);
  const Samples images = test::noise_images(150, kShape, 9);
  const BinnedResponses one = test::with_threads(1, [&] { return respond(set, images); }),
                        many = test::with_threads(4, [&] { return respond(set, images); });
  for (std::size_t i = 0; i < images.count(); ++i) {
    const std::vector<std::uint8_t> codes = codes_of(features, images.row(i));
    for (std::size_t g = 0; g < codes.size(); ++g) {
      ASSERT_EQ(one.of(g)[i], codes[g]);
      ASSERT_EQ(many.of(g)[i], codes[g]);
    }
  }
}

TEST(DisjunctionFeatures, CountTheirLookUpsAndAdditions) {
  const DisjunctionFeatures features = random_features(10);
  std::size_t look_ups = 0;
  for (const LocalFeature& feature : features.local()) {
    for (const WaveletVote& vote : feature) look_ups += corners(vote.wavelet).size();
  }
  EXPECT_EQ(features.multiply_adds(), 8 * (look_ups + 60));
}

/// The parts of sound features, one of which a test spoils.
struct Parts {
  ImageShape shape = kShape;
  PointWindowOptions windows = kWindows;
  std::vector<LocalFeature> local = random_features(1).local();
  std::vector<Disjunction> disjunctions{{0, {0, 0, 20, 17}}, {4, {19, 16, 1, 1}}};
};

template <class Spoil>
Error refusal(const Spoil& spoil) {
  Parts parts;
  spoil(parts);
  Error error = test::error_of(
      [&] { DisjunctionFeatures(parts.shape, parts.windows, parts.local, parts.disjunctions); });
  EXPECT_EQ(error.kind(), Kind::model);
  return error;
}

TEST(DisjunctionFeatures, RefuseImagesOfNoOrTooManyPixels) {
  for (const ImageShape shape : {ImageShape{0, 17}, {20, -1}, {4097, 17}, {20, 4097}}) {
    EXPECT_THAT(refusal([&](Parts& parts) { parts.shape = shape; }).message(), HasSubstr("pixels"));
  }
}

TEST(DisjunctionFeatures, RefuseOptionsThatMakeNoSense) {
  EXPECT_THAT(refusal([](Parts& parts) { parts.windows.side = 8; }).message(), HasSubstr("interest points"));
  EXPECT_THAT(refusal([](Parts& parts) { parts.windows.points.count = 0; }).message(),
              HasSubstr("interest points"));
}

TEST(DisjunctionFeatures, RefuseWaveletsThatAreNotBalancedInTheWindow) {
  const auto message = [](const auto& change) {
    return refusal([&](Parts& parts) { change(parts.local[3][2].wavelet); }).message();
  };
  EXPECT_THAT(message([](HaarFeature& wavelet) { wavelet = {}; }), HasSubstr("outside the windows"));
  EXPECT_THAT(message([](HaarFeature& wavelet) { wavelet.rects[0].x = 7; }),
              HasSubstr("outside the windows"));
  EXPECT_THAT(message([](HaarFeature& wavelet) { wavelet.rects[0].weight = 9; }),
              HasSubstr("outside the windows"));
}

TEST(DisjunctionFeatures, RefuseVotesThatAreNoNumbers) {
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    EXPECT_THAT(refusal([&](Parts& parts) { parts.local[0][1].threshold = bad; }).message(),
                HasSubstr("not finite"));
    EXPECT_THAT(refusal([&](Parts& parts) { parts.local[4][0].weight = bad; }).message(),
                HasSubstr("not finite"));
  }
}

TEST(DisjunctionFeatures, RefuseDisjunctionsOfFeaturesThatAreNotThere) {
  EXPECT_THAT(refusal([](Parts& parts) { parts.disjunctions[1].feature = 5; }).message(),
              HasSubstr("an unknown local feature"));
}

TEST(DisjunctionFeatures, RefuseAreasThatAreEmptyOrBeyondTheImage) {
  for (const PlaceArea area :
       {PlaceArea{0, 0, 0, 1}, {0, 0, 1, 0}, {19, 0, 2, 1}, {0, 16, 1, 2}, {65535, 0, 65535, 1}}) {
    EXPECT_THAT(refusal([&](Parts& parts) { parts.disjunctions[0].area = area; }).message(),
                HasSubstr("area"));
  }
}

}  // namespace
}  // namespace ocelli::internal::disjunction_features_test
