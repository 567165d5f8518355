#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/text/layout/layout.hpp"
#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"

namespace ocelli::internal {

/// A line of a page with the data that reading needs.
struct PageLine {
  TextLine line;
  std::size_t block = 0;
  SpaceWidth spaces;
};

/// The lines of a page in reading order.
struct PageLines {
  Components components;
  std::vector<cv::Rect> blocks;
  std::vector<PageLine> lines;
};

/// The lines of the zones, in pixels of the input image, in their order, or of the whole page without zones.
PageLines find_lines(const PageInk& page, std::span<const cv::Rect> zones = {},
                     LayoutMode mode = LayoutMode::automatic);

}  // namespace ocelli::internal
