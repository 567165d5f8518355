#include "ocelli/detection/object_detector.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {
namespace {

std::variant<DetectorModel, OpenCvCascade> parse_any_detector(const format::Bytes& payload) {
  if (format::verify(payload).content_type() == schema::Content::OpenCvModel)
    return format::parse_opencv_model(payload).cascade;
  return format::parse_detector(payload);
}

/// Returns checked options, with the minimum score of the model if they have none.
DetectOptions resolve(DetectOptions options, double model_min_score) {
  options.validate();
  if (!options.group.min_score) options.group.min_score = model_min_score;
  return options;
}

}  // namespace

ObjectDetector::ObjectDetector(std::string label, const DetectOptions& resolved, DetectorStages stages)
    : label_(std::move(label)),
      options_(resolved),
      stages_(std::move(stages)),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {}

ObjectDetector::ObjectDetector(DetectorModel model, const DetectOptions& options)
    : ObjectDetector([&] {
        const DetectOptions resolved = resolve(options, model.cascade.min_score());
        const std::string label = model.cascade.label();
        return ObjectDetector(label, resolved, stages_of(std::move(model), resolved));
      }()) {}

ObjectDetector::ObjectDetector(Cascade cascade, const DetectOptions& options)
    : ObjectDetector(DetectorModel{.cascade = std::move(cascade), .card = {}}, options) {}

ObjectDetector::ObjectDetector(OpenCvCascade cascade, const DetectOptions& options)
    : ObjectDetector([&] {
        const DetectOptions resolved = resolve(options, 0);
        const std::string label = cascade.label();
        return ObjectDetector(label, resolved, stages_of(std::move(cascade), resolved));
      }()) {}

ObjectDetector ObjectDetector::load(const std::filesystem::path& model, const DetectOptions& options) {
  require_if_of_opencv(model);
  if (is_cascade_file(model)) return ObjectDetector(load_cascade_xml(model), options);
  return std::visit([&](auto loaded) { return ObjectDetector(std::move(loaded), options); },
                    format::load(model, kMaxModelBytes, parse_any_detector));
}

Transparency ObjectDetector::transparency() const {
  return options_.like == GroupingRule::opencv ? Transparency::dropped : Transparency::over_white;
}

bool ObjectDetector::places_landmarks() const {
  return std::ranges::any_of(stages_, [](const auto& stage) { return stage->places_landmarks(); });
}

std::vector<Detection> ObjectDetector::detect(const cv::Mat& image) const {
  return detect(image, *scratches_->borrow());
}

std::vector<Detection> ObjectDetector::detect(const cv::Mat& image, Scratch& scratch) const {
  scratch.left_out = 0;
  if (image.empty()) return {};
  Findings findings{.gray = to_gray(image, scratch.gray, transparency())};
  for (const auto& stage : stages_) stage->apply(findings, scratch);
  return std::move(findings.detections);
}

}  // namespace ocelli::internal
