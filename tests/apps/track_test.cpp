#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::track_test {
namespace {

using testing::HasSubstr;

/// A video of a blob that moves to the right by 2 pixels a frame; it is hidden in frames 8 and 9.
std::string moving_blob(const Workplace& place, const std::string& name, int frames = 20) {
  const cv::Size size(90, 60);
  cv::VideoWriter writer(place.at(name), cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'),
                         10, size);
  for (int i = 0; i < frames; ++i) {
    const bool is_hidden = i == 8 || i == 9;
    cv::Mat color;
    cv::cvtColor(is_hidden ? blob_image(size, {}) : blob_image(size, {{5 + 2 * i, 20, 12, 12}}), color,
                 cv::COLOR_GRAY2BGR);
    writer.write(color);
  }
  return place.at(name);
}

std::vector<nlohmann::json> records_in(const std::string& lines) {
  std::vector<nlohmann::json> records;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) records.push_back(nlohmann::json::parse(line));
  return records;
}

TEST(DetectTrack, FollowsAnObjectOverAGap) {
  const Workplace place;
  const Finished run = ocelli({"detect", "-m", place.model(), "--track", moving_blob(place, "clip.avi")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<nlohmann::json> records = records_in(run.out);
  ASSERT_EQ(records.size(), 20U);
  for (std::size_t i = 0; i < records.size(); ++i) {
    ASSERT_EQ(records[i]["detections"].size(), 1U) << records[i];
    EXPECT_EQ(records[i]["detections"][0]["track"], 1);
    EXPECT_EQ(records[i]["detections"][0].contains("seen"), i == 8 || i == 9) << records[i];
  }
}

TEST(DetectTrack, FindsTheSameWithFewerSearches) {
  const Workplace place;
  const Finished run =
      ocelli({"detect", "-m", place.model(), "--track", "--every", "3", moving_blob(place, "clip.avi")});
  const std::vector<nlohmann::json> records = records_in(run.out);
  ASSERT_EQ(records.size(), 20U) << run.err;
  for (std::size_t i = 0; i < 19; ++i) EXPECT_EQ(records[i]["detections"].size(), 1U) << records[i];
}

TEST(DetectTrack, WritesWhatEvalTracksReads) {
  const Workplace place;
  const std::string tracks = place.at("found.txt");
  const Finished run = ocelli({"detect", "-m", place.model(), "--track", "--format", "mot", "-o", tracks,
                               moving_blob(place, "clip.avi")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Finished eval = ocelli({"eval", "tracks", tracks, "--truth", tracks, "--json"});
  EXPECT_EQ(eval.exit_code, 0) << eval.err;
  const nlohmann::json figures = nlohmann::json::parse(eval.out);
  EXPECT_EQ(figures["objects"], 20);
  EXPECT_EQ(figures["hota"], 1.0);
  EXPECT_THAT(ocelli({"eval", "tracks", tracks, "--truth", tracks}).out, HasSubstr("a HOTA of 100.00 %"));
}

TEST(DetectTrack, CountsDrawsAndCropsInOneRun) {
  const Workplace place;
  const Finished run = ocelli({"detect", "-m", place.model(), "--track", "--count", place.at("c.csv"), "--at",
                               "30,60,30,0", "--heat-map", place.at("heat.png"), "--draw", place.at("drawn"),
                               "--crop", place.at("crops"), "--best", "1", moving_blob(place, "clip.avi")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("counted 1 in, 0 out"));
  EXPECT_THAT(content_of(place.at("c.csv")), HasSubstr(",0,\"30,60,30,0\",1,0,1,\n"));
  EXPECT_EQ(cv::imread(place.at("heat.png")).size(), cv::Size(90, 60));
  EXPECT_TRUE(std::filesystem::exists(place.at("drawn/clip-found.avi")));
  EXPECT_TRUE(std::filesystem::exists(place.at("crops/clip-000000-crop-001.png")));
  EXPECT_FALSE(std::filesystem::exists(place.at("crops/clip-000008-crop-001.png"))) << "it is not seen there";
}

TEST(DetectTrack, WritesTracksToCsv) {
  const Workplace place;
  const Finished run =
      ocelli({"detect", "-m", place.model(), "--track", "--format", "csv", moving_blob(place, "clip.avi")});
  EXPECT_THAT(run.out,
              testing::StartsWith("input,width,height,x,y,w,h,score,label,probability,track,seen\n"));
  EXPECT_THAT(run.out, HasSubstr(",1,false\n"));
}

TEST(DetectTrack, RefusesWhatHasNoEffect) {
  const Workplace place;
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"detect", "-m", place.model(), place.blob("blob.png")});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 2) << run.out;
    return run.err;
  };
  EXPECT_THAT(refused({"--every", "2"}), HasSubstr("require --track"));
  EXPECT_THAT(refused({"--heat-map", place.at("a.png")}), HasSubstr("--heat-map requires --track"));
  EXPECT_THAT(refused({"--track", "--count", place.at("c.csv")}), HasSubstr("require each other"));
  EXPECT_THAT(refused({"--track", "--count", place.at("c.csv"), "--at", "1,2,3"}), HasSubstr("--at"));
  EXPECT_THAT(refused({"--format", "mot"}), HasSubstr("requires --track"));
  EXPECT_THAT(refused({"--track", "--shard", "1/2"}), HasSubstr("whole videos"));
}

TEST(EvalTracks, NamesTheFileAndTheLine) {
  const Workplace place;
  const std::string bad = place.file("bad.txt", "1,1,0,0,5,5\n1,2,x,0,5,5\n");
  const Finished run = ocelli({"eval", "tracks", bad, "--truth", bad});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("bad.txt, line 2"));
  EXPECT_EQ(ocelli({"eval", "tracks", bad}).exit_code, 2);
  EXPECT_EQ(ocelli({"eval", "tracks", place.at("none.txt"), "--truth", bad}).exit_code, 3);
}

}  // namespace
}  // namespace ocelli::internal::test::track_test
