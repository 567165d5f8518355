#include "ocelli/metrics/track_scores.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ocelli::internal::track_scores_test {
namespace {

Box place(float x) { return {x, 0, 10, 10}; }

/// One object for 4 frames, found exactly, as these tracks.
std::vector<TrackFrame> found_as(const std::vector<std::size_t>& tracks) {
  std::vector<TrackFrame> frames;
  for (const std::size_t track : tracks)
    frames.push_back({.truths = {{0, place(0)}}, .found = {{track, place(0)}}, .ignored = {}});
  return frames;
}

TEST(TrackScores, OfAPerfectTrackerAreOne) {
  const TrackScores scores = track_scores(found_as({5, 5, 5, 5}));
  EXPECT_EQ(scores.truths, 4U);
  EXPECT_EQ(scores.recall(), 1);
  EXPECT_EQ(scores.false_positives + scores.switches, 0U);
  EXPECT_EQ(scores.mota, 1);
  EXPECT_NEAR(scores.hota, 1, 1e-12);
}

/// By hand: two tracks of two frames each. Every frame is a hit, so DetA = 1. Each hit has 2 frames in common
/// of the 4 of both tracks, so AssA = 1/2 and HOTA = sqrt(1/2).
TEST(TrackScores, FallWithASwitchAsTheDefinitionSays) {
  const TrackScores scores = track_scores(found_as({5, 5, 6, 6}));
  EXPECT_EQ(scores.switches, 1U);
  EXPECT_DOUBLE_EQ(scores.mota, 0.75);
  EXPECT_NEAR(scores.detection, 1, 1e-12);
  EXPECT_NEAR(scores.association, 0.5, 1e-12);
  EXPECT_NEAR(scores.hota, std::sqrt(0.5), 1e-12);
}

TEST(TrackScores, CountMissesAndFalsePositives) {
  std::vector<TrackFrame> frames = found_as({5, 5, 5, 5});
  frames[1].found.clear();
  frames[2].found.push_back({7, place(100)});
  const TrackScores scores = track_scores(frames);
  EXPECT_DOUBLE_EQ(scores.recall(), 0.75);
  EXPECT_EQ(scores.false_positives, 1U);
  EXPECT_EQ(scores.switches, 0U);
  EXPECT_DOUBLE_EQ(scores.mota, 0.5);
  EXPECT_NEAR(scores.detection, 3.0 / 5, 1e-12);  // 3 hits, 1 miss, 1 false positive
  EXPECT_NEAR(scores.association, 3.0 / 4, 1e-12);
}

/// An overlap of 1/3 counts for HOTA at 0.05 to 0.30, 6 of 19 overlaps, and is a miss for MOTA.
TEST(TrackScores, WeighHowWellBoxesFit) {
  std::vector<TrackFrame> frames = found_as({5, 5, 5, 5});
  for (TrackFrame& frame : frames) frame.found[0].box = place(5);
  const TrackScores scores = track_scores(frames);
  EXPECT_EQ(scores.hits, 0U);
  EXPECT_DOUBLE_EQ(scores.mota, -1);
  EXPECT_NEAR(scores.hota, 6.0 / 19, 1e-12);
}

TEST(TrackScores, NeitherRewardNorPunishWhatIsIgnored) {
  std::vector<TrackFrame> frames = found_as({5, 5, 5, 5});
  for (TrackFrame& frame : frames) {
    frame.ignored.push_back(place(50));
    frame.found.push_back({9, place(50)});
  }
  const TrackScores scores = track_scores(frames);
  EXPECT_EQ(scores.false_positives, 0U);
  EXPECT_EQ(scores.mota, 1);
  EXPECT_NEAR(scores.hota, 1, 1e-12);
}

/// Between two found boxes that fit, an object keeps the number that it had, though the other fits better.
TEST(TrackScores, KeepTheNumberOfAnObjectWhileItFits) {
  std::vector<TrackFrame> frames = found_as({5, 5});
  frames[1].found = {{5, place(2)}, {6, place(0)}};
  EXPECT_EQ(track_scores(frames).switches, 0U);
}

TEST(TrackScores, OfNothingAreZero) {
  const TrackScores scores = track_scores({});
  EXPECT_EQ(scores.truths, 0U);
  EXPECT_EQ(scores.mota, 0);
  EXPECT_EQ(scores.hota, 0);
}

}  // namespace
}  // namespace ocelli::internal::track_scores_test
