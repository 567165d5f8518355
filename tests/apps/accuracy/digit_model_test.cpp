#include <gtest/gtest.h>

#include <vector>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test::digit_model_test {
namespace {

/// Images of a set of digits that a shipped model takes for another digit.
std::size_t errors(const std::string& model, const Samples& images) {
  const Classifier digits =
      load_classifier(ocelli::internal::test::source_path() / "models" / model).classifier;
  const Samples samples = fit_images(images, *digits.shape());
  const std::vector<Classification> found = digits.classify(samples);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    wrong += digits.classes()[found[i].label()] != samples.classes[samples.labels[i]];
  }
  return wrong;
}

Samples labeled(const std::string& images, const std::string& labels) {
  return read_labeled_idx(data_path() / images, data_path() / labels);
}

std::size_t mnist_errors(const std::string& model) {
  return errors(model, labeled("mnist/t10k-images-idx3-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz"));
}

/// Digits of other writers, which fill their images; the part that trained nothing of ours.
std::size_t usps_errors(const std::string& model) {
  return errors(model,
                labeled("usps/usps-train-images-idx3-ubyte.gz", "usps/usps-train-labels-idx1-ubyte.gz"));
}

/// Digits of 8 x 8 pixels. Their levels are the ink in cells of 4 x 4, 0 to 16.
std::size_t optdigits_errors(const std::string& model) {
  Samples digits = read_labeled_csv(data_path() / "uci" / "optdigits-train.csv.gz");
  digits.shape = ImageShape{8, 8};
  digits.values = (digits.values.array() * (255.0F / 16)).round();
  return errors(model, digits);
}

// The counts are exact: whatever changes them, for better or worse, has to be written down here.

TEST(DigitModel, MisreadsAsManyDigitsOfMnistAsWrittenDown) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  EXPECT_EQ(mnist_errors("digits.ocelli"), 41u);
  EXPECT_EQ(mnist_errors("digits-large.ocelli"), 35u);
}

TEST(DigitModel, MisreadsAsManyTrainingDigitsOfUspsAsWrittenDown) {
  OCELLI_NEEDS_DATA("usps/usps-train-images-idx3-ubyte.gz");
  EXPECT_EQ(usps_errors("digits.ocelli"), 52u);
  EXPECT_EQ(usps_errors("digits-large.ocelli"), 48u);
}

TEST(DigitModel, MisreadsAsManyDigitsOfEightByEightPixelsAsWrittenDown) {
  OCELLI_NEEDS_DATA("uci/optdigits-train.csv.gz");
  EXPECT_EQ(optdigits_errors("digits.ocelli"), 156u);
  EXPECT_EQ(optdigits_errors("digits-large.ocelli"), 118u);
}

TEST(MultiLayerDigitModel, MisreadsAsManyDigitsOfMnistAsWrittenDown) {
  OCELLI_NEEDS_DATA("mnist/t10k-images-idx3-ubyte.gz");
  EXPECT_EQ(mnist_errors("digits-multilayer.ocelli"), 99u);
}

TEST(MultiLayerDigitModel, MisreadsAsManyTrainingDigitsOfUspsAsWrittenDown) {
  OCELLI_NEEDS_DATA("usps/usps-train-images-idx3-ubyte.gz");
  EXPECT_EQ(usps_errors("digits-multilayer.ocelli"), 112u);
}

TEST(MultiLayerDigitModel, MisreadsAsManyDigitsOfEightByEightPixelsAsWrittenDown) {
  OCELLI_NEEDS_DATA("uci/optdigits-train.csv.gz");
  EXPECT_EQ(optdigits_errors("digits-multilayer.ocelli"), 528u);
}

}  // namespace
}  // namespace ocelli::internal::test::digit_model_test
