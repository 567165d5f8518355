#include <gtest/gtest.h>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "portable/onnx_run.hpp"
#include "source_path.hpp"

namespace ocelli {
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

INSTANTIATE_TEST_SUITE_P(Models, OnnxDigits, testing::Values("digits.ocelli", "digits-large.ocelli"));

}  // namespace
}  // namespace ocelli
