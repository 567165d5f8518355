#pragma once

#include <span>
#include <string>
#include <vector>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli::internal {

/// The white space before each segment of a line, in x-heights: from the farthest end of the few segments
/// before it.
std::vector<double> segment_gaps(const LineInk& ink, const LineFrame& frame);

/// Corrects gaps by the glyphs of a first reading: digits have cells of equal width, so the white space
/// beside a narrow "1", and on either side of a mark between two digits (wide in monospaced fonts), is not a
/// space. Gaps in numbers become the white space between cells, less the excess of a space between digits
/// over the line's threshold; others stay unchanged.
/// Requires  `gaps` from segment_gaps(), glyphs of the same
/// line from left to right.
std::vector<double> number_gaps(std::vector<double> gaps, std::span<const FoundGlyph> glyphs,
                                const LineFrame& frame, const SpaceWidth& spaces, const Reader& reader);

/// The typical width of the line's digits except "1", in pixels; 0 without digits.
double figure_width(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader);

/// Distinguishes points from commas between the digits of a page by comparing all of them: commas are taller
/// and reach farther below the baseline, by an amount that depends on the font. The classifier's score counts
/// as well; where both disagree the confidence of the mark is below 0.8. Does nothing on pages with few such
/// marks, or where they are all alike. Changes must only use `readable` characters.
/// Requires  boxes of level
/// lines.
/// Cost      O(glyphs + n^2) of n marks between figures.
void settle_number_marks(std::span<ReadLine> lines, std::span<const std::string> readable);

/// Lowers the confidence of words below 0.8 where a narrow space separates digits from digits, or from
/// low-confidence glyphs: it may be a number with a missed mark. "6735 98", "01 a 3/2029".
/// Cost  O(glyphs).
void doubt_parted_numbers(ReadLine& line);

/// Resolves ambiguous glyphs from the context of the whole line:
///   - letters with similar lower and upper case (c o s v w x z) by their height relative to the line;
///   - l, I and | as 1 and O as 0 in runs of letters and digits that otherwise contain digits; a lone l as 1;
///   - s before an amount with two decimals as a dollar sign;
///   - "o/o" behind a figure, no wider than a percent sign, as that sign;
///   - "()" no wider than a digit, in words with digits, as 0;
///   - thousands and decimal separators as different characters: 1.234,56 or 1,234.56;
///   - two apostrophes without a space in between as one quotation mark.
/// Changes must only use `readable` characters. Boxes and confidences stay; a glyph merged from others has
/// the box of all.
/// Cost  O(glyphs).
void settle_look_alikes(ReadLine& line, std::span<const std::string> readable);

/// Corrects words that are not in the word list, assuming that one glyph was confused with a similar one:
/// touching "rm", "rn" or "um" for "m", "ti" for "t", "y" for "v". Keeps the change that makes a listed word
/// of at least four letters, the most likely of several, unless the language model finds it less likely than
/// the original. Changes must only use `readable` characters. A glyph corrected to two letters has both as
/// its text.
/// Cost  about twenty look-ups per letter of the unlisted words.
void mend_doubted_words(ReadLine& line, const LanguageModel& language, std::span<const std::string> readable);

/// Joins letters that are spaced out for emphasis ("P r o t o c o l") to the words that they are.
///
/// Four letters or more, each a word by itself and about as far from the next as the others, are words; where
/// the distance is at least half as wide again, the next word begins. Figures stay apart.
void join_spaced_letters(ReadLine& line);

}  // namespace ocelli::internal
