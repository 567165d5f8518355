#pragma once

#include <cstddef>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// An input that a group of features reads, and how much of the group depends on it. The parts of a group
/// need not sum to 1.
struct InputShare {
  std::size_t input = 0;
  double part = 1;
};
using InputShares = std::vector<InputShare>;

/// The shares of a mask: one part per input, starting with the first input.
inline InputShares shares_of_mask(std::span<const float> mask) {
  InputShares shares;
  for (const float part : mask) shares.push_back({shares.size(), static_cast<double>(part)});
  return shares;
}

/// The shares of a distance: equal for all inputs.
inline InputShares shares_of_all(std::size_t inputs) {
  InputShares shares;
  for (std::size_t input = 0; input < inputs; ++input) shares.push_back({input});
  return shares;
}

/// Equal shares for the pixels of an area of an image.
inline InputShares shares_of_area(const cv::Rect& area, ImageShape image) {
  InputShares shares;
  for (int y = area.y; y < area.br().y; ++y) {
    for (int x = area.x; x < area.br().x; ++x)
      shares.push_back({static_cast<std::size_t>(y * image.width + x)});
  }
  return shares;
}

}  // namespace ocelli::internal
