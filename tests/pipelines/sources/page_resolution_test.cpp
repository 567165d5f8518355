#include "ocelli/pipelines/sources/page_resolution.hpp"

#include <gtest/gtest.h>

#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::page_resolution_test {
namespace {

/// A page of this size with a line of this x-height, or none.
PageText page_of(int width, int height, double x_height = 0) {
  PageText page{width, height, {}};
  if (x_height == 0) return page;
  page.blocks.push_back(test::made_block({test::made_line({test::made_word("or", 10, 5, 1)})}));
  page.blocks[0].lines[0].x_height = x_height;
  return page;
}

double estimated(const PageText& page) {
  const Resolution found = page_resolution(page, std::nullopt);
  EXPECT_EQ(found.x, found.y);
  return found.x;
}

TEST(PageResolution, IsTheStatedOneUnlessProgramsWriteItWithoutKnowing) {
  const PageText a4 = page_of(1240, 1754);
  EXPECT_EQ(page_resolution(a4, Resolution{204, 98}), (Resolution{204, 98}));
  EXPECT_EQ(page_resolution(a4, Resolution{100, 100}), (Resolution{100, 100}));
  EXPECT_EQ(page_resolution(a4, Resolution{72, 72}), (Resolution{150, 150}));
  EXPECT_EQ(page_resolution(a4, Resolution{95.99, 95.99}), (Resolution{150, 150}));
}

TEST(PageResolution, MakesUsualPaperOfPagesThatStateNone) {
  EXPECT_EQ(estimated(page_of(1240, 1754)), 150) << "A4";
  EXPECT_EQ(estimated(page_of(3508, 2480)), 300) << "A4, wide";
  EXPECT_EQ(estimated(page_of(2550, 3300)), 300) << "Letter";
  EXPECT_EQ(estimated(page_of(2550, 3300, 14)), 300) << "and small print on it";
  EXPECT_EQ(estimated(page_of(1754, 2480, 20)), 300) << "A5, by its letters";
  EXPECT_EQ(estimated(page_of(1754, 2480, 11)), 150) << "A3, by its letters";
}

TEST(PageResolution, ComesFromTheLettersOfOtherPages) {
  EXPECT_EQ(estimated(page_of(1000, 1000, 21)), 300);
  EXPECT_EQ(estimated(page_of(1000, 1000, 10)), 150);
  EXPECT_EQ(estimated(page_of(2550, 3300, 42)), 600) << "a part of a page: letters of 20 points are rare";
  EXPECT_EQ(estimated(page_of(1000, 1000)), 300) << "nothing to go by";
  EXPECT_EQ(estimated(page_of(0, 0)), 300);
  EXPECT_EQ(estimated(page_of(1, 100'000, 1e9)), 600);
}

}  // namespace
}  // namespace ocelli::internal::page_resolution_test
