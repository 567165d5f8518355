#include "ocelli/features/gaussians/gaussian_features.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::gaussian_features_test {
namespace {

constexpr std::size_t kInputs = 5;

std::vector<float> values_of(const GaussianFeatures& features, std::span<const float> sample) {
  std::vector<float> values(features.groups());
  features.values(sample, values);
  return values;
}

double inner_product(const std::vector<float>& a, const std::vector<float>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(PanelProduct, IsTheSumOfProductsInOrder) {
  Random random(3);
  std::vector<std::size_t> begins = {0};
  for (std::size_t r = 0; r < 75; ++r) begins.push_back(begins.back() + random.below(60));
  std::vector<float> numbers(begins.back());
  for (float& number : numbers) number = static_cast<float>(random.uniform(-1, 1));
  std::vector<float> vector(60);
  for (float& number : vector) number = static_cast<float>(random.uniform(-1, 1));
  const PanelProduct product(numbers, begins);
  std::vector<float> products(product.stride());
  product.multiply(vector, products);
  for (std::size_t r = 0; r + 1 < begins.size(); ++r) {
    float plain = 0;
    for (std::size_t i = begins[r]; i < begins[r + 1]; ++i) plain += numbers[i] * vector[i - begins[r]];
    EXPECT_EQ(products[r], plain) << r;
  }
}

TEST(GaussianFeatures, InnerProductsOfAnchorsAreTheirGaussians) {
  const Samples samples = test::random_samples(60, kInputs, 2, 4);
  const GaussianFeatures features = gaussian_candidates(samples, {.anchors = 60, .width = 0.7});
  ASSERT_EQ(features.groups(), 60u);
  const double width = static_cast<double>(features.gaussian_width());
  std::vector<double> mean(kInputs), deviation(kInputs);
  for (std::size_t input = 0; input < kInputs; ++input) {
    const auto column = samples.values.col(static_cast<Eigen::Index>(input)).cast<double>().array();
    mean[input] = column.mean();
    deviation[input] = std::sqrt((column - mean[input]).square().mean());
  }
  for (std::size_t i = 0; i < samples.count(); ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      double distance = 0;
      for (std::size_t input = 0; input < kInputs; ++input) {
        const auto difference = static_cast<double>(samples.row(i)[input] - samples.row(k)[input]);
        distance += std::pow(difference / deviation[input], 2);
      }
      const double gaussian = std::exp(-distance / (2 * width * width));
      EXPECT_NEAR(inner_product(values_of(features, samples.row(i)), values_of(features, samples.row(k))),
                  gaussian, 0.002);
    }
  }
}

TEST(GaussianFeatures, BytesSpanTheValuesOfSamples) {
  const Samples samples = test::random_samples(200, kInputs, 2, 5);
  const GaussianFeatures features = gaussian_candidates(samples, {.anchors = 30});
  std::vector<std::uint8_t> codes(features.groups());
  for (std::size_t i = 0; i < samples.count(); ++i) {
    features.encode(samples.row(i), codes);
    const std::vector<float> values = values_of(features, samples.row(i));
    for (std::size_t c = 0; c < codes.size(); ++c) {
      const Binning& binning = features.binning(c);
      EXPECT_NEAR(binning.value(codes[c]), values[c], 0.51F / binning.scale);
    }
  }
}

TEST(GaussianFeatures, SelectedColumnsStayTheSame) {
  const Samples samples = test::random_samples(80, kInputs, 2, 6);
  const GaussianFeatures all = gaussian_candidates(samples, {.anchors = 40});
  const std::vector<std::uint32_t> chosen = {17, 3, 20};
  const GaussianFeatures some = all.select(chosen);
  EXPECT_EQ(some.anchors().rows(), 21);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const std::vector<float> before = values_of(all, samples.row(i)), after = values_of(some, samples.row(i));
    for (std::size_t c = 0; c < chosen.size(); ++c) EXPECT_EQ(after[c], before[chosen[c]]);
  }
}

TEST(GaussianFeatures, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(500, kInputs, 2, 7);
  const auto candidates = [&] { return gaussian_candidates(samples, {.anchors = 100}); };
  EXPECT_EQ(test::with_threads(4, candidates), test::with_threads(1, candidates));
}

TEST(GaussianFeatures, NeedSamplesThatDiffer) {
  Samples alike = test::random_samples(20, 3, 2, 1);
  alike.values.setOnes();
  EXPECT_EQ(test::error_of([&] { gaussian_candidates(alike, {}); }).kind(), Kind::training);
}

TEST(GaussianFeatures, RefuseNumbersThatDoNotMatch) {
  SampleValues anchors(2, 1);
  anchors << 0, 1;
  const auto refused = [&](float width, std::vector<std::uint32_t> chosen, std::vector<float> factors) {
    std::vector<Binning> binnings(chosen.size());
    return test::error_of([&] {
             GaussianFeatures({}, {{0, 1}}, anchors, width, std::move(chosen), std::move(factors),
                              std::move(binnings));
           }).kind() == Kind::model;
  };
  EXPECT_TRUE(refused(0, {0}, {1}));
  EXPECT_TRUE(refused(1, {2}, {1, 1, 1}));
  EXPECT_TRUE(refused(1, {1}, {1}));
  EXPECT_TRUE(refused(1, {1}, {1, NAN}));
  EXPECT_TRUE(refused(1, {0, 0, 0}, {1, 1, 1}));
  EXPECT_NO_THROW(GaussianFeatures({}, {{0, 1}}, anchors, 1, {1, 0}, {1, 2, 3}, {{}, {}}));
}

}  // namespace
}  // namespace ocelli::internal::gaussian_features_test
