#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli {

/// Turns light text in dark boxes into ink: the box goes, its letters stay.
///
/// A box is a component much larger than the page's letters whose ink, with its holes, fills most of its rectangle. It is
/// turned when at least three of its holes have the shape of letters and they are most of what the holes are. Everything
/// else (pictures, logos, thick rules) is left as it is.
/// Requires  8-bit, one channel, 255 for ink.
/// Throws    Error(Kind::image) for any other image.
/// Cost      one pass over the page, and two over the boxes.
void turn_inverted_text(cv::Mat& ink);

}  // namespace ocelli
