#include "ocelli/pipelines/output/passage_counts.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>

#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/pipelines/output/heat_map.hpp"

namespace ocelli::internal::passage_counts_test {
namespace {

using enum CountingPlace::Passage;

CountingPlace at(const std::string& text) { return CountingPlace::parse(text).value(); }

TEST(CountingPlace, IsALineOrAPolygon) {
  EXPECT_EQ(at("0,360,1280,360").points.size(), 2U);
  EXPECT_EQ(at("0,0,10,0,10.5,10").text(), "0,0,10,0,10.5,10");
  for (const char* wrong : {"", "1,2", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,3,4,", "1,1,1,1", "1,2,3,inf"})
    EXPECT_FALSE(CountingPlace::parse(wrong)) << wrong;
}

TEST(CountingPlace, CountsMovesOverALineByTheirDirection) {
  const CountingPlace down = at("0,100,200,100");
  EXPECT_EQ(down.passage({50, 90}, {50, 110}), in) << "to the right of someone who walks to the right";
  EXPECT_EQ(down.passage({50, 110}, {50, 90}), out);
  EXPECT_EQ(down.passage({50, 90}, {60, 95}), none);
  EXPECT_EQ(down.passage({300, 90}, {300, 110}), none) << "past the end of the line";
  EXPECT_EQ(at("200,100,0,100").passage({50, 90}, {50, 110}), out);
}

TEST(CountingPlace, CountsMovesIntoAZone) {
  const CountingPlace zone = at("10,10,50,10,50,50,10,50");
  EXPECT_EQ(zone.passage({0, 30}, {20, 30}), in);
  EXPECT_EQ(zone.passage({20, 30}, {60, 30}), out);
  EXPECT_EQ(zone.passage({20, 30}, {30, 30}), none);
  EXPECT_EQ(zone.passage({0, 30}, {60, 30}), none);
}

/// A track that moves down by 1 pixel a frame.
Record walker(std::size_t frame, int track, float from) {
  return {.input = "clip.mp4#" + std::to_string(frame),
          .width = 320,
          .height = 240,
          .frame = frame,
          .detections = {
              {.box = {100, from + static_cast<float>(frame) - 5, 10, 10}, .label = "face", .track = track}}};
}

Item frame_item(std::size_t frame) {
  Item item{"clip.mp4#" + std::to_string(frame), cv::Mat()};
  item.video_rate = 1;  // 60 frames a minute
  item.frame = frame;
  item.file = "clip.mp4";
  return item;
}

TEST(PassageCounts, AreAMinuteARow) {
  const test::TemporaryFolder folder;
  PassageCounts counts(folder.path() / "counts.csv", {at("0,100,320,100"), at("0,150,320,150")});
  for (std::size_t frame = 0; frame < 130; ++frame) counts.take(frame_item(frame), walker(frame, 7, 30));
  EXPECT_EQ(counts.summary(), "2 in, 0 out");
  counts.finish();
  EXPECT_EQ(read_text(folder.path() / "counts.csv", 10'000),
            "input,minute,place,in,out,tracks_in,tracks_out\n"
            "clip.mp4,0,\"0,100,320,100\",0,0,,\n"
            "clip.mp4,0,\"0,150,320,150\",0,0,,\n"
            "clip.mp4,1,\"0,100,320,100\",1,0,7,\n"
            "clip.mp4,1,\"0,150,320,150\",0,0,,\n"
            "clip.mp4,2,\"0,100,320,100\",0,0,,\n"
            "clip.mp4,2,\"0,150,320,150\",1,0,7,\n");
}

TEST(HeatMap, IsHotWhereObjectsWere) {
  const test::TemporaryFolder folder;
  HeatMap map(folder.path() / "heat.png");
  const cv::Mat ground(240, 320, CV_8UC3, cv::Scalar::all(100));
  for (std::size_t frame = 0; frame < 20; ++frame)
    map.take(frame == 0 ? ground : cv::Mat(), walker(0, 1, 120));
  map.finish();
  const cv::Mat drawn = cv::imread((folder.path() / "heat.png").string());
  ASSERT_EQ(drawn.size(), ground.size());
  EXPECT_GT(drawn.at<cv::Vec3b>(120, 105)[2], drawn.at<cv::Vec3b>(120, 105)[0] + 50) << "red";
  EXPECT_EQ(drawn.at<cv::Vec3b>(20, 300), cv::Vec3b(100, 100, 100)) << "the frame itself";
}

}  // namespace
}  // namespace ocelli::internal::passage_counts_test
