#include "ocelli/detection/detector.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {

namespace {

/// Objects that a task verifies, at least: some hundred microseconds of work.
constexpr std::size_t kVerifiedAtOnce = 8;
/// Before a verifier, which tells cut objects from the stripes that an image's border goes on in.
constexpr double kVerifiedOverhang = 0.3;

std::variant<DetectorModel, OpenCvCascade> parse_any_detector(const format::Bytes& payload) {
  if (format::verify(payload).content_type() == schema::Content::OpenCvModel)
    return format::parse_opencv_model(payload).cascade;
  return format::parse_detector(payload);
}

DetectOptions valid(DetectOptions options) {
  options.validate();
  return options;
}

Scanner scanner_of(Cascade cascade, bool is_verified, const DetectOptions& options) {
  const ScanOptions scan = is_verified ? before_verifier(options, cascade).scan : options.scan;
  return {std::make_shared<const Cascade>(std::move(cascade)), scan};
}

/// The part of a box that lies in an image.
Box inside(const Box& box, cv::Size image) {
  const float left = std::max(0.0F, -box.x),
              right = std::max(0.0F, box.x + box.w - static_cast<float>(image.width));
  const float above = std::max(0.0F, -box.y),
              below = std::max(0.0F, box.y + box.h - static_cast<float>(image.height));
  return {box.x + left, box.y + above, box.w - (left + right), box.h - (above + below)};
}

}  // namespace

void DetectOptions::validate() const { check_options(*this); }

DetectOptions before_verifier(DetectOptions options, const Cascade& cascade) {
  options.scan.grid_stages = cascade.stages().size();
  if (!options.scan.scale_stride) {
    options.scan.scale_step = options.scan.grid_step();
    options.scan.scale_stride = 1;
  }
  if (!options.scan.overhang) options.scan.overhang = kVerifiedOverhang;
  options.group.containment = 1;
  options.group.min_score = 0;
  return options;
}

Detector::Detector(DetectorModel model, DetectOptions options)
    : Detector(std::move(model.cascade), std::move(model.verifier), options) {}

Detector::Detector(Cascade cascade, DetectOptions options)
    : Detector(std::move(cascade), std::nullopt, options) {}

Detector::Detector(Cascade cascade, std::optional<Verifier> verifier, DetectOptions options)
    : options_(valid(options)),
      scanner_(scanner_of(std::move(cascade), verifier.has_value(), options_)),
      verifier_(std::move(verifier)),
      verifier_scratches_(std::make_unique<ObjectPool<Verifier::Scratch>>()),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {
  require(options_.like != GroupingRule::opencv, Kind::usage,
          "is for OpenCV cascades only, and this model is not one", "--like opencv");
  if (!options_.group.min_score) options_.group.min_score = this->cascade().min_score();
}

Detector::Detector(OpenCvCascade cascade, DetectOptions options)
    : options_(valid(options)),
      scanner_(OpenCvScanner(
          std::make_shared<const OpenCvCascade>(std::move(cascade)), options_.scan,
          options_.like == GroupingRule::opencv ? ZeroSide::is_as_in_opencv : ZeroSide::is_free)),
      scratches_(std::make_unique<ObjectPool<Scratch>>()) {
  if (!options_.group.min_score) options_.group.min_score = 0;
}

Detector Detector::load(const std::filesystem::path& model, const DetectOptions& options) {
  if (is_cascade_file(model)) return Detector(load_cascade_xml(model), options);
  return std::visit([&](auto loaded) { return Detector(std::move(loaded), options); },
                    format::load(model, kMaxModelBytes, parse_any_detector));
}

const Cascade& Detector::cascade() const {
  const auto* const scanner = std::get_if<Scanner>(&scanner_);
  require(scanner != nullptr, Kind::usage, "an OpenCV cascade has another form");
  return scanner->cascade();
}

Transparency Detector::transparency() const {
  return options_.like == GroupingRule::opencv ? Transparency::dropped : Transparency::over_white;
}

const std::string& Detector::label() const {
  return std::visit([](const auto& scanner) -> const std::string& { return scanner.cascade().label(); },
                    scanner_);
}

std::vector<Detection> Detector::detect(const cv::Mat& image) const {
  return detect(image, *scratches_->borrow());
}

const std::vector<ScoredWindow>& Detector::scan(const cv::Mat& gray, Scratch& scratch) const {
  if (const auto* const scanner = std::get_if<OpenCvScanner>(&scanner_)) {
    const std::vector<ScoredWindow>& windows = scanner->scan(gray, scratch.opencv_scan);
    scratch.left_out = scratch.opencv_scan.left_out();
    return windows;
  }
  const std::vector<ScoredWindow>& windows = std::get<Scanner>(scanner_).scan(gray, scratch.scan);
  scratch.left_out = scratch.scan.left_out();
  return windows;
}

std::vector<Detection> Detector::verified(const std::vector<ScoredWindow>& windows, const cv::Mat& gray,
                                          Scratch& scratch) const {
  const GroupOptions all_groups = before_verifier(options_, cascade()).group;
  std::vector<Detection> found = group(windows, all_groups, label(), scratch.group);
  if (found.empty()) return found;
  scratch.pyramid.assign(gray);
  const auto by_width = [](const Detection& a, const Detection& b) { return a.box.w < b.box.w; };
  verifier_->prepare(scratch.pyramid, std::ranges::max_element(found, by_width)->box);
  constexpr float kRejected = -1;
  const auto look_at = [&](const tbb::blocked_range<std::size_t>& range) {
    const auto own = verifier_scratches_->borrow();
    for (Detection& detection : std::span(found).subspan(range.begin(), range.size())) {
      const std::optional<float> score = verifier_->score(scratch.pyramid, detection.box, detection.score,
                                                          cascade().parts().symmetric, *own);
      detection.score = score.value_or(kRejected);
      if (score) detection.probability = probability_of(*score);
    }
  };
  const tbb::blocked_range<std::size_t> all(0, found.size(), kVerifiedAtOnce);
  tbb::this_task_arena::isolate([&] { ocelli::internal::parallel_for(all, look_at); });
  const double least = std::max(options_.group.min_score.value_or(0), 0.0);
  std::erase_if(found, [=](const Detection& detection) { return detection.score < least; });
  drop_contained(found, options_.group.containment);
  return found;
}

std::vector<Detection> Detector::detect(const cv::Mat& image, Scratch& scratch) const {
  scratch.left_out = 0;
  if (image.empty()) return {};
  const cv::Mat& gray = to_gray(image, scratch.gray, transparency());
  const std::vector<ScoredWindow>& windows = scan(gray, scratch);
  if (options_.like != GroupingRule::opencv) {
    std::vector<Detection> found =
        verifier_ ? verified(windows, gray, scratch) : group(windows, options_.group, label(), scratch.group);
    // The windows of an OpenCV cascade are OpenCV's, a rounding beyond the edge or not.
    if (std::holds_alternative<OpenCvScanner>(scanner_)) return found;
    for (Detection& detection : found) detection.box = inside(detection.box, gray.size());
    return found;
  }
  std::vector<Detection> found =
      group_like_opencv(windows, options_.group.min_neighbors, gray.size(), label());
  std::erase_if(found, [&](const Detection& detection) {
    return detection.score < options_.group.min_score.value_or(0);
  });
  return found;
}

}  // namespace ocelli::internal
