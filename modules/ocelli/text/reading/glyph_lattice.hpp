#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/line_ink.hpp"

namespace ocelli::internal {

/// Maximum width of an arc, in x-heights: for segments of one blob or overlapping blobs (%), and for separate
/// blobs that may be parts of one glyph. Training extracts what reading proposes, so both use these values.
inline constexpr double kWidestGlyph = 2.4, kWidestJoin = 1.9;
inline constexpr double kTouching = 0.08;  ///< a smaller gap does not separate
constexpr double widest_arc(bool apart) { return apart ? kWidestJoin : kWidestGlyph; }

/// A class that fits an arc only if part of its ink is dirt, and the probability that it is.
struct ClassDoubt {
  std::uint16_t label = 0;
  float dirt = 1;
};

/// Segments first .. last of a line, read as one glyph.
struct GlyphArc {
  std::uint32_t first = 0, last = 0;
  cv::Rect box;
  float no_glyph = 0;  ///< log of the ratio of rejects among such arcs to that among all
  std::vector<ClassDoubt> doubts;
};

/// A candidate class of an arc.
struct GlyphCandidate {
  std::uint16_t label = 0;
  float cost = 0;  ///< -log of the confidence
  /// The class's share of the likelihood of image and position, including the reject class.
  float confidence = 0;
};

/// The lattice of possible glyphs of a line. Every segmentation of the line is a path through its arcs.
///
/// A blob that is clearly one glyph is one arc. Others are cut, and joined with close neighbors. If a join is
/// read as the class of one of its blobs alone ("3." as "3"), its other blobs must be dirt, which is unlikely
/// for dots and commas.
class GlyphLattice {
 public:
  /// `expected`: the classes among which alternative readings of the ink are judged.
  /// Cost  one classification per arc: about one and a half per glyph of a clean page.
  GlyphLattice(const LineInk& ink, const LineFrame& frame, const Reader& reader, const ClassFilter& expected);

  /// All arcs among segments first .. last - 1, however sure one of them is.
  /// Cost  one classification per arc.
  static GlyphLattice of_segments(const LineInk& ink, const LineFrame& frame, const Reader& reader,
                                  std::uint32_t first, std::uint32_t last);

  /// Ordered by first segment, then by last.
  const std::vector<GlyphArc>& arcs() const { return arcs_; }

  /// Returns the most likely classes of an arc on a line with this frame, most likely first, among those that
  /// the filter allows. Empty if the ink is probably not a glyph.
  void candidates(std::size_t arc, const LineFrame& frame, const Reader& reader, const ClassFilter& filter,
                  std::vector<GlyphCandidate>& out) const;

 private:
  explicit GlyphLattice(std::size_t classes) : classes_(classes) {}

  std::span<const float> logs(std::size_t arc) const;

  std::vector<GlyphArc> arcs_;
  std::vector<float> logs_;  ///< log probabilities of all classes, one row per arc
  std::size_t classes_ = 0;
};

/// The confidence of the most likely class of ink that is read as one glyph, without its neighbors; 0 if it
/// is probably no glyph.
/// Requires  at least one pixel. Cost  one classification.
float confidence_alone(const cv::Mat& ink, const cv::Rect& box, const LineFrame& frame, const Reader& reader,
                       const ClassFilter& filter);

}  // namespace ocelli::internal
