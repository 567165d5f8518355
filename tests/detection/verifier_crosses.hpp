#pragma once

#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "detection/crosses.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"

/// What a verifier learns from in a moment: crosses in pictures with room around them, of twice the size that
/// the cascade learns.
namespace ocelli::internal::test {

inline constexpr int kVerifierScale = 2;

inline PositiveImages cross_pictures(std::uint32_t count, std::uint64_t seed) {
  return {count, [=](std::uint32_t i) {
            cv::Mat small = bars(2, 2, hash(seed, {i})), picture;
            draw_cross(small, {14, 14});
            cv::resize(small, picture, {}, kVerifierScale, kVerifierScale, cv::INTER_LINEAR);
            return PositiveImage{picture, {{.x = 40, .y = 40, .width = 24}}};
          }};
}

inline NegativeImages large_bars(std::uint32_t count, std::uint64_t seed) {
  std::vector<cv::Mat> images;
  for (std::uint32_t i = 0; i < count; ++i) {
    cv::Mat picture;
    cv::resize(bars(6, 8, hash(seed, {i})), picture, {}, kVerifierScale, kVerifierScale, cv::INTER_LINEAR);
    images.push_back(picture);
  }
  return images_of(std::move(images));
}

inline const Cascade& one_stage_for_crosses() {
  static const Cascade cascade =
      first_stages(train_cascade(cross_options(), cross_training(), {}, {}, {}).cascade, 1);
  return cascade;
}

inline VerifierData verifier_crosses() {
  return {cross_pictures(100, 1), cross_pictures(40, 2), large_bars(8, 3), large_bars(4, 4)};
}

}  // namespace ocelli::internal::test
