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

/// A segment of a line's ink that is never split further. A glyph is one segment or several adjacent ones.
struct InkSegment {
  cv::Rect box;            ///< page coordinates
  std::uint32_t blob = 0;  ///< segments of the same blob touch or overlap horizontally
};

/// A line's ink, over-segmented from left to right.
///
/// Components that overlap horizontally form one blob (i, :, =, %). Wide blobs are cut at columns with little
/// ink, where letters may touch. Those of a typewriter line are also cut between its cells. This
/// over-segments on purpose: the reader chooses among the cuts.
/// Source  over-segmentation: Casey and Lecolinet 1996, section 3.
class LineInk {
 public:
  /// Requires  a line of these components.
  /// Cost      two passes over the pixels of its components' boxes.
  LineInk(const TextLine& line, const Components& components);

  const std::vector<InkSegment>& segments() const { return segments_; }
  /// Set for a typewriter line only.
  const std::optional<Pitch>& pitch() const { return pitch_; }
  std::size_t blobs() const { return segments_.empty() ? 0 : segments_.back().blob + 1; }

  /// The bounding box of segments first .. last.
  cv::Rect box(std::size_t first, std::size_t last) const;
  /// The ink of these segments, 255 on 0, cropped to their box.
  cv::Mat ink(std::size_t first, std::size_t last) const;

 private:
  cv::Point origin_;
  cv::Mat owners_;  ///< 16 bits per pixel of the line's box: segment + 1, or 0
  std::vector<InkSegment> segments_;
  std::optional<Pitch> pitch_;
};

}  // namespace ocelli::internal
