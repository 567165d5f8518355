#include "ocelli/pipelines/blurring/hiding_detector.hpp"

#include <utility>

#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/stages/track_stage.hpp"

namespace ocelli::internal {

HidingDetector HidingDetector::load(const std::filesystem::path& model, DetectOptions options) {
  const FollowOptions faint{.detect = std::move(options),
                            .track = {.faint = kHidingScore + kHidingTracks.faint}};
  TrackingDetector loaded = tracking_detector(load_model(model), faint, model.string());
  return {std::move(loaded.detector), loaded.sure_score};
}

float HidingDetector::least_score() const { return sure_score - static_cast<float>(kHidingScore); }

}  // namespace ocelli::internal
