#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli {

/// How wide an arc can be, in x-heights: pieces of one blob or blobs that overlap (%), and blobs that white parts but that
/// may be parts of one glyph. Training extracts what reading proposes, so both ask here.
inline constexpr double kWidestGlyph = 2.4, kWidestJoin = 1.5;
inline constexpr double kTouching = 0.08;  ///< less white than that parts nothing
constexpr double widest_arc(bool apart) { return apart ? kWidestJoin : kWidestGlyph; }

/// A class that an arc may be of only if part of its ink is dirt, and how likely that is.
struct ClassDoubt {
  std::uint16_t label = 0;
  float dirt = 1;
};

/// Segments first .. last of a line read as one glyph.
struct GlyphArc {
  std::uint32_t first = 0, last = 0;
  cv::Rect box;
  float no_glyph =
      0;  ///< log of how much more frequent pieces and clusters are among such arcs than among all
  std::vector<ClassDoubt> doubts;
};

/// A class that an arc may be of.
struct GlyphCandidate {
  std::uint16_t label = 0;
  float cost = 0;  ///< -log of the confidence
  float confidence =
      0;  ///< the class's share of what image and place make likely, ink that is no glyph included
};

/// The glyphs that a line may consist of: every segmentation of the line is a way through these arcs, end to end.
///
/// A blob that is surely one glyph is one arc; others are cut, and joined with close neighbours. A join that is read as what
/// one of its blobs is alone ("3." as "3") has its others explained as dirt, which dots and commas are hardly.
class GlyphLattice {
 public:
  /// Cost  a classification for each arc: about one and a half for each glyph of a clean page.
  GlyphLattice(const LineInk& ink, const LineFrame& frame, const Reader& reader);

  /// In the order of their first segments, then of their last.
  const std::vector<GlyphArc>& arcs() const { return arcs_; }

  /// The likeliest classes of an arc on a line with this frame, surest first, none that the filter does not allow; empty
  /// where the ink is hardly a glyph.
  void candidates(std::size_t arc, const LineFrame& frame, const Reader& reader, const ClassFilter& filter,
                  std::vector<GlyphCandidate>& out) const;

 private:
  std::span<const float> logs(std::size_t arc) const;

  std::vector<GlyphArc> arcs_;
  std::vector<float> logs_;  ///< log probability of each class for each arc, a row an arc
  std::size_t classes_ = 0;
};

}  // namespace ocelli
