#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/transparency.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/detection/verifier.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {

/// How windows are grouped: by group(), or to the rectangles of OpenCV's detectMultiScale.
enum class GroupingRule : std::uint8_t { ocelli, opencv };
constexpr auto names_of(GroupingRule) {
  return std::array{std::pair{GroupingRule::ocelli, "ocelli"}, std::pair{GroupingRule::opencv, "opencv"}};
}

/// Options of a detector.
struct DetectOptions {
  ScanOptions scan;
  GroupOptions group;
  GroupingRule like = GroupingRule::ocelli;  ///< opencv is for OpenCV cascades only

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ScanOptions::describe(self.scan, visit);
    GroupOptions::describe(self.group, visit);
    visit("like", self.like,
          "how windows are grouped: as ocelli does, or opencv: the same rectangles as OpenCV's "
          "detectMultiScale (OpenCV cascades only)",
          option::any().basic());
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The options that a cascade with a verifier behind it is run with. It passes on all groups that have enough
/// windows, whatever their score and place: the verifier decides. It looks around by itself, at smaller and
/// larger boxes too. So all stages are grid stages (Scanner): windows around those of the grid are only worth
/// their time where the whole cascade, which is short, has passed one. Sizes between those of the grid are
/// not looked at, unless the options say how many there are. And objects may be cut by the image's edge.
DetectOptions before_verifier(DetectOptions options, const Cascade& cascade);

/// Finds the objects of one cascade in images.
///
///     const auto detector = Detector::load("face.ocelli");
///     for (const Detection& face : detector.detect(photo)) draw(face.box);
///
/// Immutable: any number of threads, and of nested tasks, may share one detector. The result depends on the
/// image and the options only.
class Detector {
 public:
  /// Working memory of one call at a time. Grows to the largest image seen; after that the detector itself
  /// allocates only the detections that it returns.
  struct Scratch {
    cv::Mat gray;
    ScanScratch scan;
    OpenCvScanner::Scratch opencv_scan;
    GroupScratch group;
    Pyramid pyramid;  ///< that the verifier crops from
    /// Windows of the last image that passed but were dropped because there were more than
    /// Scanner::kMaxWindows.
    std::size_t left_out = 0;
  };

  /// A cascade and, where the model has one, the verifier behind it. Throws Error(Kind::usage) naming the
  /// invalid option.
  explicit Detector(DetectorModel model, DetectOptions options = {});
  explicit Detector(Cascade cascade, DetectOptions options = {});
  /// The same for an OpenCV cascade. The windows are those of OpenCV's own scan, whatever the stride in the
  /// options.
  explicit Detector(OpenCvCascade cascade, DetectOptions options = {});

  /// The detector in a model file or in an OpenCV XML file. Throws as load_detector(), load_cascade_xml() and
  /// the constructors.
  static Detector load(const std::filesystem::path& model, const DetectOptions& options = {});

  /// The cascade, unless it is an OpenCV cascade: Error(Kind::usage).
  const Cascade& cascade() const;
  const std::optional<Verifier>& verifier() const { return verifier_; }
  const std::string& label() const;
  const DetectOptions& options() const { return options_; }
  /// What it does with pixels that are not opaque, and files for it have to be decoded with.
  Transparency transparency() const;

  /// Grouped detections, highest score first (ties by y, x, w); of an object cut by the image's edge, the box
  /// of what is inside. Accepts 8- or 16-bit images with one to four channels; an image smaller than the
  /// smallest window has none. Throws Error(Kind::image) for other types.
  /// Cost  about 10 bytes of working
  /// memory per pixel, kept for later calls, once per concurrent call.
  std::vector<Detection> detect(const cv::Mat& image) const;
  /// The same with the caller's working memory, which has more information on the scan.
  std::vector<Detection> detect(const cv::Mat& image, Scratch& scratch) const;

 private:
  Detector(Cascade cascade, std::optional<Verifier> verifier, DetectOptions options);
  const std::vector<ScoredWindow>& scan(const cv::Mat& gray, Scratch& scratch) const;
  std::vector<Detection> verified(const std::vector<ScoredWindow>& windows, const cv::Mat& gray,
                                  Scratch& scratch) const;

  DetectOptions options_;
  std::variant<Scanner, OpenCvScanner> scanner_;
  std::optional<Verifier> verifier_;
  std::unique_ptr<ObjectPool<Verifier::Scratch>> verifier_scratches_;
  std::unique_ptr<ObjectPool<Scratch>> scratches_;
};

}  // namespace ocelli::internal
