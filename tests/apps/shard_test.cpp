#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/brightness.hpp"
#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::shard_test {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines_of_output(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The records of N shards, dealt back into the order of the inputs.
std::vector<std::string> of_all_shards(std::vector<std::string> command, std::size_t count) {
  command.insert(command.begin() + 1, {"--shard", ""});
  std::vector<std::vector<std::string>> shards;
  std::size_t longest = 0;
  for (std::size_t number = 1; number <= count; ++number) {
    command[2] = std::to_string(number) + "/" + std::to_string(count);
    shards.push_back(lines_of_output(ocelli(command).out));
    longest = std::max(longest, shards.back().size());
  }
  std::vector<std::string> all;
  for (std::size_t i = 0; i < longest; ++i) {
    for (const auto& shard : shards) {
      if (i < shard.size()) all.push_back(shard[i]);
    }
  }
  return all;
}

TEST(ShardOption, DealsImagesAndFramesToAsManyRuns) {
  const Workplace place;
  const std::vector<std::string> command = {"detect",
                                            "-m",
                                            place.model(),
                                            place.blob("a.png"),
                                            place.clip("clip.avi", 7),
                                            place.at("gone.png"),
                                            place.blob("b.png")};
  const std::vector<std::string> all = lines_of_output(ocelli(command).out);
  ASSERT_EQ(all.size(), 10u);
  EXPECT_EQ(of_all_shards(command, 3), all);
}

TEST(ShardOption, GivesNothingToShardsBeyondTheLastInput) {
  const Workplace place;
  const Finished run = ocelli({"detect", "--shard", "3/3", "-m", place.model(), place.blob("a.png")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(ShardOption, OpensNoImageOfAnotherShard) {
  const Workplace place;
  const std::string good = place.blob("good.png"), bad = place.file("bad.png", "no image");
  const auto detect = [&](const std::string& shard) {
    return ocelli({"detect", "--shard", shard, "-m", place.model(), good, bad, good, bad});
  };
  EXPECT_EQ(detect("1/2").exit_code, 0);
  EXPECT_EQ(detect("2/2").exit_code, 1);
}

TEST(ShardOption, DealsTheRowsOfTablesAndTheirLabels) {
  const BrightnessPlace place;
  const std::string table = place.table("table.csv", "rlrlr", {"right", "right", "right", "left", "left"});
  const auto error_of = [&](const std::string& shard) {
    return ocelli({"classify", "--shard", shard, "-m", place.model(), table}).err;
  };
  EXPECT_EQ(error_of("1/2"), "ocelli: 1 of 3 wrong: error 33.33 %\n");
  EXPECT_EQ(error_of("2/2"), "ocelli: 1 of 2 wrong: error 50.00 %\n");
}

TEST(ShardOption, DealsTheLabelsOfAFileWithTheirImages) {
  const BrightnessPlace place;
  const std::string images = place.idx("images.idx", "lrlrl"),
                    labels = place.file("labels.txt", "left\nright\nright\nright\nright\n");
  const std::vector<std::string> command = {"classify", "-m", place.model(), images, "--labels", labels};
  const auto error_of = [&](const std::string& shard) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--shard", shard});
    return ocelli(words).err;
  };
  EXPECT_EQ(error_of("1/2"), "ocelli: 2 of 3 wrong: error 66.67 %\n");
  EXPECT_EQ(error_of("2/2"), "ocelli: 0 of 2 wrong: error 0.00 %\n");
  EXPECT_EQ(of_all_shards(command, 3), lines_of_output(ocelli(command).out));
}

TEST(ShardOption, TellsOfLabelsThatAreNotOneAnInputOfTheShard) {
  const BrightnessPlace place;
  const std::string images = place.idx("images.idx", "lrlrl"),
                    labels = place.file("labels.txt", "left\nright\nright\nright\n");
  const Finished run =
      ocelli({"classify", "--shard", "1/2", "-m", place.model(), images, "--labels", labels});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr(labels + ": contains 2 labels for 3 inputs of this shard"));
}

TEST(ShardOption, SharesThePagesOfAFile) {
  const Workplace place;
  const std::vector<cv::Mat> pages(3, cv::Mat(60, 80, CV_8UC1, cv::Scalar(255)));
  cv::imwritemulti(place.at("scan.tif"), pages);
  const std::vector<std::string> command = {"ocr", "--format", "json", place.at("scan.tif")};
  EXPECT_EQ(of_all_shards(command, 2), lines_of_output(ocelli(command).out));
  EXPECT_THAT(ocelli({"ocr", "--format", "json", "--shard", "3/3", place.at("scan.tif")}).out,
              HasSubstr("scan.tif#2"));
}

TEST(ShardOption, IsRefusedWhereItMeansNothing) {
  const Workplace place;
  const std::string image = place.blob("a.png");
  const auto expect_refused = [](const std::vector<std::string>& words, const std::string& part) {
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr(part));
  };
  expect_refused({"detect", "--shard", "4/3", image}, "--shard: must be K/N with K from 1 to N");
  expect_refused({"ocr", "--shard", "third", image}, "--shard: must be K/N");
  expect_refused({"classify", "--shard", "1", image}, "--shard: must be K/N");
  expect_refused({"detect", "--shard", "1/2", "cam:0"}, "--shard: does not support cameras and live streams");
  expect_refused({"detect", "--show", "--shard", "1/2", "clip.mp4"},
                 "--show cannot be combined with --shard");
}

}  // namespace
}  // namespace ocelli::internal::test::shard_test
