#pragma once

#include <span>
#include <string>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/layout.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli::internal {

/// A line that was read: its ink, its frame and its glyphs.
struct FoundLine {
  LineInk ink;
  LineFrame frame;
  std::vector<FoundGlyph> glyphs;
};

/// Reads a line: finds the most likely path through its lattice (glyph images, positions, context, spaces) by
/// a beam search over segments. Searches again if the result determines the baseline or the x-height better
/// than the ink alone.
/// Cost  mostly the classifications of GlyphLattice.
FoundLine find_glyphs(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                      const Reader& reader, const ClassFilter& filter);

/// Converts a line to text. `box` is the line's box.
ReadLine to_text(const FoundLine& line, const cv::Rect& box, const Reader& reader);

/// Whether the letters of a line are about half as wide as usual: receipt printers have letters of double
/// height. So are some lines of few letters.
bool is_tall_print(const TextLine& line, const Components& components);

/// Reads a line with its ink stretched to double width. Boxes are those of the ink as it is.
///
/// Cost  that of find_glyphs().
ReadLine read_stretched(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                        const Reader& reader, const ClassFilter& filter);

/// Makes the long dashes of a typewriter line that fit its cells hyphens.
///
/// Requires  the text of this line.
void resolve_typed_dashes(const FoundLine& line, ReadLine& read, std::span<const std::string> readable);

/// Makes a letter, digit or star that is a filled disc or square before the text of its line a bullet.
///
/// Requires  the text of this line, with all its glyphs.
void resolve_bullet(const FoundLine& line, ReadLine& read, std::span<const std::string> readable);

/// Refits the baseline and x-height so that the tops and bottoms of the glyphs match the positions of their
/// classes. The slope stays. Low-confidence glyphs, and lines with few glyphs, have no effect.
LineFrame fit_frame(const LineFrame& frame, const std::vector<FoundGlyph>& glyphs, const Reader& reader);

/// Whether two frames of one line differ by less than reading can resolve.
bool is_close(const LineFrame& one, const LineFrame& other);

}  // namespace ocelli::internal
