#include "ocelli/text/line_reader.hpp"

#include <utility>

#include "ocelli/text/frame_fit.hpp"
#include "ocelli/text/glyph_lattice.hpp"

namespace ocelli {

FoundLine find_glyphs(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                      const Reader& reader, const ClassFilter& filter) {
  LineInk ink(line, components);
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  const GlyphLattice lattice(ink, frame, reader);
  std::vector<FoundGlyph> glyphs = search({ink, lattice, frame, spaces, reader, filter});
  const LineFrame fitted = fit_frame(frame, glyphs, reader);
  if (is_close(fitted, frame)) return {std::move(ink), frame, std::move(glyphs)};
  glyphs = search({ink, lattice, fitted, spaces, reader, filter});
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

}  // namespace ocelli
