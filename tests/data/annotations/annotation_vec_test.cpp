#include "ocelli/data/annotations/annotation_vec.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::annotation_vec_test {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::SizeIs;

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
  return text;
}

/// As written by icvWriteVecHeader and icvWriteVecSample of opencv_createsamples: sample s has the gray
/// levels 10 s, 10 s + 1, ...
std::string vec_file(int samples, int pixels) {
  std::string file = little_endian(static_cast<std::uint64_t>(samples), 4) +
                     little_endian(static_cast<std::uint64_t>(pixels), 4) + std::string(4, '\0');
  for (int s = 0; s < samples; ++s) {
    file += '\0';
    for (int p = 0; p < pixels; ++p) file += little_endian(static_cast<std::uint64_t>(10 * s + p), 2);
  }
  return file;
}

TEST(AnnotationVec, MakesEverySampleAnImageFilledByItsObject) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("mugs.vec", vec_file(3, 4));
  const Annotations read = read_annotations(path);
  ASSERT_THAT(read.images, SizeIs(3));
  EXPECT_EQ(read.images[2].objects.at(0).box, (Box{0, 0, 2, 2}));
  const cv::Mat sample = read_gray(read.images[2]);
  EXPECT_EQ(cv::countNonZero(sample != (cv::Mat_<uchar>(2, 2) << 20, 21, 22, 23)), 0);
}

TEST(AnnotationVec, TakesTheShapeFromTheName) {
  const test::TemporaryFolder folder;
  const auto wide = folder.write("30x30-cars-3x2.vec", vec_file(1, 6));
  EXPECT_EQ(read_gray(read_annotations(wide).images.at(0)).size(), cv::Size(3, 2));
  const auto plain = folder.write("cars.vec", vec_file(1, 6));
  EXPECT_THAT(error_of([&] { read_annotations(plain); }).what(),
              HasSubstr("samples of 6 pixels, which is not a square; put the shape in the file's name"));
}

TEST(AnnotationVec, RefusesImpossibleFiles) {
  const test::TemporaryFolder folder;
  const auto refusal = [&](const std::string& bytes) {
    const auto path = folder.write("bad.vec", bytes);
    return std::string(error_of([&] { read_annotations(path); }).what());
  };
  const std::string whole = vec_file(2, 4);
  EXPECT_THAT(refusal(whole.substr(0, 11)), HasSubstr("bad.vec: is too short"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1)),
              HasSubstr("is truncated: has 29 bytes, but its header states 30"));
  EXPECT_THAT(refusal(little_endian(0, 4) + whole.substr(4)), HasSubstr("has 0 samples"));
  EXPECT_THAT(refusal(little_endian(0xffff'ffff, 4) + whole.substr(4)), HasSubstr("has 4294967295 samples"));
  EXPECT_THAT(refusal(little_endian(1, 4) + little_endian(0, 4) + whole.substr(8)),
              HasSubstr("samples of 0 pixels"));
}

TEST(AnnotationVec, RefusesValuesThatAreNoGrayLevels) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.vec", vec_file(30, 1));  // sample 27 has the value 260
  const Annotations read = read_annotations(path);
  EXPECT_EQ(read_gray(read.images.at(25)).at<uchar>(0), 250);
  EXPECT_THAT(error_of([&] { read_gray(read.images.at(26)); }).what(),
              HasSubstr("sample 27 has the value 260, which is not a gray level from 0 to 255"));
}

}  // namespace
}  // namespace ocelli::internal::annotation_vec_test
