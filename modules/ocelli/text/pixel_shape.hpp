#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/page_trial.hpp"
#include "ocelli/text/page_turn.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// The height of a pixel of a fax in standard resolution, 204 x 98 dots an inch, in its widths (ITU-T T.4).
inline constexpr double kFaxPixel = 204.0 / 98;

/// The same for print of double height, as printers of receipts set it.
inline constexpr double kTallPixel = 0.5;

/// Whether most letters are wider than high, as on a fax in standard resolution and on a page that lies on
/// its side.
bool has_wide_letters(const PageLines& page);

/// Whether most letters are far higher than wide, as in print of double height and in condensed type.
bool has_narrow_letters(const PageLines& page);

/// The height of the pixels of a page in their widths. `share`: glyph_share() of the page.
///
/// What the file states (ReadingOptions::pixel_height) is right unless many more letters are clear without
/// it: some programs resize a fax and keep its resolution. Otherwise, pages of two levels with wide or
/// unclear letters are tried with the pixels of a fax, which may have been turned if the options allow turns.
/// They are those of a fax if far more letters are glyphs, or if the longest lines read far better. On gray
/// pages, only wide and narrow letters are tried, by their glyphs.
///
/// Cost  about 20 ms for each of at most eight trials. For unclear print of two levels, up to 40 lines are
/// read.
double pixel_height(const PageTurn& page, double share, PageTrial& trial, const ReadingOptions& options);

/// An image whose pixels are so many times as high as wide, with more rows or columns of square pixels.
/// Images of two levels keep them.
cv::Mat with_square_pixels(const cv::Mat& gray, double height);

/// The options for that image, whose zones are in its pixels.
ReadingOptions for_square_pixels(ReadingOptions options, double height);

}  // namespace ocelli::internal
