#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace ocelli::internal {

struct ReadingOptions {
  std::string charset;      ///< the characters to read, in UTF-8; empty: all that the model knows
  bool deskew = true;       ///< whether skew is measured and corrected
  bool auto_rotate = true;  ///< whether pages that are upside down or sideways are detected and rotated
  LayoutMode layout = LayoutMode::automatic;
  /// Not an option: the parts of the page to read, in this order, in pixels of the page as passed in. Each is
  /// a block, and `layout` is that of a part. Empty: the whole page.
  std::vector<cv::Rect> zones = {};
  /// Not an option: the height of the page's pixels in their widths, if its file states it. Otherwise faxes
  /// are detected (pixel_height()).
  std::optional<double> pixel_height = {};
  bool tables = false;     ///< whether tables are found (PageText::tables)
  bool correction = true;  ///< whether unlisted words may be changed to listed ones that the ink supports

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("charset", self.charset, "characters to read, e.g. 0123456789 (default: all of the model)",
          option::any().basic());
    visit("deskew", self.deskew, "measure and correct the skew of pages", option::any().basic());
    visit("auto-rotate", self.auto_rotate, "detect pages that are upside down or sideways and rotate them",
          option::any().basic());
    visit(
        "layout", self.layout,
        "arrangement of the text on the page or in each zone (auto finds columns and tables, sparse expects "
        "separate pieces of text, the others one column, block, upright line or upright word)",
        option::any().basic());
    visit("tables", self.tables, "find the tables of pages and their cells", option::any().flag().basic());
    visit("correction", self.correction,
          "change a word that is not listed to a listed one that looks the same", option::any());
  }
};

}  // namespace ocelli::internal
