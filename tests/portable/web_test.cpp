#include <gmock/gmock.h>

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <string>

#include "ocelli/detection/object_detector.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "portable/c_program.hpp"

namespace ocelli::internal::web_test {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::Program;

/// The page, built from the bundled models, with the npm package.
class Web : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string tool : {"clang", "wasm-ld", "node"}) {
      if (test::is_installed(tool)) continue;
      std::cerr << "\n*** SKIPPED for want of " << tool << " ***\n";
      GTEST_SKIP();
    }
    const fs::path models = test::source_path() / "models";
    folder.write("headers/face.h", c99_header(load_detector(models / "face-frontal.ocelli"), "face"));
    folder.write("headers/digits.h", c99_header(load_classifier(models / "digits.ocelli"), "digits"));
    const std::string build = test::source_path() / "apps" / "web" / "build";
    const Finished built =
        Program({build, folder.path() / "headers", out()}).finish(std::chrono::seconds(300));
    ASSERT_EQ(built.exit_code, 0) << built.err;
  }
  std::string out() const { return folder.path() / "out"; }

  test::TemporaryFolder folder;
};

/// "face X Y WIDTH HEIGHT SCORE" or "digit LABEL SCORES", with four digits after the point, as run.mjs prints
/// them.
std::string line_of(const std::string& first, std::initializer_list<float> numbers) {
  std::ostringstream line;
  line.precision(4);
  line << std::fixed << first;
  for (const float number : numbers) line << " " << number;
  return line.str() + "\n";
}

TEST_F(Web, FindsAndReadsWhatTheProgramDoes) {
  const cv::Mat photo =
      cv::imread((test::source_path() / "docs/images/live.jpg").string(), cv::IMREAD_GRAYSCALE);
  const std::string pgm = folder.path() / "live.pgm";
  cv::imwrite(pgm, photo);
  std::string expected;
  for (const Detection& face :
       ObjectDetector::load(test::source_path() / "models/face-frontal.ocelli").detect(photo))
    expected += line_of("face", {face.box.x, face.box.y, face.box.w, face.box.h, face.score});
  EXPECT_NE(expected, "");

  cv::Mat digit(28, 28, CV_8UC1, cv::Scalar(0));
  digit(cv::Rect(13, 5, 2, 19)).setTo(255);
  const std::string raw = folder.file("one.raw", {reinterpret_cast<const char*>(digit.data), digit.total()});
  const Classification one = Classifier::load(test::source_path() / "models/digits.ocelli").classify(digit);
  std::vector<float> scores(one.ranking.size());
  for (const auto& [label, score] : one.ranking) scores[label] = score;
  expected += "digit 1";
  for (const float score : scores)
    expected += line_of("", {score}).substr(0, line_of("", {score}).size() - 1);
  expected += "\n";

  const std::string script = test::source_path() / "apps/web/test/run.mjs";
  const Finished ran = Program({"node", script, out(), folder.path() / "headers/face.h", pgm, raw}).finish();
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, expected);
}

TEST(WebPage, IsOfPartsThatFollowCoverAndPack) {
  if (!test::is_installed("node")) {
    std::cerr << "\n*** SKIPPED for want of node ***\n";
    GTEST_SKIP();
  }
  const Finished ran = Program({"node", test::source_path() / "apps/web/test/parts.mjs"}).finish();
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Web, CoversFacesOfTheCameraAndOfPhotosInChromium) {
  if (!test::is_installed("chromium")) {
    std::cerr << "\n*** SKIPPED for want of chromium ***\n";
    GTEST_SKIP();
  }
  const fs::path photo = test::source_path() / "apps/ocelli/demo/astronaut.jpg";
  std::string frames;
  for (int i = 0; i < 30; ++i) frames += test::content_of(photo);
  const std::string camera = folder.file("camera.mjpeg", frames);
  const std::string any =
      folder.file("any.h", c99_header(load_detector(test::source_path() / "models/face.ocelli"), "any"));
  const fs::path shots = folder.path() / "shots";
  fs::create_directories(shots);
  const std::string script = test::source_path() / "apps/web/test/browser.mjs";
  const Finished ran = Program({"node", script, out(), camera, photo, any, out() + "/digits.wasm", shots})
                           .finish(std::chrono::seconds(120));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::MatchesRegex("live: 1 face, .*digit: 7\n.*requests: to no other server\n"));
  EXPECT_GT(fs::file_size(shots / "live.png"), 10'000U);
}

TEST_F(Web, PackageIsSmallAndHasNoStrayFile) {
  if (!test::is_installed("npm")) {
    std::cerr << "\n*** SKIPPED for want of npm ***\n";
    GTEST_SKIP();
  }
  const Finished packed =
      Program({"npm", "pack", "--silent", "--pack-destination", folder.path(), out() + "/ocelli"}).finish();
  EXPECT_EQ(packed.exit_code, 0) << packed.err;
  const std::string package = folder.path() / "ocelli-0.1.0.tgz";
  EXPECT_LT(fs::file_size(package), 300'000U);
  std::vector<std::string> files;
  std::istringstream listed(Program({"tar", "tzf", package}).finish().out);
  for (std::string file; std::getline(listed, file);) files.push_back(file.substr(file.find('/') + 1));
  EXPECT_THAT(files, testing::UnorderedElementsAre("LICENSE", "README.md", "package.json", "index.js",
                                                   "index.d.ts", "sync.js", "sync.d.ts", "types.d.ts",
                                                   "source.js", "worker.js", "header.js", "structures.js",
                                                   "cli.js", "compile.js", "face.wasm", "face-simd.wasm",
                                                   "face.data", "glue/module.h", "glue/classifier.c"));
}

}  // namespace
}  // namespace ocelli::internal::web_test
