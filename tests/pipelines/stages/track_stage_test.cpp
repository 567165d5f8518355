#include "ocelli/pipelines/stages/track_stage.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ocelli::internal::track_stage_test {
namespace {

constexpr float kSure = 5;

Detection face(float x, float score = 8) {
  return {.box = {x, 100, 40, 40}, .score = score, .label = "face"};
}

/// A frame of a stream, which cannot be read again.
Item frame_of(const std::string& input, std::size_t number) {
  Item item{input + "#" + std::to_string(number), cv::Mat(240, 320, CV_8U, cv::Scalar(0))};
  item.video_rate = 25;
  item.frame = number;
  item.file = input;
  return item;
}

Item image_in(const std::string& folder, std::size_t number) {
  Item item{folder + "/" + std::to_string(number) + ".png",
            std::filesystem::path(folder) / (std::to_string(number) + ".png")};
  item.folder = folder;
  return item;
}

Record found_in(const Item& item, std::vector<Detection> detections) {
  return {.input = item.input, .width = 320, .height = 240, .detections = std::move(detections)};
}

/// What reaches the sink behind the stage.
struct Following {
  std::vector<Record> records;
  TrackStage stage;

  explicit Following(const TrackOptions& options = {}, TrackPasses passes = TrackPasses::two)
      : stage([this](const Item&, const Record& record) { records.push_back(record); }, options, kSure,
              passes) {}
};

TEST(TrackStage, FollowsAStreamAsItComes) {
  Following run;
  for (std::size_t i = 0; i < 10; ++i) {
    const Item item = frame_of("rtsp://camera", i);
    run.stage.take(item, found_in(item, {face(static_cast<float>(i))}));
    ASSERT_EQ(run.records.size(), i + 1) << "nothing waits";
  }
  EXPECT_TRUE(run.records[0].detections.empty());
  EXPECT_EQ(run.records[9].detections.at(0).track, 1);
  EXPECT_EQ(run.records[9].frame, 9U);
}

TEST(TrackStage, MovesTracksOnOverDroppedFrames) {
  Following run;
  for (std::size_t i = 0; i < 60; i += 3) {
    const Item item = frame_of("cam:0", i);
    run.stage.take(item, found_in(item, {face(4 * static_cast<float>(i))}));
  }
  for (std::size_t i = 1; i < run.records.size(); ++i)
    EXPECT_EQ(run.records[i].detections.at(0).track, 1) << i;
}

TEST(TrackStage, KeepsAFolderOfFramesUntilItEnds) {
  Following run;
  for (std::size_t i = 0; i < 10; ++i) {
    const Item item = image_in("frames", i);
    run.stage.take(item, found_in(item, i == 4 ? std::vector<Detection>() : std::vector{face(0)}));
  }
  EXPECT_TRUE(run.records.empty());
  run.stage.finish();
  ASSERT_EQ(run.records.size(), 10U);
  for (const Record& record : run.records) EXPECT_EQ(record.detections.at(0).track, 1);
  EXPECT_FALSE(run.records[4].detections[0].seen);
}

TEST(TrackStage, NumbersTheObjectsOfEachVideoFromOne) {
  Following run;
  for (const std::string folder : {"a", "b"})
    for (std::size_t i = 0; i < 3; ++i) {
      const Item item = image_in(folder, i);
      run.stage.take(item, found_in(item, {face(0)}));
    }
  EXPECT_EQ(run.records.size(), 3U) << "the first folder ended when the second began";
  run.stage.finish();
  ASSERT_EQ(run.records.size(), 6U);
  EXPECT_EQ(run.records[5].detections.at(0).track, 1);
  EXPECT_EQ(run.records[5].frame, 2U);
}

TEST(TrackStage, PassesSingleImagesAndErrors) {
  Following run;
  const Item single{"a.png", std::filesystem::path("a.png")};
  run.stage.take(single, found_in(single, {face(0)}));
  ASSERT_EQ(run.records.size(), 1U);
  EXPECT_FALSE(run.records[0].detections.at(0).track);
  for (std::size_t i = 0; i < 5; ++i) {
    const Item item = image_in("frames", i);
    Record record = found_in(item, {face(0)});
    if (i == 2) record = {.input = item.input, .error = "is damaged"};
    run.stage.take(item, record);
  }
  run.stage.finish();
  ASSERT_EQ(run.records.size(), 6U);
  EXPECT_EQ(run.records[3].error, "is damaged");
  EXPECT_EQ(run.records[4].detections.at(0).track, 1);
}

TEST(TrackStage, KeepsEstimatesInsideTheFrame) {
  Following run;
  for (std::size_t i = 0; i < 20; ++i) {
    const Item item = frame_of("cam:0", i);
    const bool has_left = i >= 12;
    run.stage.take(item, found_in(item, has_left ? std::vector<Detection>()
                                                 : std::vector{face(160 + 10 * static_cast<float>(i))}));
  }
  for (const Record& record : run.records)
    for (const Detection& detection : record.detections)
      EXPECT_TRUE(detection.seen || detection.box.x + detection.box.w <= 320);
  EXPECT_TRUE(run.records.back().detections.empty());
}

TEST(WorkOnSearchedFrames, SearchesEveryNthFrame) {
  int searched = 0;
  const Work work = work_on_searched_frames(
      [&](const Item& item) {
        ++searched;
        return found_in(item, {face(0)});
      },
      {.every = 3});
  for (std::size_t i = 0; i < 7; ++i) {
    const Record record = work(frame_of("clip.mp4", i));
    EXPECT_EQ(record.width, 320);
    EXPECT_EQ(record.detections.size(), i % 3 == 0 ? 1U : 0U);
  }
  EXPECT_EQ(searched, 3);
  work(Item{"a.png", std::filesystem::path("a.png")});
  EXPECT_EQ(searched, 4) << "images are always searched";
}

}  // namespace
}  // namespace ocelli::internal::track_stage_test
