#include "ocelli/detection/landmark_stage.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/object_pool.hpp"

namespace ocelli::internal {
namespace {

class LandmarkStage : public DetectorStage {
 public:
  explicit LandmarkStage(LandmarkRegressor regressor) : regressor_(std::move(regressor)) {}

  bool places_landmarks() const override { return true; }

  void apply(Findings& findings, DetectScratch& scratch) const override {
    std::vector<Detection>& found = findings.detections;
    if (found.empty()) return;
    scratch.pyramid.assign(findings.gray);
    const auto side = [](const Detection& detection) { return std::max(detection.box.w, detection.box.h); };
    LandmarkRegressor::prepare(scratch.pyramid, std::ranges::max_element(found, {}, side)->box);
    const auto own = scratches_.borrow();
    for (Detection& detection : found) {
      const float roll = detection.pose ? detection.pose->roll : 0;
      detection.landmarks = regressor_.locate(scratch.pyramid, detection.box, roll, *own);
      detection.pose = pose_of(*detection.landmarks);
    }
  }

 private:
  LandmarkRegressor regressor_;
  mutable ObjectPool<LandmarkRegressor::Scratch> scratches_;
};

}  // namespace

std::unique_ptr<const DetectorStage> landmark_stage(LandmarkRegressor regressor) {
  return std::make_unique<LandmarkStage>(std::move(regressor));
}

}  // namespace ocelli::internal
