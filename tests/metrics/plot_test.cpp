#include "ocelli/metrics/plot.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal::plot_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> labels(const Axis& axis, const std::vector<double>& values) {
  std::vector<std::string> result;
  for (const Tick& tick : AxisMap(axis, values).ticks()) {
    if (!tick.label.empty()) result.push_back(tick.label);
  }
  return result;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(PlotAxis, PutsTicksAtRoundNumbers) {
  EXPECT_THAT(labels({}, {0.03, 0.97}), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels({}, {-3, 12}), ElementsAre("-5", "0", "5", "10", "15"));
  EXPECT_THAT(labels({.low = 0.85, .high = 1}, {}), ElementsAre("0.85", "0.90", "0.95", "1.00"));
  EXPECT_THAT(labels({}, {7, 7}), Not(testing::IsEmpty()));
  EXPECT_THAT(labels({}, {}), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
}

TEST(PlotAxis, PutsLogarithmicTicksAtPowersOfTen) {
  EXPECT_THAT(labels({.scale = Scale::logarithmic}, {3, 700}), ElementsAre("1", "10", "100", "1000"));
  EXPECT_THAT(labels({.scale = Scale::logarithmic}, {2, 9, 0, -1}), ElementsAre("1", "2", "5", "10"));
  EXPECT_THAT(labels({.scale = Scale::logarithmic}, {2e-7, 0.5}),
              ElementsAre("1e-07", "1e-06", "1e-05", "0.0001", "0.001", "0.01", "0.1", "1"));
}

TEST(PlotAxis, MapsItsLimitsToTheEnds) {
  const AxisMap linear({.low = 10, .high = 30}, {});
  EXPECT_DOUBLE_EQ(linear.position(10), 0);
  EXPECT_DOUBLE_EQ(linear.position(25), 0.75);
  const AxisMap decades({.scale = Scale::logarithmic, .low = 1, .high = 10000}, {});
  EXPECT_DOUBLE_EQ(decades.position(100), 0.5);
}

TEST(PlotAxis, HasRoomWhereValuesDifferByRoundingAlone) {
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    const std::vector<double> values = {1.0, 1.0 + 1e-13};
    EXPECT_NO_THROW(AxisMap({.label = "share", .scale = scale}, values));
  }
}

TEST(PlotAxis, RefusesLimitsWithoutSense) {
  EXPECT_THROW(AxisMap({.low = 2, .high = 1}, {}), Error);
  EXPECT_THROW(AxisMap({.low = 1, .high = 1}, {}), Error);
  EXPECT_THROW(AxisMap({.scale = Scale::logarithmic, .low = 0}, {}), Error);
  EXPECT_THROW(AxisMap({.high = std::nan("")}, {}), Error);
}

TEST(Plot, DrawsALineForEachSeriesAndNamesIt) {
  const std::string svg =
      to_svg({.title = "ROC",
              .x = {.label = "false positives"},
              .y = {.label = "detection rate"},
              .series = {{"ours", {{0, 0.5}, {10, 0.9}}}, {"theirs", {{0, 0.4}, {10, 0.8}}}}});
  EXPECT_EQ(count(svg, "<polyline"), 2);
  for (const char* text : {">ROC<", ">false positives<", ">detection rate<", ">ours<", ">theirs<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST(Plot, EscapesText) {
  const std::string svg =
      to_svg({.title = "a < b & \"c\" > d\n", .series = {{"<script>", {{0, 0}, {1, 1}}}}});
  EXPECT_THAT(svg, HasSubstr(">a &lt; b &amp; &quot;c&quot; &gt; d <"));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
}

TEST(Plot, BreaksALineWhereAPointHasNoPlace) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const LineChart chart{
      .x = {.scale = Scale::logarithmic},
      .series = {{"", {{0, 0}, {1, 1}, {2, 2}, {3, nan}, {4, 4}, {infinity, 5}, {6, 6}, {7, 7}}}}};
  const std::string svg = to_svg(chart);
  EXPECT_EQ(count(svg, "<polyline"), 2);
  EXPECT_EQ(count(svg, "<circle"), 1);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf\"")));
}

TEST(Plot, DrawsAnEmptyChart) { EXPECT_THAT(to_svg({}), HasSubstr("</svg>")); }

TEST(Plot, RefusesAChartWithoutRoom) { EXPECT_THROW(to_svg({.width = 60, .height = 60}), Error); }

}  // namespace
}  // namespace ocelli::internal::plot_test
