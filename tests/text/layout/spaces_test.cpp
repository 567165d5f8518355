#include "ocelli/text/layout/spaces.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::spaces_test {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::Lt;

std::vector<double> gaps(int letters, double between_letters, int words, double between_words) {
  std::vector<double> all;
  for (int i = 0; i < letters; ++i) all.push_back(between_letters + 0.01 * (i % 5));
  for (int i = 0; i < words; ++i) all.push_back(between_words + 0.02 * (i % 5));
  return all;
}

TEST(Spaces, PartGapsBetweenLettersFromThoseBetweenWords) {
  EXPECT_THAT(space_width(gaps(40, 0.15, 8, 0.6)).threshold, AllOf(Gt(0.2), Lt(0.6)));
}

TEST(Spaces, AreWiderWhereLettersStandFarApart) {
  EXPECT_THAT(space_width(gaps(40, 0.5, 8, 1.6)).threshold, AllOf(Gt(0.55), Lt(1.6)));
}

TEST(Spaces, DoNotComeFromOneWordAlone) {
  EXPECT_GT(space_width(gaps(30, 0.15, 0, 0)).threshold, 0.2);
  EXPECT_GT(space_width(gaps(30, 0.5, 0, 0)).threshold, 0.54);
}

TEST(Spaces, AreAsMostPrintHasThemWhereGapsAreFew) {
  EXPECT_EQ(space_width({}).threshold, space_width({0.1, 5}).threshold);
}

TEST(Spaces, AreNotMovedByTheWhitesOfColumns) {
  std::vector<double> of_table = gaps(40, 0.15, 6, 0.5);
  const std::vector<double> whites = gaps(0, 0, 30, 4);
  of_table.insert(of_table.end(), whites.begin(), whites.end());
  EXPECT_THAT(space_width(of_table).threshold, AllOf(Gt(0.2), Lt(0.5)));
}

TEST(Spaces, AreNotMovedByOneHugeGap) {
  const double typical = space_width(gaps(40, 0.15, 8, 0.6)).threshold;
  std::vector<double> more = gaps(40, 0.15, 8, 0.6);
  more.push_back(500);
  EXPECT_NEAR(space_width(more).threshold, typical, 0.25);
}

}  // namespace
}  // namespace ocelli::internal::spaces_test
