#pragma once

#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli::internal {

/// The one of a reader's others() that explains the longest lines of a page best: the least cost of reading
/// them, in which the image, the letter sequences and the listed words of the language count. Unless one is
/// clearly better than the first of them, so that names and numbers do not change the language, it is the
/// reader itself.
/// Cost      one classification of the glyphs of a dozen lines, and a search of each: the
/// first four in every language, the others in
///           those that are not hopeless by then.
const Reader& reader_of_language(const PageLines& page, const Reader& reader);

}  // namespace ocelli::internal
