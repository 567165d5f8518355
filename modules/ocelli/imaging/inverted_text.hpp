#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// Turns light text in dark boxes into ink: removes the box, keeps its characters.
///
/// A box is a component much larger than the page's characters whose ink, with its holes, fills most of its
/// bounding box. It is inverted when at least three of its holes have the shape of characters and most of its
/// holes do. Everything else (pictures, logos, thick rules) stays unchanged.
/// Requires  8-bit, one channel,
/// 255 for ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the page, and two
/// over the boxes.
void turn_inverted_text(cv::Mat& ink);

}  // namespace ocelli::internal
