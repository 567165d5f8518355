#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/core/detection.hpp"
#include "ocelli/core/object_pool.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli {

/// Options of a detector.
struct DetectOptions {
  ScanOptions scan;
  GroupOptions group;

  /// Calls visit(name, member, help) for every option.
  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ScanOptions::describe(self.scan, visit);
    GroupOptions::describe(self.group, visit);
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Finds the objects of one cascade in images.
///
///     const auto detector = Detector::load("face.ocelli");
///     for (const Detection& face : detector.detect(photo)) draw(face.box);
///
/// Immutable: any number of threads, and of nested tasks, may share one detector. The result depends on the image
/// and the options only.
class Detector {
 public:
  /// Working memory of one call at a time. Grows to the largest image seen; after that the detector itself allocates
  /// only the detections that it returns. (OpenCV's resize still allocates tables of its own.)
  struct Scratch {
    cv::Mat grey;
    ScanScratch scan;
    GroupScratch group;
  };

  /// Throws Error(Kind::usage) naming the invalid option.
  explicit Detector(Cascade cascade, DetectOptions options = {});

  /// The detector in a model file. Throws as load_detector() and as the constructor.
  static Detector load(const std::filesystem::path& model, const DetectOptions& options = {});

  const Cascade& cascade() const { return scanner_.cascade(); }
  const DetectOptions& options() const { return options_; }

  /// Grouped detections, highest score first (ties by y, x, w). Accepts 8- or 16-bit images with one to four channels; an
  /// image smaller than the smallest window has none. Throws Error(Kind::image) for other types.
  /// Cost  about 10 bytes of working memory per pixel, kept for later calls, once per concurrent call.
  std::vector<Detection> detect(const cv::Mat& image) const;
  /// The same with the caller's working memory, which has more information on the scan (ScanScratch::left_out).
  std::vector<Detection> detect(const cv::Mat& image, Scratch& scratch) const;

 private:
  DetectOptions options_;
  Scanner scanner_;
  std::unique_ptr<ObjectPool<Scratch>> scratches_;
};

}  // namespace ocelli
