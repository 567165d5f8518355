#pragma once

#include <span>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_language.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/page_turn.hpp"
#include "ocelli/text/reading_options.hpp"

namespace ocelli::internal {

/// Reads lines of a prepared page, in parallel.
///   1. Read each line with its reader: the lattice of its glyphs, and the search through it.
///   2. Correct what neighbors decide: marks in numbers, letters of two sizes, quotes.
///   3. With `correction`, change unlisted words to listed ones that the ink supports.
///   4. Drop lines of noise.
///
/// `readers`: for each of the lines, of its language; `chosen`: of the page's language, whose rules hold for
/// what lines share.
/// Units   boxes in pixels of the image as passed in, before quarter turns.
/// Throws  Error(Kind::usage) if `charset` has a character that the model does not know.
/// Cost    about 60 microseconds a glyph.
PageText read_lines(const PageTurn& turn, const SomeLines& of_page, const Reader& chosen,
                    std::span<const Reader* const> readers, const ReadingOptions& options);

}  // namespace ocelli::internal
