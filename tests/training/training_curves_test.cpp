#include "ocelli/training/training_curves.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace ocelli::internal::training_curves_test {
namespace {

using testing::ElementsAre;

std::string round(int stage, int number, double loss) {
  return R"({"event":"round","stage":)" + std::to_string(stage) + R"(,"round":)" + std::to_string(number) +
         R"(,"loss":)" + std::to_string(loss) + R"(,"error":0.5,"false_alarm":0.25})" + "\n";
}

std::string stage(int number, double detection, double false_alarm) {
  return R"({"event":"stage","stage":)" + std::to_string(number) + R"(,"detection":)" +
         std::to_string(detection) + R"(,"cascade_false_alarm":)" + std::to_string(false_alarm) + "}\n";
}

/// The values of a series, a break as -1.
std::vector<double> values(const Series& series) {
  std::vector<double> all;
  for (const PlotPoint& point : series.points) all.push_back(std::isnan(point.y) ? -1 : point.y);
  return all;
}

std::vector<double> places(const Series& series) {
  std::vector<double> all;
  for (const PlotPoint& point : series.points) {
    if (!std::isnan(point.y)) all.push_back(point.x);
  }
  return all;
}

TEST(RoundChart, NumbersTheRoundsOfAllStagesAndBreaksBetweenThem) {
  const LineChart chart =
      TrainingCurves(round(1, 1, 0.5) + round(1, 2, 0.25) + stage(1, 1, 0.5) + round(2, 1, 0.75)).rounds();
  ASSERT_EQ(chart.series.size(), 3u);
  EXPECT_THAT(values(chart.series[0]), ElementsAre(-1, 0.5, 0.25, -1, 0.75));
  EXPECT_THAT(places(chart.series[0]), ElementsAre(1, 2, 3));
  EXPECT_THAT(values(chart.series[1]), ElementsAre(-1, 0.5, 0.5, -1, 0.5));
  EXPECT_THAT(values(chart.series[2]), ElementsAre(-1, 0.25, 0.25, -1, 0.25));
}

TEST(RoundChart, TakesTheLaterOfRoundsThatCameTwice) {
  const std::string interrupted = round(1, 1, 0.5) + round(1, 2, 0.25);
  const std::string resumed = R"({"event":"resume","after_stage":0,"after_round":1})"
                              "\n";
  const LineChart chart =
      TrainingCurves(interrupted + resumed + round(1, 2, 0.125) + round(1, 3, 0.0625)).rounds();
  EXPECT_THAT(values(chart.series[0]), ElementsAre(-1, 0.5, 0.125, 0.0625));
  EXPECT_THAT(places(chart.series[0]), ElementsAre(1, 2, 3));
}

TEST(RoundChart, PassesOverLinesThatAreNoRounds) {
  const LineChart chart = TrainingCurves(round(1, 1, 0.5) +
                                         R"({"event":"round","sta)"
                                         "\n\n[1]\n{}\n7\n" +
                                         round(1, 2, 0.25))
                              .rounds();
  EXPECT_THAT(values(chart.series[0]), ElementsAre(-1, 0.5, 0.25));
}

TEST(RoundChart, GoesOnWithALog) {
  TrainingCurves curves(round(1, 1, 0.5) + round(1, 2, 0.25));
  const int stage = 1;
  for (const int number : {2, 3}) {
    curves.add({{"event", "round"}, {"stage", stage}, {"round", number}, {"loss", 0.5 / number}});
  }
  curves.add({{"event", "resume"}, {"after_round", 1}});
  EXPECT_THAT(values(curves.rounds().series[0]), ElementsAre(-1, 0.5, 0.25, 0.5 / 3));
  const double infinite = std::numeric_limits<double>::infinity();
  curves.add({{"event", "round"}, {"stage", stage}, {"round", 3}, {"loss", infinite}});
  EXPECT_THAT(values(curves.rounds().series[0]), ElementsAre(-1, 0.5, 0.25, -1));
}

TEST(RoundChart, HasCurvesOfAnEmptyLogToo) { EXPECT_NO_THROW(to_svg(TrainingCurves("").rounds())); }

TEST(StageChart, ShowsFalseAlarmsAndMisses) {
  const LineChart chart =
      TrainingCurves(round(1, 1, 0.5) + stage(1, 1, 0.5) + stage(2, 0.75, 0.125)).stages();
  ASSERT_EQ(chart.series.size(), 2u);
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.5, 0.125));
  EXPECT_THAT(values(chart.series[1]), ElementsAre(0, 0.25));
  EXPECT_THAT(places(chart.series[1]), ElementsAre(1, 2));
}

}  // namespace
}  // namespace ocelli::internal::training_curves_test
