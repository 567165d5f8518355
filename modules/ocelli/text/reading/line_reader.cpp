#include "ocelli/text/reading/line_reader.hpp"

#include <utility>

#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxTurns = 2;  ///< searches after the first, each using the result of the previous one

}  // namespace

FoundLine find_glyphs(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                      const Reader& reader, const ClassFilter& filter) {
  LineInk ink(line, components);
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  const ClassFilter expected(reader);
  const GlyphLattice lattice(ink, frame, reader, expected);
  const std::vector<double> gaps = segment_gaps(ink, frame);
  std::vector<FoundGlyph> glyphs = search({ink, lattice, frame, gaps, spaces, reader, filter}).glyphs;
  LineFrame fitted = fit_frame(frame, glyphs, reader);
  if (is_close(fitted, frame)) fitted = frame;
  std::vector<double> known = gaps;
  for (int turn = 0; turn < kMaxTurns; ++turn) {
    std::vector<double> better = number_gaps(segment_gaps(ink, fitted), glyphs, fitted, spaces, reader);
    const double width = figure_width(glyphs, fitted, reader);
    if (better == known && (turn > 0 || (fitted == frame && width == 0))) break;
    known = std::move(better);
    glyphs = search({ink, lattice, fitted, known, spaces, reader, filter, width}).glyphs;
  }
  return {std::move(ink), fitted, std::move(glyphs)};
}

ReadLine to_text(const FoundLine& line, const cv::Rect& box, const Reader& reader) {
  ReadLine read{box, line.frame.baseline, line.frame.slope, line.frame.x_height, {}};
  for (const FoundGlyph& glyph : line.glyphs) {
    if (glyph.space_before || read.words.empty()) read.words.emplace_back();
    read.words.back().glyphs.push_back({reader.glyphs().classes()[glyph.label], glyph.box, glyph.confidence});
  }
  return read;
}

}  // namespace ocelli::internal
