#include "ocelli/metrics/table_charts.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal::table_charts_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(ConfusionSvg, ShowsCountsOfRightAnswersAndErrorsInDifferentColors) {
  ConfusionMatrix matrix({"cat", "d<g"});
  for (int i = 0; i < 9; ++i) matrix.add(0, 0);
  matrix.add(0, 1);
  matrix.add(1, 1);
  const std::string svg = confusion_svg("pets", matrix);
  for (const char* part : {">pets<", ">cat<", ">d&lt;g<", ">9<", ">true<", ">given<"})
    EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_EQ(times(svg, "#d55e00"), 1u) << "one kind of error";
  EXPECT_EQ(times(svg, "#0072b2"), 2u);
  EXPECT_THAT(svg, Not(HasSubstr(">0<"))) << "cells without samples stay white";
}

TEST(ConfusionSvg, HasNoCountsWhereCellsAreTooSmallForThem) {
  std::vector<std::string> classes;
  for (int c = 0; c < 31; ++c) classes.push_back("c" + std::to_string(c));
  ConfusionMatrix matrix(classes);
  for (int i = 0; i < 77; ++i) matrix.add(3, 4);
  EXPECT_THAT(confusion_svg("many", matrix), Not(HasSubstr(">77<")));
}

TEST(BarsSvg, HasBarsAsLongAsTheirFiguresToTheLongest) {
  const std::vector<Bar> bars{{"petal", 20}, {"sepal", 5}, {"soil", 0}};
  const std::string svg = bars_svg("importance", bars);
  for (const char* part : {">petal<", ">20.00<", "width=\"420.0\"", "width=\"105.0\"", ">soil<"})
    EXPECT_THAT(svg, HasSubstr(part));
}

TEST(BarsSvg, MayHaveNoBars) { EXPECT_THAT(bars_svg("nothing", {}), HasSubstr("</svg>")); }

}  // namespace
}  // namespace ocelli::internal::table_charts_test
