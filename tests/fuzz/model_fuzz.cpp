// Models from bytes that nobody checked before: refused by one Error, or good enough to score a window or a sample.

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/payload.hpp"

namespace {

void use(const ocelli::DetectorModel& model) {
  const ocelli::Cascade& cascade = model.cascade;
  cascade.score(cv::Mat(cascade.height(), cascade.width(), CV_8UC1, cv::Scalar(128)));
}

void use(const ocelli::ClassifierModel& model) {
  constexpr std::size_t kMostInputs = 1'000'000, kMostWork = 100'000'000;  // a slow model is not a broken one
  const ocelli::Classifier& classifier = model.classifier;
  const std::size_t values = inputs(classifier.features());
  if (values > kMostInputs || classifier.multiply_adds() > kMostWork) return;
  classifier.classify(std::vector<float>(values, 128.0f));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    // Behind the checksum, which nothing that is made up would pass.
    const ocelli::Model model = ocelli::format::parse_model({bytes.begin(), bytes.end()});
    std::visit([](const auto& known) { use(known); }, model);
  } catch (const ocelli::Error&) {
  }
  return 0;
}
