#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/legibility.hpp"
#include "ocelli/text/page_turn.hpp"

namespace ocelli::internal {

/// Tries on a part of a page what would be expensive on the whole: turns and ink settings.
///
/// The part is the square of about 800 pixels with the most letters, so a trial costs the same for any page.
class PageTrial {
 public:
  /// `as_it_lies`: the prepared page. The image and the reader must outlive this object.
  PageTrial(const PageTurn& as_it_lies, const cv::Mat& gray, const Reader& reader,
            const ReadingOptions& options);

  const cv::Mat& page() const { return page_; }

  /// The share of glyphs (glyph_share()) in the part, turned and binarized so.
  /// Cost      about 20 ms.
  double glyph_share(int quarters, const InkSettings& settings) const;

  /// The same with the usual settings, which is measured once for each turn.
  /// Requires  quarters from 0 to 3.
  double glyph_share(int quarters = 0);

  /// The same for pixels that are so many times as high as wide.
  double glyph_share_of(double pixel_height, int quarters) const;

  /// How well the longest lines of the part read then, in the reader's own language.
  /// Cost      reading four lines: 20 to 80 ms.
  Legibility legibility_of(double pixel_height, int quarters) const;

 private:
  const cv::Mat& page_;
  const Reader& reader_;
  ReadingOptions options_;  ///< of a part
  cv::Mat part_;
  std::array<std::optional<double>, 4> shares_;  ///< by quarters
};

}  // namespace ocelli::internal
