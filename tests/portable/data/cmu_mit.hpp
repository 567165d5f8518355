#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data_path.hpp"
#include "portable/c_program.hpp"
#include "portable/portable_detections.hpp"

namespace ocelli::internal::test {

/// The pictures of cmu_mit as generated programs read them, one of every `kStep`.
template <std::size_t kStep>
class CmuMit : public testing::Test {
 protected:
  void SetUp() override {
    namespace fs = std::filesystem;
    OCELLI_NEEDS_C_COMPILER
    OCELLI_NEEDS_DATA("faces/test/cmu_mit")
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(data_path() / "faces" / "test" / "cmu_mit"))
      files.push_back(entry.path());
    std::ranges::sort(files);
    for (std::size_t i = 0; i < files.size(); i += kStep) {
      images_.push_back(cv::imread(files[i].string(), cv::IMREAD_GRAYSCALE));
      pgm_.push_back((folder_.path() / (files[i].stem().string() + ".pgm")).string());
      cv::imwrite(pgm_.back(), images_.back());
    }
  }

  /// The header "face", run as a program with these words as options, finds what the detector finds, and that
  /// is more than `least` things: every box, every score, to the last bit.
  void expect_same(const std::string& header, const ObjectDetector& detector, const Words& words, int min) {
    const std::string source = folder_.file("face.h", header), program = folder_.path() / "face";
    const Finished compiled =
        Program({"cc", "-std=c99", "-O2", "-x", "c", "-DFACE_MAIN", source, "-o", program}).finish();
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
    std::string expected;
    for (std::size_t i = 0; i < images_.size(); ++i)
      expected += detections_as_c_prints(detector, images_[i], pgm_[i]);
    Words command{program};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), pgm_.begin(), pgm_.end());
    const Finished found = Program(command).finish(std::chrono::seconds(600));
    EXPECT_EQ(found.err, "");
    EXPECT_GT(std::ranges::count(expected, '\n'), min);
    EXPECT_EQ(found.out, expected);
  }

 private:
  TemporaryFolder folder_;
  std::vector<cv::Mat> images_;
  Words pgm_;
};

}  // namespace ocelli::internal::test
