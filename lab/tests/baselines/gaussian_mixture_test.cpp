#include "ocelli/baselines/gaussian_mixture.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines::gaussian_mixture_test {
namespace {

/// Three clouds in the plane, with deviations 1, 2 and 0.5; the second contains half of all samples.
SampleValues clouds(std::size_t count, std::uint64_t seed) {
  struct Cloud {
    float x, y, deviation;
  };
  constexpr Cloud kClouds[] = {{-10, 0, 1}, {10, 0, 2}, {10, 0, 2}, {0, 20, 0.5f}};
  Random random(seed);
  SampleValues samples(static_cast<Eigen::Index>(count), 2);
  for (Eigen::Index i = 0; i < samples.rows(); ++i) {
    const auto [x, y, deviation] = kClouds[i % 4];
    samples.row(i) << x + deviation * static_cast<float>(random.normal()),
        y + deviation * static_cast<float>(random.normal());
  }
  return samples;
}

/// The component with the mean nearest to (x, y).
Eigen::Index component_at(const GaussianMixture& mixture, float x, float y) {
  Eigen::Index nearest = 0;
  (mixture.means.rowwise() - Eigen::RowVector2f(x, y)).rowwise().squaredNorm().minCoeff(&nearest);
  return nearest;
}

/// The best of several fits, so that one of them starts with a sample of each cloud.
FittedMixture fitted_clouds(const SampleValues& samples) {
  FittedMixture best = fit_mixture(samples, {.components = 3, .seed = 1});
  for (std::uint64_t seed = 2; seed <= 10; ++seed) {
    FittedMixture fitted = fit_mixture(samples, {.components = 3, .seed = seed});
    if (fitted.log_likelihoods.back() > best.log_likelihoods.back()) best = std::move(fitted);
  }
  return best;
}

TEST(GaussianMixture, FindsTheCloudsThatSamplesComeFrom) {
  const auto [mixture, unused] = fitted_clouds(clouds(4000, 1));
  const struct {
    float x, y;
    double deviation, share;
  } truths[] = {{-10, 0, 1, 0.25}, {10, 0, 2, 0.5}, {0, 20, 0.5, 0.25}};
  for (const auto& truth : truths) {
    const Eigen::Index k = component_at(mixture, truth.x, truth.y);
    EXPECT_NEAR(mixture.means(k, 0), truth.x, 0.15);
    EXPECT_NEAR(mixture.means(k, 1), truth.y, 0.15);
    EXPECT_NEAR(std::sqrt(mixture.variances[k]), truth.deviation, 0.05);
    EXPECT_NEAR(mixture.shares[k], truth.share, 0.01);
  }
}

TEST(GaussianMixture, NeverLowersTheLikelihood) {
  const FittedMixture fitted = fit_mixture(clouds(1000, 2), {.components = 7, .steps = 40, .tolerance = 0});
  ASSERT_GT(fitted.log_likelihoods.size(), 10u);
  for (std::size_t s = 1; s < fitted.log_likelihoods.size(); ++s) {
    EXPECT_GE(fitted.log_likelihoods[s], fitted.log_likelihoods[s - 1] - 1e-6) << "step " << s;
  }
}

// One component has the samples' mean and variance, and the likelihood of a Gaussian.
TEST(GaussianMixture, OfOneComponentIsTheGaussianOfAllSamples) {
  SampleValues samples(4, 1);
  samples << 1, 2, 3, 6;
  const FittedMixture fitted = fit_mixture(samples, {.components = 1});
  EXPECT_FLOAT_EQ(fitted.mixture.means(0, 0), 3);
  EXPECT_NEAR(fitted.mixture.variances[0], 3.5, 1e-9);
  EXPECT_NEAR(fitted.log_likelihoods.front(), -0.5 * std::log(2 * std::numbers::pi * 3.5) - 0.5, 1e-9);
}

TEST(GaussianMixture, KeepsComponentsOnRepeatedSamplesWide) {
  const FittedMixture fitted = fit_mixture(SampleValues::Constant(50, 3, 7.0f), {.components = 4});
  EXPECT_TRUE(fitted.mixture.means.allFinite());
  EXPECT_GT(fitted.mixture.variances.minCoeff(), 0);
}

TEST(GaussianMixture, IsTheSameForAnyNumberOfThreads) {
  const SampleValues samples = clouds(10'000, 3);
  const auto fit = [&] { return fit_mixture(samples, {.components = 5, .steps = 10}).mixture.means; };
  EXPECT_EQ(test::with_threads(1, fit), test::with_threads(3, fit));
}

TEST(GaussianMixture, NeedsASampleForEachComponent) {
  const Error error = test::error_of([] { fit_mixture(clouds(4, 4), {.components = 5}); });
  EXPECT_EQ(error.kind(), Kind::training);
}

}  // namespace
}  // namespace ocelli::internal::baselines::gaussian_mixture_test
