#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {

/// A glyph on the path that the search chose.
struct FoundGlyph {
  std::uint16_t label = 0;
  bool space_before = false;
  std::uint32_t first = 0, last = 0;  ///< its segments
  cv::Rect box;
  float confidence = 0;
};

/// The input of the search.
struct SearchedLine {
  const LineInk& ink;
  const GlyphLattice& lattice;
  const LineFrame& frame;
  std::span<const double> gaps;  ///< before each segment, x-heights: see segment_gaps()
  const SpaceWidth& spaces;
  const Reader& reader;
  const ClassFilter& filter;
  double figure_width = 0;  ///< width of the line's digits in pixels; 0 if unknown
};

/// The chosen path and its cost.
struct FoundPath {
  std::vector<FoundGlyph> glyphs;
  float cost = 0;
};

/// Finds the path of least cost through the lattice. The cost is the sum of:
/// - for each glyph, its candidate's cost, the reader's cost of a glyph, and the language model's cost of its
///   text (digits and the marks between them are equally likely)
/// - for each gap, the cost of a space or of no space
/// - minus the bonus of listed words
/// On a typewriter line, off-center glyphs in their cells add cost, and the cells between two glyphs
/// determine spaces. On other lines, moderate white space before a closing mark is left to the language
/// model. Small marks outside numbers may be dirt, at a cost, and points that begin a word add cost. Keeps
/// the best kBeam paths to the end of each segment, so it may miss the optimum.
/// Cost  kBeam x arcs x candidates look-ups in the language model.
FoundPath search(const SearchedLine& line);

}  // namespace ocelli::internal
