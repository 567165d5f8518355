#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// The ink of a page after quarter turns, and its lines.
struct PageTurn {
  PageInk page;
  PageLines found;
};

/// Prepares a page after so many clockwise quarter turns, and finds its lines.
inline PageTurn turned(const cv::Mat& gray, int quarters, const ReadingOptions& options,
                       const InkSettings& settings = {}) {
  PageTurn turn{prepare_page(gray, quarters, options.deskew, settings), {}};
  turn.found = find_lines(turn.page, options.zones, options.layout);
  return turn;
}

}  // namespace ocelli::internal
