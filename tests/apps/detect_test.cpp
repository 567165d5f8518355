#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::detect_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<json> parsed_lines(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Detect, WritesOneJsonLineAnImageInTheOrderOfTheInputs) {
  const Workplace place;
  const std::string empty = place.write("empty.png", blob_image({40, 30}, {})), blob = place.blob("blob.png");
  const Finished run = ocelli({"detect", "-m", place.model(), empty, blob});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto lines = parsed_lines(run.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], (json{{"input", empty}, {"width", 40}, {"height", 30}, {"detections", json::array()}}));
  EXPECT_EQ(lines[1]["input"], blob);
  ASSERT_EQ(lines[1]["detections"].size(), 1u);
  const json& found = lines[1]["detections"][0];
  EXPECT_EQ(found["label"], "blob");
  EXPECT_NEAR(found["x"].get<int>() + found["w"].get<int>() / 2, 36, 3);
}

TEST(Detect, WritesTheSameBytesForAnyNumberOfThreads) {
  const Workplace place;
  std::vector<std::string> words = {"detect", "-m", place.model(), "--threads", "1"};
  for (int i = 0; i < 20; ++i) words.push_back(place.blob(std::to_string(i) + ".png"));
  const Finished one = ocelli(words);
  words[4] = "3";
  EXPECT_EQ(ocelli(words).out, one.out);
  EXPECT_EQ(parsed_lines(one.out).size(), 20u);
}

TEST(Detect, WritesCsv) {
  const Workplace place;
  const std::string blob = place.blob("blob.png"), bad = place.file("bad.png", "");
  const Finished run = ocelli({"detect", "-m", place.model(), "--format", "csv", blob, bad});
  EXPECT_EQ(ocelli({"detect", "-m", place.model(), "-o", place.at("out.csv"), blob, bad}).exit_code, 1);
  EXPECT_EQ(content_of(place.at("out.csv")), run.out) << "the name of the output tells the format";
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("input,width,height,x,y,w,h,score,label,probability\n" + blob + ",90,60,"));
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 2) << run.out;
  EXPECT_THAT(run.err, StartsWith("ocelli: " + bad + ": is empty\nocelli: 2 images in "));
  EXPECT_THAT(run.err, testing::EndsWith(" s: 1 detection, 1 failed\n"));
}

TEST(Detect, WritesToAFileAndDraws) {
  const Workplace place;
  const Finished run = ocelli({"detect", "-m", place.model(), "-o", place.at("out.jsonl"), "--draw",
                               place.at("drawn"), place.blob("blob.png")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(parsed_lines(content_of(place.at("out.jsonl"))).size(), 1u);
  EXPECT_EQ(cv::imread(place.at("drawn/blob-found.png")).size(), cv::Size(90, 60));
}

TEST(Detect, TakesListsFromTheStandardInput) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  const Finished run = ocelli({"detect", "-m", place.model(), "-"}, blob + "\n" + blob + "\n");
  EXPECT_EQ(parsed_lines(run.out).size(), 2u) << run.err;
}

TEST(Detect, LooksAtEveryFrameOfAVideo) {
  const Workplace place;
  const std::string clip = place.clip("clip.avi", 5);
  const auto lines = parsed_lines(ocelli({"detect", "-m", place.model(), clip}).out);
  ASSERT_EQ(lines.size(), 5u);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["input"], clip + "#" + std::to_string(i));
    EXPECT_EQ(lines[i]["detections"].size(), 1u) << lines[i];
  }
}

TEST(Detect, ObeysScanAndGroupOptions) {
  const Workplace place;
  const std::string blob = place.blob("blob.png");
  const auto found = [&](const std::string& option, const std::string& value) {
    return parsed_lines(ocelli({"detect", "-m", place.model(), option, value, blob}).out)[0]["detections"]
        .size();
  };
  EXPECT_EQ(found("--min-size", "12"), 1u);
  EXPECT_EQ(found("--min-size", "50"), 0u);
  EXPECT_EQ(found("--min-score", "1000000"), 0u);
}

TEST(Detect, CannotStartWithoutAModelOrAnOutput) {
  const Workplace place;
  const std::string blob = place.blob("blob.png"),
                    broken = place.file("broken.ocelli", content_of(place.model()).substr(0, 40));
  const auto expect_refused = [](const std::vector<std::string>& words, const std::string& named) {
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr(named));
  };
  expect_refused({"detect", "-m", place.at("gone.ocelli"), blob}, place.at("gone.ocelli"));
  expect_refused({"detect", "-m", broken, blob}, broken);
  expect_refused({"detect", "-m", place.model(), "-o", "/nowhere/x", blob}, "/nowhere/x");
  const std::string file = place.file("file", "");
  expect_refused({"detect", "-m", place.model(), "--draw", file, blob}, file);
  expect_refused({"detect", "-m", place.model(), "-o", "/dev/full", blob}, "/dev/full");
}

TEST(Detect, ShowsAVideoAtItsOwnPaceAndEndsWithIt) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the window library is not made for the race detector";
#endif
  if (std::system("command -v xvfb-run > /dev/null") != 0) {
    std::cerr << "\n*** SKIPPED for want of a virtual display: install xvfb ***\n";
    GTEST_SKIP();
  }
  const Workplace place;
  std::vector<std::string> command = ocelli_command(
      {"detect", "-m", place.model(), "--show", "-o", place.at("out.jsonl"), place.clip("clip.avi", 10)});
  // The window library frees not all it takes, which is not ours to report.
  command.insert(command.begin(), {"env", "ASAN_OPTIONS=detect_leaks=0", "xvfb-run", "-a"});
  const auto begun = std::chrono::steady_clock::now();
  const Finished run = Program(command).finish();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(900))
      << "ten frames a second";
  EXPECT_THAT(run.err, HasSubstr("of 10 frames processed"));
  const auto lines = parsed_lines(content_of(place.at("out.jsonl")));
  ASSERT_FALSE(lines.empty());
  for (const json& line : lines) EXPECT_EQ(line["detections"].size(), 1u) << line;
}

TEST(Detect, CannotShowWithoutADisplay) {
  const Workplace place;
  const char* const display = std::getenv("DISPLAY");
  const std::string before = display ? display : "";
  ::setenv("DISPLAY", ":4242", 1);
  const Finished run = ocelli({"detect", "-m", place.model(), "--show", place.file("clip.mp4", "")});
  ::setenv("DISPLAY", before.c_str(), 1);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("cannot open a window"));
}

}  // namespace
}  // namespace ocelli::internal::test::detect_test
