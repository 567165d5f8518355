#pragma once

#include <opencv2/core/mat.hpp>

namespace ocelli {

/// The ink of a page without what is no text: scan borders, pictures, rules and frames, dot screens and specks.
///
/// Everything is measured against text_height(), h. Rules (rule_removal.hpp) go first, so that letters which touch them
/// are free. Then go components at the image's edges of more than 3 h, those of more than 6 h by 5 h, thin
/// lines over 4 h by 2.5 h (signatures), pieces of broken rules (broken_rules.hpp), crowds of dots
/// without letters among them, and specks: the smallest anywhere, larger ones where no letter is near. Dots, commas and
/// accents stand near letters and stay. A page without letters comes back as it is.
/// Requires  8-bit, one channel, 0 and 255 alone; about level: rules are followed to 2 degrees.
/// Throws    Error(Kind::image) for any other image.
/// Cost      a copy of the page, and one or two passes over its runs.
cv::Mat cleaned_page(const cv::Mat& ink);

}  // namespace ocelli
