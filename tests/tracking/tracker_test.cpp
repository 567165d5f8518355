#include "ocelli/tracking/tracker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "ocelli/error.hpp"

namespace ocelli::internal::tracker_test {
namespace {

constexpr float kSure = 5;

Detection face(float x, float y, float score = 8) {
  return {.box = {x, y, 40, 40}, .score = score, .label = "face"};
}

/// One face that moves by 3 pixels a frame.
std::vector<SearchedFrame> walk(std::size_t frames) {
  std::vector<SearchedFrame> found;
  for (std::size_t i = 0; i < frames; ++i) found.push_back({{face(3 * static_cast<float>(i), 100)}});
  return found;
}

TEST(Tracker, GivesAFaceTheSameNumberInEveryFrame) {
  Tracker tracker({}, kSure);
  EXPECT_TRUE(tracker.follow(walk(1)[0]).empty()) << "one detection does not confirm a track";
  const std::vector<SearchedFrame> frames = walk(20);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const std::vector<Detection> followed = tracker.follow(frames[i]);
    ASSERT_EQ(followed.size(), 1U) << i;
    EXPECT_EQ(followed[0].track, 1);
    EXPECT_TRUE(followed[0].seen);
    EXPECT_NEAR(followed[0].box.x, 3 * static_cast<float>(i), 4);
  }
}

TEST(Tracker, BridgesAGapAndSaysSo) {
  Tracker tracker({}, kSure);
  const std::vector<SearchedFrame> frames = walk(30);
  for (std::size_t i = 0; i < 20; ++i) tracker.follow(frames[i]);
  for (std::size_t i = 20; i < 25; ++i) {
    const std::vector<Detection> followed = tracker.follow(std::vector<Detection>());
    ASSERT_EQ(followed.size(), 1U);
    EXPECT_FALSE(followed[0].seen);
    EXPECT_NEAR(followed[0].box.x, 3 * static_cast<float>(i), 8);
  }
  const std::vector<Detection> again = tracker.follow(frames[25]);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_TRUE(again[0].seen);
  EXPECT_EQ(again[0].track, 1);
}

TEST(Tracker, EndsATrackAfterTheGap) {
  Tracker tracker({.gap = 3}, kSure);
  for (const SearchedFrame& frame : walk(5)) tracker.follow(frame);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(tracker.follow(std::vector<Detection>()).size(), 1U);
  EXPECT_TRUE(tracker.follow(std::vector<Detection>()).empty());
  tracker.follow({{face(20, 100)}});
  EXPECT_EQ(tracker.follow({{face(20, 100)}}).at(0).track, 2);
}

TEST(Tracker, ContinuesWithFaintDetectionsButStartsNone) {
  Tracker tracker({}, kSure);
  for (int i = 0; i < 3; ++i) tracker.follow({{face(0, 0), face(200, 0, 4)}});
  const std::vector<Detection> followed = tracker.follow({{face(0, 0, 4), face(200, 0, 4)}});
  ASSERT_EQ(followed.size(), 1U);
  EXPECT_TRUE(followed[0].seen);
  EXPECT_EQ(followed[0].score, 4);
}

TEST(Tracker, KeepsTwoFacesThatPassEachOtherApart) {
  Tracker tracker({}, kSure);
  std::vector<Detection> last;
  for (int i = 0; i <= 40; ++i) {
    const auto x = static_cast<float>(5 * i);
    last = tracker.follow({{face(x, 100), face(200 - x, 130)}});
  }
  ASSERT_EQ(last.size(), 2U);
  EXPECT_NEAR(last[0].box.x, 200, 10);
  EXPECT_NEAR(last[0].box.y, 100, 3);
  EXPECT_NEAR(last[1].box.x, 0, 10);
}

TEST(Tracker, FollowsThroughFramesThatAreNotSearched) {
  const TrackOptions options{.every = 3};
  Tracker tracker(options, kSure);
  const std::vector<SearchedFrame> frames = walk(40);
  std::vector<Detection> followed;
  for (std::size_t i = 0; i < 40; ++i)
    followed = tracker.follow(options.searches(i) ? frames[i] : std::nullopt);
  ASSERT_EQ(followed.size(), 1U);
  EXPECT_EQ(followed[0].track, 1);
  EXPECT_NEAR(followed[0].box.x, 3 * 39, 6);
}

TEST(TrackOptions, NameTheInvalidOne) {
  try {
    Tracker tracker({.gap = -1}, kSure);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::usage);
    EXPECT_EQ(error.where(), "--track-gap");
  }
}

