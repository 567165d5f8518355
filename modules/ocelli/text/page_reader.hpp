#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli {

struct ReadingOptions {
  std::string only;        ///< the characters to read, UTF-8; empty: all that the model knows
  bool straighten = true;  ///< whether skew is measured and undone
  bool turn = true;        ///< whether pages that stand on their head or side are found and turned

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("only", self.only, "the only characters to read, e.g. 0123456789 (default: all of the model)");
    visit("straighten", self.straighten, "measure and undo the skew of pages");
    visit("turn", self.turn,
          "turn pages that stand on their head or their side: what reads badly as it is is tried turned");
  }
};

/// Reads a page: ink is cut from the paper, turned upright and cleaned; lines are found, and read in parallel.
///
/// Boxes are told in pixels of the image that came in. A page without text has no blocks. With `turn`, a page that reads
/// badly as it is, or not at all, is read turned by quarters as well, and kept so where that makes clearly more sense.
/// The same for any number of threads.
/// Throws  Error(Kind::image) unless the page is 8-bit with one channel; Error(Kind::usage) for `only` with a character
///         that the model does not know.
/// Cost    some 0.1 s for 2,000 characters, up to four times that where turns are tried; 4 (labels) + 3 (ink) bytes a pixel.
PageText read_page(const cv::Mat& grey, const Reader& reader, const ReadingOptions& options = {});

}  // namespace ocelli
