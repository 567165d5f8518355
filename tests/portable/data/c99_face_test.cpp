#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data_path.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/portable/c99_detector.hpp"
#include "portable/c_program.hpp"
#include "portable/portable_detections.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;
using test::Words;

std::vector<fs::path> pictures_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// The face model as a C program, and the pictures of cmu_mit as it reads them.
class C99Face : public testing::Test {
 protected:
  void SetUp() override {
    OCELLI_NEEDS_C_COMPILER
    OCELLI_NEEDS_DATA("faces/test/cmu_mit")
    for (const fs::path& file : pictures_in(test::data_path() / "faces" / "test" / "cmu_mit")) {
      images.push_back(cv::imread(file.string(), cv::IMREAD_GRAYSCALE));
      pgm.push_back((folder.path() / (file.stem().string() + ".pgm")).string());
      cv::imwrite(pgm.back(), images.back());
    }
  }

  /// The program finds, with these options, what the detector finds: every box, every score, to the last bit.
  void expect_same(const DetectorModel& model, const DetectOptions& options, const Words& words) {
    const std::string header = folder.file("face.h", c99_header(model, "face")),
                      program = folder.path() / "face";
    const test::Finished compiled =
        test::Program({"cc", "-std=c99", "-O2", "-x", "c", "-DFACE_MAIN", header, "-o", program}).finish();
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
    const Detector detector(model, options);
    std::string expected;
    for (std::size_t i = 0; i < images.size(); ++i)
      expected += test::detections_as_c_prints(detector, images[i], pgm[i]);
    Words command{program};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), pgm.begin(), pgm.end());
    const test::Finished found = test::Program(command).finish(std::chrono::seconds(600));
    EXPECT_EQ(found.err, "");
    EXPECT_GT(std::ranges::count(expected, '\n'), 300);
    EXPECT_EQ(found.out, expected);
  }

  DetectorModel model() const { return load_detector(test::source_path() / "models" / "face.ocelli"); }

  test::TemporaryFolder folder;
  std::vector<cv::Mat> images;
  Words pgm;
};

TEST_F(C99Face, FindsOnCmuMitWhatTheProgramFinds) { expect_same(model(), {}, {}); }

TEST_F(C99Face, FindsTheSameWithOtherOptions) {
  expect_same(model(),
              {.scan = {.min_size = 30, .scale_step = 1.2, .stride = 1}, .group = {.min_neighbours = 2}},
              {"-m", "30", "-s", "1.2", "-t", "1", "-n", "2"});
}

TEST_F(C99Face, FindsSmallerFacesInEnlargedPictures) {
  expect_same(model(), {.scan = {.min_size = 16, .max_size = 90, .stride = 3}, .group = {}},
              {"-m", "16", "-M", "90", "-t", "3"});
}

TEST_F(C99Face, FindsTheSameWithoutAVerifier) {
  DetectorModel cascade = model();
  cascade.verifier.reset();
  expect_same(cascade, {}, {});
}

}  // namespace
}  // namespace ocelli
