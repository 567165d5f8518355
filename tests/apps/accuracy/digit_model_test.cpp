#include <gtest/gtest.h>

#include <vector>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test::digit_model_test {
namespace {

/// Images of a set of digits that a shipped model takes for another digit.
std::size_t errors(const std::string& model, const std::string& images, const std::string& labels) {
  const Classifier digits =
      load_classifier(ocelli::internal::test::source_path() / "models" / model).classifier;
  const Samples samples =
      fit_images(read_labeled_idx(data_path() / images, data_path() / labels), *digits.shape());
  const std::vector<Classification> found = digits.classify(samples);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    wrong += digits.classes()[found[i].label()] != samples.classes[samples.labels[i]];
  }
  return wrong;
}

std::size_t mnist_errors(const std::string& model) {
  return errors(model, "mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz");
}

/// Digits of other writers, which fill their images; the part that trained nothing of ours.
std::size_t usps_errors(const std::string& model) {
  return errors(model, "usps/usps-train-images-idx3-ubyte.gz", "usps/usps-train-labels-idx1-ubyte.gz");
}

// The counts are exact: whatever changes them, for better or worse, has to be written down here.

TEST(DigitModel, MisreadsAsManyDigitsOfMnistAsWrittenDown) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  EXPECT_EQ(mnist_errors("digits.ocelli"), 41u);
  EXPECT_EQ(mnist_errors("digits-large.ocelli"), 35u);
}

TEST(DigitModel, MisreadsAsManyTrainingDigitsOfUspsAsWrittenDown) {
  OCELLI_NEEDS_DATA("usps/usps-train-images-idx3-ubyte.gz");
  EXPECT_EQ(usps_errors("digits.ocelli"), 61u);
  EXPECT_EQ(usps_errors("digits-large.ocelli"), 52u);
}

TEST(MultiLayerDigitModel, MisreadsAsManyDigitsOfMnistAsWrittenDown) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  EXPECT_EQ(mnist_errors("digits-multilayer.ocelli"), 99u);
}

TEST(MultiLayerDigitModel, MisreadsAsManyTrainingDigitsOfUspsAsWrittenDown) {
  OCELLI_NEEDS_DATA("usps/usps-train-images-idx3-ubyte.gz");
  EXPECT_EQ(usps_errors("digits-multilayer.ocelli"), 115u);
}

}  // namespace
}  // namespace ocelli::internal::test::digit_model_test
