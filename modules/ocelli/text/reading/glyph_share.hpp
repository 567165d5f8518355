#pragma once

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/page_lines.hpp"

namespace ocelli::internal {

/// The share of a page's components in lines that are probably glyphs when each is read alone: about 0.8 for
/// clear print, 0.5 where many letters touch or are broken, 0.2 on a page that lies on its side, and less in
/// grain and photos. 0 without lines.
/// Cost      classification of at most 64 components: 2 ms.
double glyph_share(const PageLines& page, const Reader& reader);

/// Removes the lines of which hardly any components are glyphs. For photos and textures: what remains is
/// writing in them, and a few lines by chance.
/// Cost      classification of at most 8 components a line.
void keep_lines_of_glyphs(PageLines& page, const Reader& reader);

}  // namespace ocelli::internal
