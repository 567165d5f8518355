#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/layout/page_lines.hpp"

namespace ocelli::internal {

/// The height of a pixel of a fax in standard resolution, 204 x 98 dots an inch, in its widths (ITU-T T.4).
inline constexpr double kFaxRows = 204.0 / 98;

/// Whether most letters are wider than high, as on a fax in standard resolution and on a page that lies on
/// its side.
bool has_wide_letters(const PageLines& page);

/// An image with so many times as many rows, of square pixels if they were so many times as high as wide.
/// Images of two levels keep them.
cv::Mat stretched_rows(const cv::Mat& gray, double rows);

}  // namespace ocelli::internal
