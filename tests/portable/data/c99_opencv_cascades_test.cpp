#include <gmock/gmock.h>

#include "detection/data/opencv_data.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "portable/data/cmu_mit.hpp"

namespace ocelli::internal::c99_opencv_cascades_test {
namespace {

/// OpenCV's own cascades, on every eighth picture.
class C99OpenCvCascades : public test::CmuMit<8> {
 protected:
  void expect_found(const std::string& cascade, int min) {
    OCELLI_NEEDS_OPENCV_CASCADES()
    const OpenCvCascade loaded = load_cascade_xml(std::filesystem::path("/usr/share/opencv4") / cascade);
    expect_same(c99_header(OpenCvModel{loaded, {}}, "face"), ObjectDetector(loaded), {}, min);
  }
};

TEST_F(C99OpenCvCascades, TreesFindWhatTheProgramFinds) {
  expect_found("haarcascades/haarcascade_frontalface_alt2.xml", 40);
}

TEST_F(C99OpenCvCascades, TiltedFeaturesFindWhatTheProgramFinds) {
  expect_found("haarcascades/haarcascade_lefteye_2splits.xml", 3);
}

TEST_F(C99OpenCvCascades, BinaryPatternsFindWhatTheProgramFinds) {
  expect_found("lbpcascades/lbpcascade_frontalface.xml", 30);
}

/// Which of them integers can follow: all.
TEST(C99OpenCvCascade, IsWrittenFromEveryOneOfOpenCvs) {
  OCELLI_NEEDS_OPENCV_CASCADES()
  for (const std::filesystem::path& file : test::opencv_cascades())
    EXPECT_NO_THROW(c99_header(OpenCvModel{load_cascade_xml(file), {}}, "model")) << file;
}

}  // namespace
}  // namespace ocelli::internal::c99_opencv_cascades_test
