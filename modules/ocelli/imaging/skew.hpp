#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// The skew of a page: the angle by which its lines fall to the right, in radians, searched within 10
/// degrees. 0 when the page does not show lines of text clearly enough (blank pages, pictures, a few words).
///
/// The bottoms of the characters of one line share a row of the projection along the line. The chosen angle
/// maximizes the sum of squared counts of that projection profile, coarsely first and then to 0.03 degree.
/// Rules, pictures and specks are not counted.
/// Cost    about 300 passes over the components.
/// Source  Baird 1987.
double skew_angle(std::span<const Component> components);

/// The ink rotated back by the angle, so that lines with that skew become level. The rotation is about the
/// image center, keeps the size and fills with paper. Shares its pixels when the angle is 0.
/// Requires  8-bit, one channel, values 0 and 255 only; an angle within 45 degrees.
/// Throws    Error(Kind::image), Error(Kind::usage).
/// Cost      for less than a degree, about that of a copy; else one interpolation per pixel.
cv::Mat leveled_ink(const cv::Mat& ink, double angle);

}  // namespace ocelli::internal
