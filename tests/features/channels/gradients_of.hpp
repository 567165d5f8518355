#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/features/channels/gradient_channels.hpp"

namespace ocelli::internal::test {

/// The channels of a picture.
inline std::vector<std::uint8_t> gradients_of(const cv::Mat& picture) {
  const GradientChannels channels(picture.size());
  GradientChannels::Scratch scratch;
  std::vector<std::uint8_t> bytes(channels.size());
  channels.compute(picture, bytes, scratch);
  return bytes;
}

}  // namespace ocelli::internal::test
