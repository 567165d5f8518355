#include "ocelli/metrics/reject_curve.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::reject_curve_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Ten answers, two of them wrong; worked by hand.
const std::vector<GradedAnswer> kAnswers{{0.5f, false}, {0.1f, true}, {0.3f, false}, {0.3f, true}, {2, true},
                                         {3, true},     {4, true},    {5, true},     {6, true},    {7, true}};

TEST(RejectCurve, HasOnePointForEachMarginAndTheEnd) {
  const auto curve = reject_curve(kAnswers);
  ASSERT_EQ(curve.size(), 10u);
  EXPECT_EQ(curve[0], (RejectPoint{0.1f, 0, 10, 2}));
  EXPECT_EQ(curve[1], (RejectPoint{0.3f, 1, 9, 2}));
  EXPECT_EQ(curve[2], (RejectPoint{0.5f, 3, 7, 1}));
  EXPECT_EQ(curve[3], (RejectPoint{2, 4, 6, 0}));
  EXPECT_EQ(curve.back(), (RejectPoint{kInfinity, 10, 0, 0}));
}

TEST(RejectCurve, TellsTheErrorAtAShareRejected) {
  const auto curve = reject_curve(kAnswers);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 0).error(), 0.2);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 0.1).error(), 2.0 / 9);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 0.29).error(), 2.0 / 9);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 0.3).error(), 1.0 / 7);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 0.4).error(), 0);
  EXPECT_DOUBLE_EQ(point_at_rejection(curve, 1).rejected_share(), 1);
}

TEST(RejectCurve, HasTheMeanErrorAsItsArea) {
  EXPECT_NEAR(area_under(reject_curve(kAnswers)), 0.1 * 0.2 + 0.2 * 2.0 / 9 + 0.1 / 7, 1e-12);
}

TEST(RejectCurve, OfOneMarginIsAllOrNothing) {
  const std::vector<GradedAnswer> alike{{1, true}, {1, false}, {1, true}, {1, true}};
  EXPECT_THAT(reject_curve(alike), ElementsAre(RejectPoint{1, 0, 4, 1}, RejectPoint{kInfinity, 4, 0, 0}));
  EXPECT_DOUBLE_EQ(area_under(reject_curve(alike)), 0.25);
}

TEST(RejectCurve, OfNothingIsASinglePoint) {
  const auto curve = reject_curve({});
  EXPECT_THAT(curve, ElementsAre(RejectPoint{kInfinity, 0, 0, 0}));
  EXPECT_EQ(point_at_rejection(curve, 0.05).error(), 0);
  EXPECT_EQ(area_under(curve), 0);
}

TEST(RejectCurve, RefusesMarginsThatAreNoNumbers) {
  EXPECT_THROW(reject_curve(std::vector<GradedAnswer>{{std::nanf(""), true}}), Error);
}

TEST(RejectChart, ShowsTheCurveUpToWhereNoErrorIsLeft) {
  const LineChart chart = reject_chart("pets", reject_curve(kAnswers));
  ASSERT_EQ(chart.series.size(), 1u);
  EXPECT_EQ(chart.series[0].points.size(), 4u);
  EXPECT_DOUBLE_EQ(chart.series[0].points[2].x, 30);
  EXPECT_DOUBLE_EQ(chart.series[0].points[2].y, 100.0 / 7);
  EXPECT_THAT(to_svg(chart), HasSubstr("pets"));
}

}  // namespace
}  // namespace ocelli::internal::reject_curve_test
