#include <gmock/gmock.h>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "portable/onnx_run.hpp"
#include "process.hpp"
#include "source_path.hpp"

namespace ocelli::internal::onnx_digits_test {
namespace {

class OnnxDigits : public testing::TestWithParam<const char*> {};

#if OCELLI_HAS_DNN
TEST_P(OnnxDigits, AreReadByOpenCvAsByTheProgram) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  const ClassifierModel model = load_classifier(test::source_path() / "models" / GetParam());
  const Samples samples = read_idx_images(test::data_path() / "mnist" / "t10k-images-idx3-ubyte.gz");
  const Samples framed = test::as_graph_takes(samples, model.classifier);
  const test::OnnxResults found = test::run_by_opencv(onnx_file(model, "digits"), framed, 10, 100);
  const float difference = test::largest_difference(found.scores, model.classifier.scores(samples));
  RecordProperty("largest_difference", std::to_string(difference));
  EXPECT_LE(difference, 1e-4f);
  EXPECT_EQ(test::different_labels(found, model.classifier.classify(samples)), 0u);
}
#else
TEST_P(OnnxDigits, AreReadByOpenCvAsByTheProgram){OCELLI_NEEDS_DNN}
#endif

std::string onnx_example(const std::string& name) {
  return test::content_of(test::source_path() / "examples" / "onnx" / name);
}

TEST(OnnxDigitExamples, AreInTheDocumentation) {
  const std::string page = test::content_of(test::source_path() / "docs" / "deploy.md");
  EXPECT_THAT(page, testing::HasSubstr(onnx_example("read_digit.py")));
  EXPECT_THAT(page, testing::HasSubstr(onnx_example("read_digit.mjs")));
}

TEST(OnnxDigitExamples, ReadASevenInPython) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  if (test::Program({"/usr/bin/python3", "-c", "import cv2.dnn"}).finish().exit_code != 0) {
    std::cerr << "\n*** SKIPPED for want of OpenCV in Python (Debian: python3-opencv) ***\n";
    GTEST_SKIP();
  }
  const ClassifierModel model = load_classifier(test::source_path() / "models" / "digits.ocelli");
  const Samples samples = read_idx_images(test::data_path() / "mnist" / "t10k-images-idx3-ubyte.gz");
  const std::string raw(samples.row(0).begin(), samples.row(0).end());
  const test::TemporaryFolder folder;
  const std::string script = (test::source_path() / "examples" / "onnx" / "read_digit.py").string();
  const test::Finished read =
      test::Program({"/usr/bin/python3", script, folder.file("digits.onnx", onnx_file(model, "digits"))}, raw)
          .finish();
  EXPECT_THAT(read.out, testing::StartsWith("7, score ")) << read.err;
}

INSTANTIATE_TEST_SUITE_P(Models, OnnxDigits, testing::Values("digits.ocelli", "digits-large.ocelli"));

}  // namespace
}  // namespace ocelli::internal::onnx_digits_test
