#include "ocelli/detection/opencv/opencv_model.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <variant>

#include "data/temporary_folder.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"
#include "source_path.hpp"

namespace ocelli::internal::opencv_file_test {
namespace {

using test::Bytes;

const OpenCvModel kSamples[] = {test::sample_opencv_haar(), test::sample_opencv_lbp()};

OpenCvModel loaded(const Bytes& bytes) { return std::get<OpenCvModel>(load_model(bytes, "sample")); }

std::filesystem::path written(const test::TemporaryFolder& folder, const std::string& text) {
  const std::filesystem::path path = folder.path() / "thing.xml";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(OpenCvModelFile, GivesBackWhatWasPutIn) {
  for (const OpenCvModel& sample : kSamples) {
    const Bytes bytes = serialize(sample);
    EXPECT_EQ(loaded(bytes), sample);
    EXPECT_EQ(serialize(loaded(bytes)), bytes);
  }
}

TEST(OpenCvModelFile, OfVersionOneStaysReadable) {
  const std::filesystem::path golden = test::source_path() / "tests/pipelines/model_files/golden";
  EXPECT_EQ(std::get<OpenCvModel>(load_model(golden / "opencv-haar-v1.ocelli")), test::sample_opencv_haar());
  EXPECT_EQ(std::get<OpenCvModel>(load_model(golden / "opencv-lbp-v1.ocelli")), test::sample_opencv_lbp());
}

TEST(OpenCvModelFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(serialize(test::sample_opencv_lbp()),
                                    [](const Bytes& bytes) { load_model(bytes, "sample"); });
}

TEST(OpenCvModelFile, WithABrokenWordIsRefusedOrStillDetects) {
  const cv::Mat image = test::noise(16, 17, 1);
  for (const OpenCvModel& sample : kSamples) {
    test::survive_patched_words(serialize(sample), [&](const Bytes& bytes) {
      const OpenCvCascade cascade = loaded(bytes).cascade;
      if (cascade.width() <= image.cols) ObjectDetector(cascade).detect(image);
    });
  }
}

TEST(OpenCvModelFile, IsNotADetectorOfOcellisOwnKind) {
  test::expect_model_error([] { load_detector(serialize(test::sample_opencv_haar()), "thing.ocelli"); },
                           "thing.ocelli", "contains an OpenCV cascade, expected a detector model");
}

TEST(OpenCvModelFile, MayBeAnXmlFile) {
  const test::TemporaryFolder folder;
  for (const std::string beginning : {"", "\n ", "\xef\xbb\xbf"}) {
    std::string text = cascade_xml(test::sample_opencv_haar().cascade);
    // A declaration must come first.
    if (beginning == "\n ") text.erase(0, text.find('\n') + 1);
    const auto path = written(folder, beginning + text);
    EXPECT_TRUE(is_cascade_file(path));
    const auto model = std::get<OpenCvModel>(load_model(path));
    EXPECT_EQ(model.cascade, test::sample_opencv_haar().cascade);
    EXPECT_NE(model.card.description.find("thing.xml"), std::string::npos);
    EXPECT_EQ(ObjectDetector::load(path).label(), "thing");
  }
  test::expect_model_error([&] { load_model(written(folder, "<note/>")); },
                           (folder.path() / "thing.xml").string() + ":1", "is not");
}

TEST(OpenCvModelFile, IsNotTakenForXml) {
  const test::TemporaryFolder folder;
  for (const std::string& text : {std::string(), std::string("<"), std::string("<\0\0\0OCEL", 8),
                                  std::string("OCEL<a>"), std::string("{\0\0\0OCEL", 8)})
    EXPECT_FALSE(is_cascade_file(written(folder, text))) << text;
  EXPECT_FALSE(is_cascade_file(folder.path() / "absent.xml"));
}

}  // namespace
}  // namespace ocelli::internal::opencv_file_test
