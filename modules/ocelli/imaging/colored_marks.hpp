#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// The gray of a page in color without what was stamped, written or drawn over its print: stamps, signatures,
/// ticks, highlighters and colored rules that touch letters. Print below shines through. Colored print stays.
///
/// A mark is colored ink that
/// - meets dark print, and is tall or not in line with letters,
/// - has the shape of a ring or of a pen's strokes, and is not in line with letters,
/// - or is within such a ring or frame.
/// Boxes filled with color are kept unless they are light and have dark letters. Pages with hardly any dark
/// print, such as those printed in blue, pictures, and pages on which most letters have colored edges are
/// returned as they are.
///
/// The ink of marks is unmixed from that of print (raise_to_print()).
/// Requires  the gray of the page, 8-bit, and its colors of the same size, 8-bit, BGR.
/// Cost      about 30 ns a pixel if there is colored ink; one for nine pixels otherwise.
cv::Mat without_colored_marks(const cv::Mat& gray, const cv::Mat& bgr);

/// A page of any type (to_gray()) in gray, without colored marks if it is in color.
cv::Mat print_of(const cv::Mat& page);

}  // namespace ocelli::internal
