#pragma once

#include <filesystem>

#include "ocelli/detection/object_detector.hpp"

namespace ocelli::internal {

/// A detector for hiding: it also returns objects that are less sure than those it finds.
struct HidingDetector {
  ObjectDetector detector;
  float sure_score;  ///< the minimum score of the model, or of the options

  /// Throws  as ObjectDetector::load().
  static HidingDetector load(const std::filesystem::path& model, DetectOptions options);

  /// The least score of an object in a photo, and of one with which a track begins.
  float least_score() const;
};

}  // namespace ocelli::internal
