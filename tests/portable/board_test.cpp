#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <string>

#include "nightly.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "portable/c_program.hpp"

namespace ocelli::internal::board_test {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::Program;
using test::Words;

std::string pixels_of(const cv::Mat& image) {
  return {reinterpret_cast<const char*>(image.data), image.total()};
}

cv::Mat small_photo() {
  const cv::Mat photo =
      cv::imread((test::source_path() / "docs/images/live.jpg").string(), cv::IMREAD_GRAYSCALE);
  cv::Mat small;
  cv::resize(photo, small, cv::Size(160, 120), 0, 0, cv::INTER_AREA);
  return small;
}

std::string in_hundredths(float number) {
  return " " + std::to_string(std::lround(static_cast<double>(number) * 100));
}

/// The headers of the bundled models, where compilers for other processors find them.
class OtherProcessors : public testing::Test {
 protected:
  OtherProcessors() {
    const fs::path models = test::source_path() / "models";
    folder.write("headers/face.h", c99_header(load_detector(models / "face-frontal.ocelli"), "face"));
    folder.write("headers/digits.h", c99_header(load_classifier(models / "digits.ocelli"), "digits"));
  }
  static bool have(const Words& tools) {
    for (const std::string& tool : tools) {
      if (test::is_installed(tool)) continue;
      std::cerr << "\n*** SKIPPED for want of " << tool << " ***\n";
      return false;
    }
    return true;
  }

  test::TemporaryFolder folder;
};

TEST_F(OtherProcessors, ACortexM4FindsAndReadsWhatTheProgramDoes) {
  OCELLI_NIGHTLY_ONLY
  if (!have({"arm-none-eabi-gcc", "qemu-system-arm"})) GTEST_SKIP();
  const fs::path board = test::source_path() / "examples" / "cortex-m";
  const Finished built =
      Program({board / "build", folder.path() / "headers", folder.path() / "out"}).finish();
  ASSERT_EQ(built.exit_code, 0) << built.err;

  const cv::Mat photo = small_photo();
  std::string faces;
  for (const Detection& face :
       ObjectDetector::load(test::source_path() / "models/face-frontal.ocelli").detect(photo)) {
    faces += "face";
    for (const float number : {face.box.x, face.box.y, face.box.w, face.box.h, face.score})
      faces += in_hundredths(number);
    faces += "\n";
  }
  const Finished found =
      Program({board / "run", folder.path() / "out/faces.elf", folder.file("photo.raw", pixels_of(photo))})
          .finish();
  EXPECT_THAT(faces, testing::StartsWith("face "));
  EXPECT_THAT(found.out, testing::StartsWith(faces + "done "));

  cv::Mat digit(28, 28, CV_8UC1, cv::Scalar(0));
  digit(cv::Rect(13, 5, 2, 19)).setTo(255);
  const float score = Classifier::load(test::source_path() / "models/digits.ocelli").classify(digit).score();
  const Finished read =
      Program({board / "run", folder.path() / "out/digits.elf", folder.file("digit.raw", pixels_of(digit))})
          .finish();
  EXPECT_THAT(read.out, testing::StartsWith("digit 1" + in_hundredths(score) + "\ndone "));
}

/// Its compiler fuses products and sums where it may.
TEST_F(OtherProcessors, A64BitArmFindsTheSameToTheLastBit) {
  OCELLI_NIGHTLY_ONLY
  if (!have({"aarch64-linux-gnu-gcc", "qemu-aarch64", "cc"})) GTEST_SKIP();
  const std::string header = folder.path() / "headers/face.h", arm = folder.path() / "arm",
                    own = folder.path() / "own";
  for (const Words& compiler :
       {Words{"aarch64-linux-gnu-gcc", "-static", "-o", arm}, Words{"cc", "-o", own}}) {
    Words command = compiler;
    command.insert(command.end(), {"-std=gnu99", "-O3", "-x", "c", "-DFACE_MAIN", header});
    ASSERT_EQ(Program(command).finish().exit_code, 0) << compiler[0];
  }
  const std::string pgm = folder.path() / "photo.pgm";
  cv::imwrite(pgm, cv::imread((test::source_path() / "docs/images/live.jpg").string(), cv::IMREAD_GRAYSCALE));
  const Finished found = Program({"qemu-aarch64", arm, pgm}).finish();
  EXPECT_NE(found.out, "");
  EXPECT_EQ(found.out, Program({own, pgm}).finish().out);
}

}  // namespace
}  // namespace ocelli::internal::board_test
