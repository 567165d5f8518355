#include "ocelli/detection/detector.hpp"

#include <memory>
#include <utility>

#include "ocelli/detection/detector_model.hpp"
#include "ocelli/imaging/image.hpp"

namespace ocelli {

void DetectOptions::validate() const {
  scan.validate();
  group.validate();
}

Detector::Detector(Cascade cascade, DetectOptions options)
    : options_(options),
      scanner_(std::make_shared<const Cascade>(std::move(cascade)), options.scan),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {
  options_.validate();
  if (options_.group.min_score < 0) options_.group.min_score = scanner_.cascade().min_score();
}

Detector Detector::load(const std::filesystem::path& model, const DetectOptions& options) {
  return Detector(load_detector(model).cascade, options);
}

std::vector<Detection> Detector::detect(const cv::Mat& image) const {
  return detect(image, *scratches_->borrow());
}

std::vector<Detection> Detector::detect(const cv::Mat& image, Scratch& scratch) const {
  if (image.empty()) return {};
  const cv::Mat& grey = to_grey(image, scratch.grey);
  return group(scanner_.scan(grey, scratch.scan), options_.group, cascade().label(), scratch.group);
}

}  // namespace ocelli
