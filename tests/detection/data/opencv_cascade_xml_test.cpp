#include <gmock/gmock.h>

#include <opencv2/objdetect.hpp>
#include <string>

#include "detection/data/opencv_data.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal::opencv_cascade_xml_test {
namespace {

TEST(OpenCvCascadeFiles, AreRead) {
  OCELLI_NEEDS_OPENCV_CASCADES();
  for (const auto& path : test::opencv_cascades()) {
    const OpenCvCascade cascade = load_cascade_xml(path);
    cv::CascadeClassifier theirs(path.string());
    EXPECT_EQ(theirs.getOriginalWindowSize(), cv::Size(cascade.width(), cascade.height())) << path;
    EXPECT_EQ(theirs.getFeatureType(), cascade.has_haar() ? 0 : 1) << path;
    EXPECT_EQ(cascade.label(), path.stem()) << path;
  }
}

TEST(OpenCvCascadeFiles, AreWrittenAsOpenCvLoadsThem) {
  OCELLI_NEEDS_OPENCV_CASCADES();
  for (const auto& path : test::opencv_cascades()) {
    const OpenCvCascade cascade = load_cascade_xml(path);
    const std::string text = cascade_xml(cascade);
    EXPECT_EQ(parse_cascade_xml(text, path.string()), cascade) << path;
    const cv::FileStorage storage(text, cv::FileStorage::READ | cv::FileStorage::MEMORY);
    cv::CascadeClassifier theirs;
    ASSERT_TRUE(theirs.read(storage.getFirstTopLevelNode())) << path;
    EXPECT_EQ(theirs.getOriginalWindowSize(), cv::Size(cascade.width(), cascade.height())) << path;
  }
}

}  // namespace
}  // namespace ocelli::internal::opencv_cascade_xml_test
