#include "ocelli/text/training/typesetting.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "data/text_font.hpp"

namespace ocelli::internal::typesetting_test {
namespace {

using testing::HasSubstr;

TEST(SetLine, TellsWhoseInkIsWhere) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  const SetLine line = set_line(face, U"To be", {});
  ASSERT_EQ(line.characters.size(), 5u);
  EXPECT_TRUE(line.characters[2].box.empty()) << "a space";
  for (const int i : {0, 1, 3, 4}) {
    const cv::Rect box = line.characters[i].box;
    const cv::Mat ink = line.owners == i + 1;
    EXPECT_GT(cv::countNonZero(ink), 50);
    EXPECT_EQ(cv::countNonZero(ink), cv::countNonZero(ink(box))) << "all of it within its box";
  }
  EXPECT_LT(line.characters[0].box.x, line.characters[1].box.x);
  EXPECT_NEAR(line.characters[0].box.br().y, line.baseline, 1);
  EXPECT_NEAR(line.characters[4].box.height, line.x_height, 3);
  EXPECT_EQ(cv::countNonZero(line.image(line.characters[0].box) == 0) > 50, true);
}

TEST(SetLine, LeavesItsMarginFree) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  TypesettingOptions options;
  options.margin = 5;
  const SetLine line = set_line(face, U"Lorem", options);
  const cv::Rect inner(5, 5, line.image.cols - 10, line.image.rows - 10);
  EXPECT_EQ(cv::countNonZero(line.image < 255), cv::countNonZero(line.image(inner) < 255));
}

TEST(SetLine, TellsTouchingLettersApart) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  TypesettingOptions tight;
  tight.spacing = -0.12;
  const SetLine line = set_line(face, U"rn", tight);
  EXPECT_LT(line.characters[1].box.x, line.characters[0].box.br().x);
  EXPECT_GT(cv::countNonZero(line.owners == 1), 50);
  EXPECT_GT(cv::countNonZero(line.owners == 2), 50);
}

TEST(SetLine, HasASizeWithoutInk) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  EXPECT_GT(set_line(face, U"", {}).image.total(), 0u);
  EXPECT_EQ(cv::countNonZero(set_line(face, U"   ", {}).owners), 0);
}

TEST(SetLine, RefusesWhatMakesNoSense) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  const auto message = [&face](const TypesettingOptions& options) {
    return std::string(test::error_of([&] { set_line(face, U"a", options); }).what());
  };
  EXPECT_THAT(message({.size = 0}), HasSubstr("size"));
  EXPECT_THAT(message({.spacing = NAN}), HasSubstr("spacing"));
  EXPECT_THAT(message({.margin = -1}), HasSubstr("margin"));
  EXPECT_THAT(message({.style = {.stretch = 0}}), HasSubstr("stretch"));
  EXPECT_EQ(test::error_of([&] { set_line(face, std::u32string(2001, U'a'), {}); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([&] { set_line(face, std::u32string(2000, U'W'), {.size = 1000}); }).kind(),
            Kind::usage);
}

TEST(SpreadOwners, GivesNewInkToTheNearest) {
  const cv::Mat owners = (cv::Mat_<std::uint16_t>(1, 9) << 0, 0, 0, 1, 0, 0, 2, 0, 0);
  const cv::Mat ink = (cv::Mat_<std::uint8_t>(1, 9) << 255, 255, 255, 0, 255, 255, 255, 0, 0);
  const cv::Mat expected = (cv::Mat_<std::uint16_t>(1, 9) << 0, 1, 1, 0, 1, 2, 2, 0, 0);
  EXPECT_EQ(cv::countNonZero(spread_owners(owners, ink, 2) != expected), 0);
  EXPECT_THROW(spread_owners(owners, cv::Mat(), 2), Error);
}

}  // namespace
}  // namespace ocelli::internal::typesetting_test
