#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// How far the lines of a page fall to the right, in radians, within 10 degrees of level; 0 when the page does not show
/// lines of text clearly enough (blank pages, pictures, a few words).
///
/// The feet of the letters of one line share a row when seen along the line: the angle at which rows of feet are
/// fullest, told by the sum of their squared counts, coarsely first and then to 0.03 degree. Rules, pictures and specks
/// have no vote.
/// Cost      some 300 passes over the components.
/// Source    Baird 1987.
double skew_angle(std::span<const Component> components);

/// The ink turned back by the angle, so that lines which fall by it become level; it turns about its middle, the size
/// stays, and what turns in from outside is paper. Shares its pixels when the angle is 0.
/// Requires  8-bit, one channel, 0 and 255 alone; an angle within 45 degrees.
/// Throws    Error(Kind::image), Error(Kind::usage).
/// Cost      for less than a degree, about a copy; else one interpolation for each pixel.
cv::Mat levelled_ink(const cv::Mat& ink, double angle);

}  // namespace ocelli
