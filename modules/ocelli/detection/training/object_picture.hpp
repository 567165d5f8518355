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

/// The maximum share of an object that truncation or occlusion removes. With more, no window of the scan
/// would cover the rest.
inline constexpr double kMaxHidden = 0.33;

/// Truncates the object: the image on one side of a line through it, parallel to its left, right, upper or
/// lower side; keeps the side with its center. Shares the pixels.
ObjectPicture truncate(const ObjectPicture& whole, Random random);

/// Occludes one side of the object, as hats, hands and neighbors do: a copy of the image with a strip of the
/// surroundings of another object over it. In half of all cases it is the upper side.
///
/// `other` has the same size, with its object in the same place and centered.
ObjectPicture occlude(const ObjectPicture& whole, const cv::Mat& other, Random random);

/// Degrades a picture as newspaper print, scanners and dim light do: a steep tonal curve or little contrast,
/// then, by chance, a dot screen or blur, then noise.
///
/// Requires 8-bit gray; the size stays. Depends on the picture and the random numbers only. Cost: about 20
/// passes over the pixels with a screen.
void degrade(cv::Mat& picture, Random random);

}  // namespace ocelli::internal
