#include "ocelli/text/line_reader.hpp"

#include "ocelli/text/beam_search.hpp"
#include "ocelli/text/frame_fit.hpp"
#include "ocelli/text/glyph_lattice.hpp"
#include "ocelli/text/line_ink.hpp"

namespace ocelli {
namespace {

ReadLine to_line(const TextLine& line, const LineFrame& frame, const std::vector<FoundGlyph>& glyphs,
                 const Reader& reader) {
  ReadLine read{line.box, frame.baseline, frame.slope, frame.x_height, {}};
  for (const FoundGlyph& glyph : glyphs) {
    if (glyph.space_before || read.words.empty()) read.words.emplace_back();
    read.words.back().glyphs.push_back({reader.glyphs().classes()[glyph.label], glyph.box, glyph.confidence});
  }
  return read;
}

}  // namespace

ReadLine read_line(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                   const Reader& reader, const ClassFilter& filter) {
  const LineInk ink(line, components);
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  const GlyphLattice lattice(ink, frame, reader);
  const std::vector<FoundGlyph> glyphs = search({ink, lattice, frame, spaces, reader, filter});
  const LineFrame fitted = fit_frame(frame, glyphs, reader);
  if (is_close(fitted, frame)) return to_line(line, frame, glyphs, reader);
  return to_line(line, fitted, search({ink, lattice, fitted, spaces, reader, filter}), reader);
}

}  // namespace ocelli
