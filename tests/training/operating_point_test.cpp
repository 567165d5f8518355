#include "ocelli/training/operating_point.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::operating_point_test {
namespace {

using testing::HasSubstr;

TEST(OperatingPoint, LiesHalfwayBetweenFalseAlarmsAndObjects) {
  const OperatingPoint point = choose_operating_point(
      {.hits = {30, 20, 40, 25}, .objects = 4, .false_alarms = {4, 2, 10, 1}, .photos = 20}, 0.1);
  EXPECT_FLOAT_EQ(point.min_score, 11) << "10 and 4 may pass, 2 may not; 20 is the next object above it";
  EXPECT_EQ(point.found, 4u);
  EXPECT_EQ(point.false_alarms, 0u) << "nothing is lost by rejecting those that may pass";
}

TEST(OperatingPoint, AllowsFalseAlarmsOnlyUpToTheirRate) {
  const OperatingPoint point = choose_operating_point(
      {.hits = {9, 5, 3, 8, 7}, .objects = 5, .false_alarms = {6, 5.5, 4, 2, 1}, .photos = 10}, 0.2);
  EXPECT_EQ(point.false_alarms, 2u) << "6 and 5.5 of ten photos";
  EXPECT_EQ(point.found, 4u);
  EXPECT_FLOAT_EQ(point.min_score, 4.5);
}

TEST(OperatingPoint, FindsHalfOfTheObjectsAtLeast) {
  const OperatingPoint point = choose_operating_point(
      {.hits = {9, 2, 3}, .objects = 4, .false_alarms = {8, 7, 6, 5}, .photos = 10}, 0.1);
  EXPECT_EQ(point.found, 2u);
  EXPECT_FLOAT_EQ(point.min_score, 3);
  EXPECT_EQ(point.false_alarms, 4u);
}

TEST(OperatingPoint, GoesByObjectsAloneWithoutPhotos) {
  const OperatingPoint point =
      choose_operating_point({.hits = {12, 10}, .objects = 2, .false_alarms = {}, .photos = 0}, 0.1);
  EXPECT_FLOAT_EQ(point.min_score, 5);
  EXPECT_THAT(point.to_string(), HasSubstr("too few negative images"));
}

TEST(OperatingPoint, IsAboveTheFalseAlarmsWhereNoObjectWasFound) {
  const OperatingPoint point =
      choose_operating_point({.hits = {}, .objects = 1, .false_alarms = {3, 2}, .photos = 5}, 0.1);
  EXPECT_GT(point.min_score, 3);
  EXPECT_EQ(point.false_alarms, 0u);
}

TEST(OperatingPoint, ReportsAllWhereNothingIsKnown) {
  EXPECT_EQ(choose_operating_point({}, 0.1).min_score, 0);
}

TEST(EveryDetection, CountsAllThatIsFound) {
  const OperatingPoint point =
      every_detection({.hits = {0.5F, 12, 10}, .objects = 5, .false_alarms = {0, 3}, .photos = 4});
  EXPECT_EQ(point.to_string(),
            "finds 60.0 % of 5 held-out objects with 0.50 false alarms per photo (4 held-out photos)");
}

TEST(OperatingPoint, SaysWhatItGives) {
  const OperatingPoint point{.min_score = 5, .found = 56, .objects = 60, .false_alarms = 7, .photos = 75};
  EXPECT_EQ(point.to_string(),
            "finds 93.3 % of 60 held-out objects with 0.09 false alarms per photo (75 held-out photos)");
}

}  // namespace
}  // namespace ocelli::internal::operating_point_test
