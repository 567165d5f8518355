#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"
#include "ocelli/text/layout/pitch.hpp"

namespace ocelli::internal {

/// A segment of a line's ink that is never split further: a glyph is one segment or several adjacent ones.
struct InkSegment {
  cv::Rect box;            ///< page coordinates
  std::uint32_t blob = 0;  ///< segments of the same blob touch or overlap horizontally
};

/// A line's ink, over-segmented from left to right.
///
/// Components that overlap horizontally form one blob (i, :, =, %); wide blobs are cut at columns with little
/// ink, where letters may touch, those of a typewriter's line between its cells as well. This over-segments
/// on purpose: the reader chooses among the cuts.
/// Source  over-segmentation: Casey and Lecolinet 1996,
/// section 3.
class LineInk {
 public:
  /// Requires  a line of these components.
  /// Cost      two passes over the pixels of its components' boxes.
  LineInk(const TextLine& line, const Components& components);

  const std::vector<InkSegment>& segments() const { return segments_; }
  /// Of a typewriter's line; nothing for other type.
  const std::optional<Pitch>& pitch() const { return pitch_; }
  std::size_t blobs() const { return segments_.empty() ? 0 : segments_.back().blob + 1; }

  /// The box around segments first .. last.
  cv::Rect box(std::size_t first, std::size_t last) const;
  /// Their ink, 255 on 0, cropped to that box.
  cv::Mat ink(std::size_t first, std::size_t last) const;

 private:
  cv::Point origin_;
  cv::Mat owners_;  ///< 16 bits a pixel of the line's box: segment + 1, or 0
  std::vector<InkSegment> segments_;
  std::optional<Pitch> pitch_;
};

}  // namespace ocelli::internal
