#include "ocelli/detection/detector.hpp"

#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli {

namespace {

constexpr std::string_view kLikeOpenCv = "opencv";

std::variant<Cascade, OpenCvCascade> parse_any_cascade(const format::Bytes& payload) {
  if (format::verify(payload).content_type() == schema::Content::OpenCvModel)
    return format::parse_opencv_model(payload).cascade;
  return format::parse_detector(payload).cascade;
}

}  // namespace

void DetectOptions::validate() const { check_options(*this); }

Detector::Detector(Cascade cascade, DetectOptions options)
    : options_(std::move(options)),
      scanner_(Scanner(std::make_shared<const Cascade>(std::move(cascade)), options_.scan)),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {
  options_.validate();
  require(options_.like != kLikeOpenCv, Kind::usage, "is for OpenCV cascades only, and this model is not one",
          "--like opencv");
  if (options_.group.min_score < 0) options_.group.min_score = this->cascade().min_score();
}

Detector::Detector(OpenCvCascade cascade, DetectOptions options)
    : options_(std::move(options)),
      scanner_(OpenCvScanner(std::make_shared<const OpenCvCascade>(std::move(cascade)), options_.scan)),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {
  options_.validate();
  if (options_.group.min_score < 0) options_.group.min_score = 0;
}

Detector Detector::load(const std::filesystem::path& model, const DetectOptions& options) {
  if (is_xml_file(model)) return Detector(load_cascade_xml(model), options);
  return std::visit([&](auto cascade) { return Detector(std::move(cascade), options); },
                    format::load(model, kMaxModelBytes, parse_any_cascade));
}

const Cascade& Detector::cascade() const {
  const auto* const scanner = std::get_if<Scanner>(&scanner_);
  require(scanner != nullptr, Kind::usage, "an OpenCV cascade has another form");
  return scanner->cascade();
}

const std::string& Detector::label() const {
  return std::visit([](const auto& scanner) -> const std::string& { return scanner.cascade().label(); },
                    scanner_);
}

std::vector<Detection> Detector::detect(const cv::Mat& image) const {
  return detect(image, *scratches_->borrow());
}

const std::vector<ScoredWindow>& Detector::scan(const cv::Mat& grey, Scratch& scratch) const {
  if (const auto* const scanner = std::get_if<OpenCvScanner>(&scanner_)) {
    const std::vector<ScoredWindow>& windows = scanner->scan(grey, scratch.opencv_scan);
    scratch.left_out = scratch.opencv_scan.left_out();
    return windows;
  }
  const std::vector<ScoredWindow>& windows = std::get<Scanner>(scanner_).scan(grey, scratch.scan);
  scratch.left_out = scratch.scan.left_out();
  return windows;
}

std::vector<Detection> Detector::detect(const cv::Mat& image, Scratch& scratch) const {
  scratch.left_out = 0;
  if (image.empty()) return {};
  const cv::Mat& grey = to_grey(image, scratch.grey);
  const std::vector<ScoredWindow>& windows = scan(grey, scratch);
  if (options_.like != kLikeOpenCv) return group(windows, options_.group, label(), scratch.group);
  std::vector<Detection> found =
      group_like_opencv(windows, options_.group.min_neighbours, grey.size(), label());
  std::erase_if(found,
                [&](const Detection& detection) { return detection.score < options_.group.min_score; });
  return found;
}

}  // namespace ocelli
