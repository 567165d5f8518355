#include "ocelli/pipelines/blurring/hiding_detector.hpp"

#include "ocelli/pipelines/blurring/blur_options.hpp"

namespace ocelli::internal {

HidingDetector HidingDetector::load(const std::filesystem::path& model, DetectOptions options) {
  const double sure = *ObjectDetector::load(model, options).options().group.min_score;
  options.group.min_score = sure - kHidingScore - kHidingTracks.faint;
  return {ObjectDetector::load(model, options), static_cast<float>(sure)};
}

float HidingDetector::least_score() const { return sure_score - static_cast<float>(kHidingScore); }

}  // namespace ocelli::internal
