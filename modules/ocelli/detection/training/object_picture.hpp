#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/random.hpp"
#include "ocelli/detection.hpp"

/// Internal to the training of verifiers; not part of the module's interface.
namespace ocelli::internal {

/// An image of an object and its surroundings.
struct ObjectPicture {
  cv::Mat gray;  ///< 8 bits
  Box object;    ///< the whole object, even if the image truncates it
};

/// The maximum share of an object that truncation or occlusion removes. If more were hidden, no window of the
/// scan would cover the rest.
inline constexpr double kMaxHidden = 0.33;

/// Truncates the object: cuts the image along a line through the object, parallel to one of its sides, and
/// keeps the part with the object's center. Shares the pixels.
ObjectPicture truncate(const ObjectPicture& whole, Random random);

/// Occludes one side of the object, as hats, hands and neighbors do: returns a copy of the image with a strip
/// of the surroundings of another object over it. In half of all cases it covers the upper side.
///
/// `other` has the same size, with its object centered in the same place.
ObjectPicture occlude(const ObjectPicture& whole, const cv::Mat& other, Random random);

/// Degrades a picture like newspaper print, scanners and dim light do: a steep tonal curve or low contrast,
/// then, by chance, a dot screen or blur, then noise.
///
/// Requires 8-bit gray. The size stays the same. The result depends only on the picture and the random
/// numbers.
/// Cost  about 20 passes over the pixels with a screen.
void degrade(cv::Mat& picture, Random random);

}  // namespace ocelli::internal
