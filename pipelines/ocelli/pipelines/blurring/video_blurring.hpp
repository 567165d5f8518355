#pragma once

#include <filesystem>
#include <stop_token>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/blur_report.hpp"

namespace ocelli::internal {

/// A detector for hiding: it also returns objects that are less sure than those it finds.
struct HidingDetector {
  ObjectDetector detector;
  float sure_score;  ///< the model's, or the user's, minimum score

  /// Throws  as ObjectDetector::load().
  static HidingDetector load(const std::filesystem::path& model, DetectOptions options);
};

/// Writes the video with its objects hidden. The file appears when it is complete.
///
/// The first pass finds the objects and follows them both ways. The second hides them. Frames that the
/// decoder calls damaged are black.
/// Throws  Error(Kind::input) naming the file and why it is refused; Error(Kind::output); Error(Kind::canceled)
///         on a stop.
/// Cost    decoding twice, searching and encoding.
BlurredFile blur_video(const HidingDetector& detector, const std::filesystem::path& input,
                       const std::filesystem::path& output, const BlurOptions& options,
                       const InputLimits& limits, const ProgressSink& progress, std::stop_token stop);

}  // namespace ocelli::internal
