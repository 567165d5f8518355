#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::blur_test {
namespace {

using testing::HasSubstr;

TEST(Blur, WritesAFolderAndGoesOnPastUnreadableFiles) {
  const Workplace place;
  std::filesystem::create_directories(place.at("photos/beach"));
  place.blob("photos/1.png");
  place.file("photos/2.png", "not an image");
  place.blob("photos/beach/1.png");
  const Finished run = ocelli({"blur", "-m", place.model(), "-o", place.at("out"), "--report",
                               place.at("report.json"), "--style", "fill", place.at("photos")});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("photos/2.png: "));
  EXPECT_FALSE(std::filesystem::exists(place.at("out/2.png")));
  for (const std::string name : {"1.png", "beach/1.png"}) {
    const cv::Mat before = cv::imread(place.at("photos/" + name)),
                  after = cv::imread(place.at("out/" + name));
    ASSERT_EQ(before.size(), after.size());
    EXPECT_GT(cv::norm(before, after, cv::NORM_INF), 20) << name;
  }
  const auto report = nlohmann::json::parse(content_of(place.at("report.json")));
  ASSERT_EQ(report["files"].size(), 3U);
  EXPECT_EQ(report["files"][0]["objects"].size(), 1U);
  EXPECT_TRUE(report["files"][1].contains("error"));
  EXPECT_FALSE(report.contains("miss_rate"));
}

TEST(Blur, NeverOverwritesItsInputs) {
  const Workplace place;
  const std::string photo = place.blob("blob.png");
  const std::string before = content_of(photo);
  const Finished run = ocelli({"blur", "-m", place.model(), "-o", photo, photo});
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_EQ(content_of(photo), before);
}

TEST(Blur, NeedsAnOutputAndRefusesWhatHasNoEffect) {
  const Workplace place;
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"blur", "-m", place.model()});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 2);
    return run.err;
  };
  const std::string photo = place.blob("blob.png"), out = place.at("out.png");
  EXPECT_THAT(refused({photo}), HasSubstr("--output is required"));
  EXPECT_THAT(refused({photo, "-o", "-"}), HasSubstr("requires one camera or stream"));
  EXPECT_THAT(refused({photo, "-o", out, "--keep", "1,2"}), HasSubstr("--keep"));
  EXPECT_THAT(refused({photo, "-o", out, "--strip", "name"}), HasSubstr("--strip"));
}

}  // namespace
}  // namespace ocelli::internal::test::blur_test
