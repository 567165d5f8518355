#include "progress_line.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::app::progress_line_test {
namespace {

using namespace std::chrono_literals;

TEST(ProgressText, TellsTheTimeLeftWhenTheTotalIsKnown) {
  EXPECT_EQ(progress_text({"images", 120, 2000, ""}, 4s),
            "images 120 of 2000 (6 %), 30.0 per second, 1:02 left");
  EXPECT_EQ(progress_text({"images", 1, 7201, ""}, 1s),
            "images 1 of 7201 (0 %), 1.0 per second, 2:00:00 left");
  EXPECT_EQ(progress_text({"images", 5, 5, ""}, 2s), "images 5 of 5 (100 %), 2.5 per second");
}

TEST(ProgressText, TellsThePaceOfSlowWorkByTheMinute) {
  EXPECT_EQ(progress_text({"pages", 3, 9, ""}, 6s, Pace::a_minute),
            "pages 3 of 9 (33 %), 30.0 per minute, 0:12 left");
}

TEST(ProgressText, MeasuresThePaceByWhatThisRunDid) {
  EXPECT_EQ(progress_text({"trees", 110, 200, ""}, 5s, Pace::a_second, 100),
            "trees 110 of 200 (55 %), 2.0 per second, 0:45 left");
}

TEST(ProgressText, DoesWithoutATotal) {
  EXPECT_EQ(progress_text({"images", 120, 0, ""}, 4s), "images 120, 30.0 per second");
}

TEST(ProgressText, SaysNothingOfRatesBeforeThereAreAny) {
  EXPECT_EQ(progress_text({"mining", 0, 10, "stage 3"}, 0s), "mining 0 of 10 (0 %): stage 3");
}

}  // namespace
}  // namespace ocelli::internal::app::progress_line_test
