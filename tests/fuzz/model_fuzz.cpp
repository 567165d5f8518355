// Models from bytes that nobody checked before: refused by one Error, or good enough to score a window or a sample, or to
// read a word.

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace {

void use(const ocelli::DetectorModel& model) {
  const ocelli::Cascade& cascade = model.cascade;
  cascade.score(cv::Mat(cascade.height(), cascade.width(), CV_8UC1, cv::Scalar(128)));
}

/// A slow model is not a broken one.
bool is_quick(const ocelli::Classifier& classifier) {
  constexpr std::size_t kMostInputs = 1'000'000, kMostWork = 100'000'000;
  return inputs(classifier.features()) <= kMostInputs && classifier.multiply_adds() <= kMostWork;
}

void use(const ocelli::ClassifierModel& model) {
  const ocelli::Classifier& classifier = model.classifier;
  if (is_quick(classifier)) classifier.classify(std::vector<float>(inputs(classifier.features()), 128.0f));
}

void use(const ocelli::ReaderModel& model) {
  static const cv::Mat word = ocelli::test::page_of_bars_and_blocks({"oIo"});
  if (is_quick(model.reader.glyphs())) read_page(word, model.reader);
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
