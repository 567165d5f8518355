#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/core/random.hpp"
#include "ocelli/detection.hpp"

/// Internal to the training of verifiers; not part of the module's interface.
namespace ocelli::internal {

/// A picture of an object and what is around it.
struct ObjectPicture {
  cv::Mat gray;  ///< 8 bits
  Box object;    ///< all of it, also where the picture ends within
};

/// The largest share of an object that is taken away. With more, no window of the scan lies over what is
/// left.
inline constexpr double kMaxHidden = 0.33;

/// The part of the picture on one side of a line through the object, parallel to its left, right, upper or
/// lower side: that of its middle. Shares the pixels.
ObjectPicture cut(const ObjectPicture& whole, Random random);

/// A copy of the picture with a strip of the surroundings of another object over a side of this one, as hats,
/// hands and neighbors cover it: the upper side in half of all cases.
///
/// `other` has the same size, and its object lies in the same place, with as much around it on the left as on
/// the right, and above as below.
ObjectPicture cover(const ObjectPicture& whole, const cv::Mat& other, Random random);

/// Degrades a picture as newspaper print, scanners and dim light do: a steep tonal curve or little contrast,
/// then, by chance, a dot screen or blur, then noise.
///
/// Requires 8-bit gray; the size stays. Depends on the picture and the random numbers only. Cost: about 20
/// passes over the pixels with a screen.
void degrade(cv::Mat& picture, Random random);

}  // namespace ocelli::internal