TEST(FollowingBothWays, FillsGapsAlongTheWay) {
  std::vector<SearchedFrame> frames = walk(30);
  for (std::size_t i = 10; i < 18; ++i) frames[i] = std::vector<Detection>();
  const std::vector<std::vector<Detection>> followed = follow_both_ways(frames, {}, kSure);
  ASSERT_EQ(followed.size(), 30U);
  for (std::size_t i = 0; i < 30; ++i) {
    ASSERT_EQ(followed[i].size(), 1U) << i;
    EXPECT_EQ(followed[i][0].track, 1);
    EXPECT_EQ(followed[i][0].seen, i < 10 || i >= 18);
    EXPECT_NEAR(followed[i][0].box.x, 3 * static_cast<float>(i), 2.5) << i;
  }
}

TEST(FollowingBothWays, KnowsAFaceBeforeItsFirstSureFrame) {
  std::vector<SearchedFrame> frames = walk(20);
  for (std::size_t i = 0; i < 8; ++i) frames[i]->front().score = 4;
  frames[3] = std::vector<Detection>();
  const std::vector<std::vector<Detection>> followed = follow_both_ways(frames, {}, kSure);
  for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(followed[i].size(), 1U) << i;
  EXPECT_FALSE(followed[3][0].seen);
}

TEST(FollowingBothWays, DropsASingleFalseAlarm) {
  std::vector<SearchedFrame> frames = walk(20);
  frames[7]->push_back(face(300, 300));
  for (const auto& detections : follow_both_ways(frames, {}, kSure)) EXPECT_EQ(detections.size(), 1U);
  const std::vector<std::vector<Detection>> all = follow_both_ways(frames, {.confirm = 1}, kSure);
  EXPECT_EQ(all[7].size(), 2U);
}

TEST(FollowingBothWays, ExtendsTracksAtBothEnds) {
  std::vector<SearchedFrame> frames(60, SearchedFrame(std::vector<Detection>()));
  for (std::size_t i = 10; i < 50; ++i) frames[i] = {{face(static_cast<float>(4 * i), 0)}};
  const std::vector<std::vector<Detection>> followed = follow_both_ways(frames, {.extension = 3}, kSure);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(followed[i].size(), i >= 7 && i < 53 ? 1U : 0U) << i;
  EXPECT_NEAR(followed[7][0].box.x, 28, 3);
  EXPECT_NEAR(followed[52][0].box.x, 208, 3);
  EXPECT_FALSE(followed[52][0].seen);
}

TEST(FollowingBothWays, SmoothsWhatShakes) {
  std::mt19937 random(1);
  std::normal_distribution<float> noise(0, 2);
  std::vector<SearchedFrame> frames = walk(60);
  for (SearchedFrame& frame : frames) frame->front().box.x += noise(random);
  const std::vector<std::vector<Detection>> followed = follow_both_ways(frames, {}, kSure);
  double raw = 0, smooth = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float truth = 3 * static_cast<float>(i);
    raw += std::pow(frames[i]->front().box.x - truth, 2);
    smooth += std::pow(followed[i][0].box.x - truth, 2);
  }
  EXPECT_LT(smooth, 0.6 * raw);
}

TEST(FollowingBothWays, OfNothingIsNothing) {
  EXPECT_TRUE(follow_both_ways({}, {}, kSure).empty());
  const std::vector<SearchedFrame> not_searched(3);
  for (const auto& detections : follow_both_ways(not_searched, {}, kSure)) EXPECT_TRUE(detections.empty());
}

}  // namespace
}  // namespace ocelli::internal::tracker_test
