#include "ocelli/features/balls/ball_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/balls/distance_table.hpp"

namespace ocelli::internal::ball_features_test {
namespace {

constexpr double kHalfStep = 0.5 / 127 + 1e-6;

std::vector<std::uint8_t> codes_of(const BallFeatures& set, std::span<const float> sample) {
  std::vector<std::uint8_t> codes(set.groups() * set.width());
  set.encode(sample, codes);
  return codes;
}

/// Two balls on a line that overlap from 2 to 3: around 1 and around 4.
BallFeatures two_balls() {
  SampleValues anchors(2, 1);
  anchors << 1, 4;
  return {std::nullopt, anchors, {{0, 5}}, {{0, 2}, {1, 2}}};
}

/// f(x) = sum_j 1[|x - v_j| < r_j] (u_j x + b_j) of section 4.2, with x scaled from 0 .. 5 to -1 .. 1.
TEST(BallFeatures, MakeAnyPieceWiseLinearFunctionALinearOne) {
  const BallFeatures balls = two_balls();
  const double weights[] = {3, 0.5, -2, 7};  // u_1 b_1 u_2 b_2
  for (float x = -0.5f; x < 7; x += 0.37f) {
    const double scaled = std::clamp(2 * x / 5 - 1.0, -1.0, 1.0);
    double expected = 0, found = 0;
    if (std::abs(x - 1) < 2) expected += weights[0] * scaled + weights[1];
    if (std::abs(x - 4) < 2) expected += weights[2] * scaled + weights[3];
    const std::vector<std::uint8_t> codes = codes_of(balls, {&x, 1});
    for (std::size_t c = 0; c < codes.size(); ++c) found += weights[c] * balls.binning(c).value(codes[c]);
    EXPECT_NEAR(found, expected, 5 * kHalfStep) << x;
  }
}

TEST(BallFeatures, AreExactlyZeroOutside) {
  const BallFeatures balls = two_balls();
  const float edge = 3;  // |3 - 1| < 2 does not hold
  const std::vector<std::uint8_t> codes = codes_of(balls, {&edge, 1});
  for (const std::size_t column : {0, 1}) EXPECT_EQ(balls.binning(column).value(codes[column]), 0);
}

TEST(BallFeatures, KeepOnlyTheAnchorsOfSelectedBalls) {
  const Samples samples = test::random_samples(200, 3, 2, 1);
  const BallFeatures all = ball_candidates(samples, {.centers = 10, .radii = 4});
  const std::vector<std::uint32_t> groups{13, 3, 12};
  const BallFeatures some = all.select(groups);
  EXPECT_EQ(some.anchors().rows(), 2);
  EXPECT_EQ(some.anchors().row(0), all.anchors().row(3));
  EXPECT_THAT(some.balls(),
              testing::ElementsAre(Ball{0, all.balls()[13].radius}, Ball{1, all.balls()[3].radius},
                                   Ball{0, all.balls()[12].radius}));
}

TEST(BallCandidates, HoldGrowingSharesOfTheSamples) {
  const Samples samples = test::random_samples(350, 4, 2, 2);
  const BallFeatures balls = ball_candidates(samples, {.centers = 6, .radii = 7});
  ASSERT_EQ(balls.groups(), 42u);
  for (std::size_t b = 0; b < balls.groups(); ++b) {
    const Eigen::RowVectorXf anchor = balls.anchors().row(balls.balls()[b].anchor);
    std::size_t held = 0;
    for (std::size_t i = 0; i < samples.count(); ++i) {
      held += balls.balls()[b].holds(squared_distance(samples.row(i), {anchor.data(), 4}));
    }
    EXPECT_EQ(held, 50 * (b % 7 + 1));
    EXPECT_EQ(balls.balls()[b].anchor, b / 7);
  }
}

TEST(BallCandidates, ProjectSamplesOfManyValuesOnly) {
  const Samples samples = test::random_samples(100, 8, 2, 3);
  const BallFeatures raw = ball_candidates(samples, {.components = 8, .centers = 4, .radii = 2});
  EXPECT_FALSE(raw.components());
  EXPECT_EQ(raw.width(), 9u);
  const BallFeatures projected = ball_candidates(samples, {.components = 3, .centers = 4, .radii = 2});
  EXPECT_TRUE(projected.components());
  EXPECT_EQ(projected.width(), 4u);
  EXPECT_EQ(projected.inputs(), 8u);
}

TEST(BallCandidates, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(3000, 12, 2, 4);
  const auto act = [&] { return ball_candidates(samples, {.components = 5, .centers = 20, .radii = 5}); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(BallCandidates, MakeDoWithFewAndEqualSamples) {
  Samples samples = test::random_samples(5, 2, 2, 5);
  samples.values.setConstant(3);
  const BallFeatures balls = ball_candidates(samples, {});
  EXPECT_EQ(balls.anchors().rows(), 5);
  for (const Ball& ball : balls.balls()) EXPECT_GT(ball.radius, 0);
}

TEST(BallFeatures, RefuseToBeInconsistent) {
  const auto kind = [](auto&& make) { return test::error_of(make).kind(); };
  const SampleValues anchors = test::normal_values(2, 3, 1);
  const std::vector<InputRange> two(2, {0, 1}), three(3, {0, 1});
  EXPECT_EQ(kind([&] { BallFeatures({}, anchors, two, {}); }), Kind::model);
  EXPECT_EQ(kind([&] { BallFeatures({}, anchors, three, {{2, 1}}); }), Kind::model);
  EXPECT_EQ(kind([&] { BallFeatures({}, anchors, three, {{0, 0}}); }), Kind::model);
  EXPECT_EQ(kind([&] {
              BallFeatures(PrincipalComponents(Eigen::VectorXf(Eigen::Vector2f(1, 2)),
                                               SampleValues(SampleValues::Identity(2, 2))),
                           anchors, three, {});
            }),
            Kind::model);
  EXPECT_EQ(kind([&] { ball_candidates(test::random_samples(1, 3, 2, 1), {}); }), Kind::training);
  EXPECT_EQ(kind([&] { ball_candidates(test::random_samples(9, 3, 2, 1), {.radii = 256}); }), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::ball_features_test
