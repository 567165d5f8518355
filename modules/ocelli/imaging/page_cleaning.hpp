#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli::internal {

/// Removes the ink that is not text: scan borders, pictures, rules and frames, dot screens and specks.
///
/// The unit is h = text_height(). Rules (rule_removal.hpp) are removed first, so that characters which touch
/// them are free. Next: components at the image's edges larger than 3 h, those larger than 6 h by 5 h, thin
/// lines over 4 h by 2.5 h (signatures), segments of broken rules (broken_rules.hpp), dashed rules
/// (dashed_rules.hpp), clusters of dots without characters among them, and specks: the smallest anywhere,
/// larger ones where no character is near. Dots, commas and accents stay because they are near characters. A
/// page without characters is returned unchanged.
/// Requires  8-bit, one channel, values 0 and 255 only; skew
/// of at most 2 degrees (rules are followed up to that).
/// Throws    Error(Kind::image) for any other image.
/// Cost      a copy of the page and one or two passes over its runs.
cv::Mat cleaned_page(const cv::Mat& ink);

}  // namespace ocelli::internal
