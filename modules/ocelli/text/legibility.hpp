#pragma once

#include <cstddef>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Measures how well a page was read.
struct Legibility {
  double understood = 0;  ///< sum of the glyph confidences of words of at least two glyphs
  double mean = 0;        ///< mean glyph confidence; 0 without glyphs
  double listed = 0;      ///< share of the glyphs in listed words of at least three glyphs
  double figures = 0;     ///< share of the glyphs that are digits
  std::size_t glyphs = 0;
};

Legibility legibility_of(const PageText& text, const LanguageModel& language);

/// Upside-down pages read with a mean of up to 0.65, with listed words for a tenth of their glyphs. Faint
/// print reads no better than that, but its words are listed.
inline constexpr double kManyListed = 0.2;

/// Whether a reading is long and clear enough to be upright. A sideways page may produce a dozen clear
/// letters, or a short listed word, by chance.
bool reads_well(const Legibility& page);

/// Whether a reading has many letters, and they are clear or in listed words. Noise has few.
bool is_clear_text(const Legibility& page);

/// Whether a reading makes sense, and clearly more than the other.
bool makes_more_sense(const Legibility& one, const Legibility& other);

}  // namespace ocelli::internal
