#include "ocelli/metrics/reliability.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::reliability_test {
namespace {

using testing::HasSubstr;

TEST(Reliability, CountsTheRightAnswersOfEachConfidence) {
  const std::vector<GradedAnswer> answers = {
      {0.05F, false}, {0.9F, true}, {0.95F, true}, {1.0F, false}, {0.55F, true}};
  const std::vector<ReliabilityBin> bins = reliability(answers, 10);
  ASSERT_EQ(bins.size(), 3u) << "empty ones are left out";
  EXPECT_EQ(bins[0].count, 1u);
  EXPECT_EQ(bins[0].right, 0);
  EXPECT_EQ(bins[2].count, 3u) << "1 belongs to the last";
  EXPECT_NEAR(bins[2].confidence, 0.95, 1e-6);
  EXPECT_NEAR(bins[2].right, 2.0 / 3, 1e-12);
}

TEST(Reliability, HasNoErrorWhereConfidenceIsWhatItClaims) {
  std::vector<GradedAnswer> answers;
  for (int i = 0; i < 4; ++i) answers.push_back({0.75F, i < 3});
  EXPECT_NEAR(calibration_error(reliability(answers)), 0, 1e-7);
  for (GradedAnswer& answer : answers) answer.right = false;
  EXPECT_NEAR(calibration_error(reliability(answers)), 0.75, 1e-7);
  EXPECT_EQ(calibration_error({}), 0);
}

TEST(Reliability, RefusesWhatIsNoProbability) {
  const std::vector<GradedAnswer> high = {{1.5F, true}}, none = {{std::nanf(""), true}};
  EXPECT_THROW(reliability(high), Error);
  EXPECT_THROW(reliability(none), Error);
  EXPECT_THROW(reliability({}, 0), Error);
}

TEST(Reliability, IsDrawnWithTheDiagonalAndListed) {
  const std::vector<GradedAnswer> answers = {{0.25F, false}, {0.75F, true}};
  const std::vector<ReliabilityBin> bins = reliability(answers);
  const LineChart chart = reliability_chart("Words", "reader", bins);
  ASSERT_EQ(chart.series.size(), 2u);
  EXPECT_EQ(chart.series[0].points[1].y, 100);
  EXPECT_THAT(to_svg(chart), HasSubstr("reader"));
  EXPECT_THAT(table_of(bins), HasSubstr("   75.00 %  100.00 %         1\n"));
}

}  // namespace
}  // namespace ocelli::internal::reliability_test
