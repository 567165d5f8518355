// Models from bytes that nobody checked before: refused by one Error, or good enough to score a window or a
// sample, or to read a word.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/text/page_reader.hpp"
#include "text/tiny_reader.hpp"

namespace {

void place_landmarks(const ocelli::internal::LandmarkRegressor& regressor) {
  constexpr int kSide = ocelli::internal::LandmarkCrop::kSide;
  cv::Mat crop(kSide, kSide, CV_8UC1);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x)
      crop.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(x * y * 29 + 7 * y);
  }
  std::vector<std::uint8_t> values;
  for (const std::int32_t place : regressor.follow(crop, regressor.parts().mean, values))
    if (std::abs(place) > ocelli::internal::LandmarkCrop::kReach) std::abort();
}

void use(const ocelli::internal::DetectorModel& model) {
  const ocelli::internal::Cascade& cascade = model.cascade;
  cv::Mat image(cascade.height() + 6, cascade.width() + 6, CV_8UC1);
  for (int y = 0; y < image.rows; ++y) {
    for (int x = 0; x < image.cols; ++x)
      image.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(x * y * 37 + 11 * x);
  }
  if (model.landmarks) place_landmarks(*model.landmarks);
  cascade.score(image(cv::Rect(3, 3, cascade.width(), cascade.height())));
  const ocelli::internal::ObjectDetector detector(
      model, {.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}});
  ocelli::internal::ObjectDetector::Scratch scratch;
  for (const ocelli::Detection& found : detector.detect(image, scratch)) {
    const ocelli::Box& box = found.box;
    for (const float number : {found.score, box.x, box.y, box.w, box.h})
      if (!std::isfinite(number)) std::abort();
    for (const ocelli::Point& point : found.landmarks.value_or(ocelli::Landmarks()))
      if (!std::isfinite(point.x) || !std::isfinite(point.y)) std::abort();
  }
}

void use(const ocelli::internal::OpenCvModel& model) {
  constexpr int kSideLimit = 64;
  const ocelli::internal::OpenCvCascade& cascade = model.cascade;
  if (cascade.width() > kSideLimit || cascade.height() > kSideLimit) return;
  const ocelli::internal::ObjectDetector detector(
      cascade, {.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}});
  cv::Mat image(cascade.height() + 6, cascade.width() + 6, CV_8UC1);
  for (int y = 0; y < image.rows; ++y) {
    for (int x = 0; x < image.cols; ++x)
      image.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(x * y * 37 + 11 * x);
  }
  detector.detect(image);
}

/// A slow model is not a broken one.
bool is_quick(const ocelli::internal::Classifier& classifier) {
  constexpr std::size_t kMaxInputs = 1'000'000, kMaxWork = 100'000'000;
  return inputs(classifier.features()) <= kMaxInputs && classifier.multiply_adds() <= kMaxWork;
}

void use(const ocelli::internal::ClassifierModel& model) {
  const ocelli::internal::Classifier& classifier = model.classifier;
  if (is_quick(classifier)) classifier.classify(std::vector<float>(inputs(classifier.features()), 128.0f));
}

void use(const ocelli::internal::ReaderModel& model) {
  static const cv::Mat word = ocelli::internal::test::page_of_bars_and_blocks({"oIo"});
  if (is_quick(model.reader.glyphs())) read_page(word, model.reader);
}

void use(const ocelli::internal::LanguageFile& file) {
  file.language.model.log_probability(ocelli::internal::LanguageModel::line_start(), "oIoI");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    // Behind the checksum, which nothing that is made up would pass.
    const ocelli::internal::Model model = ocelli::internal::format::parse_model({bytes.begin(), bytes.end()});
    std::visit([](const auto& known) { use(known); }, model);
  } catch (const ocelli::Error&) {
  }
  return 0;
}
