#include "ocelli/data/annotations/mot_tracks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ocelli/error.hpp"

namespace ocelli::internal::mot_tracks_test {
namespace {

std::string refusal_of(const std::string& text) {
  try {
    parse_mot_tracks(text, "gt.txt");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::input);
    return error.what();
  }
  return "no error";
}

TEST(MotTracks, AreReadAsTheChallengeWritesThem) {
  const std::vector<MotBox> boxes =
      parse_mot_tracks("1,3,794.2,47.5,71.2,174.8,1,1,0.8\r\n2,3,1,2,3,4,0,1,1\n", "");
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_EQ(boxes[0], (MotBox{1, 3, {794.2F, 47.5F, 71.2F, 174.8F}, true}));
  EXPECT_FALSE(boxes[1].counts);
}

TEST(MotTracks, MayBeSeparatedByBlanksAndCommented) {
  EXPECT_EQ(parse_mot_tracks("# frame track x y w h\n\n1 2 3 4 5 6\n", ""),
            parse_mot_tracks("1, 2, 3, 4, 5, 6", ""));
}

TEST(MotTracks, OfAnEmptyFileAreNone) { EXPECT_TRUE(parse_mot_tracks("", "").empty()); }

TEST(MotTracks, NameTheFirstWrongLine) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal_of("1,1,0,0,5,5\n1,2,0,0"), HasSubstr("gt.txt, line 2: expected frame,track,x,y,w,h"));
  EXPECT_THAT(refusal_of("0,1,0,0,5,5"), HasSubstr("the number of a frame, from 1, got '0'"));
  EXPECT_THAT(refusal_of("1,-1,0,0,5,5"), HasSubstr("the number of a track, from 0, got '-1'"));
  EXPECT_THAT(refusal_of("1,1,0,0,5,0"), HasSubstr("no width or height"));
  EXPECT_THAT(refusal_of("1,1,nan,0,5,5"), HasSubstr("line 1"));
  EXPECT_THAT(refusal_of("1,1,0,0,5,5\n1,1,9,9,5,5"), HasSubstr("in this frame already"));
}

}  // namespace
}  // namespace ocelli::internal::mot_tracks_test
