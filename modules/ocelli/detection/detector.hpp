#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/core/detection.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli {

/// How a detector looks at an image.
struct DetectOptions {
  ScanOptions scan;
  GroupOptions group;

  /// Calls visit(name, member, help) for every option.
  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ScanOptions::describe(self.scan, visit);
    GroupOptions::describe(self.group, visit);
  }

  /// Throws Error(Kind::usage) naming the option that makes no sense.
  void validate() const;
};

/// Finds the objects of one cascade in images.
///
/// Immutable: one detector serves any number of threads, each with a Scratch of its own. The result depends
/// on the image and the options alone.
class Detector {
 public:
  /// Working memory of one caller. Grows to the largest image seen; from then on the detector itself allocates
  /// nothing but the detections that it returns. (OpenCV's resize still takes tables of its own.)
  struct Scratch {
    cv::Mat grey;
    ScanScratch scan;
    GroupScratch group;
  };

  explicit Detector(Cascade cascade, DetectOptions options = {});

  const Cascade& cascade() const { return scanner_.cascade(); }
  const DetectOptions& options() const { return options_; }

  /// Grouped detections, surest first (ties by y, x, w). Any 8- or 16-bit image with one to four channels; an
  /// image smaller than the smallest window gives none. Throws Error(Kind::image) for other types.
  std::vector<Detection> detect(const cv::Mat& image, Scratch& scratch) const;

 private:
  DetectOptions options_;
  Scanner scanner_;
};

}  // namespace ocelli
