#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// Removes ink that is not text: scan borders, pictures, rules and frames, dot screens and specks.
///
/// The unit is h = text_height(). Rules (rules.hpp) are removed first, to free the characters that touch
/// them. Next come, in this order:
/// - components at the image's edges larger than 3 h
/// - components larger than 6 h by 5 h
/// - thin lines over 4 h by 2.5 h (signatures)
/// - segments of broken rules, and dashed rules
/// - clusters of dots without characters among them
/// - specks: the smallest anywhere, larger ones where no character is near
///
/// Dots, commas and accents stay because they are near characters. A page without characters is returned
/// unchanged.
/// Requires  8-bit, one channel, values 0 and 255 only; skew of at most 2 degrees (rules are followed up to
/// that).
/// Throws    Error(Kind::image) for any other image.
/// Cost      a copy of the page and one or two passes over its runs.
cv::Mat cleaned_page(const cv::Mat& ink);

/// Closes the gaps in characters printed as dots (dot matrix, worn ribbons) or broken up by scanning.
///
/// Print may be broken where there are at least half as many components smaller than characters as there are
/// characters, as far as text_height() can distinguish them, or where that height is below 12 pixels. The
/// function applies the smallest closing (3, 5 or 7 pixels) beyond which the height hardly grows. The height
/// must have grown by a seventh, and hardly any characters may have merged. Any other print is returned
/// unchanged.
/// Requires  8-bit, one channel, values 0 and 255 only; the components of the ink.
/// Cost      O(components); up to three closings and passes over the page where print may be broken.
cv::Mat whole_print(const cv::Mat& ink, std::span<const Component> components);

}  // namespace ocelli::internal
