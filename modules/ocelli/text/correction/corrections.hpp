#pragma once

#include <cstddef>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/correction/place_model.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/layout/spaces.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading/beam_search.hpp"

namespace ocelli::internal {

/// The white space before each segment of a line, in x-heights, measured from the rightmost edge of the
/// preceding few segments.
std::vector<double> segment_gaps(const LineInk& ink, const LineFrame& frame);

/// Corrects gaps using the glyphs of a first reading. Digits have cells of equal width, so the white space
/// beside a narrow "1" is not a space, also after a hyphen, and neither is that on either side of a mark
/// between two digits (wide in monospaced fonts), nor that beside a sign or a minus whose center is as close
/// as the next digit's. Gaps in numbers become the white space between cells, minus the excess of a space
/// between digits over the line's threshold. Other gaps stay unchanged.
///
/// Requires  `gaps` from segment_gaps(), glyphs of the same line from left to right.
std::vector<double> number_gaps(std::vector<double> gaps, std::span<const FoundGlyph> glyphs,
                                const LineFrame& frame, const SpaceWidth& spaces, const Reader& reader);

/// The typical width of the line's digits except "1", in pixels; 0 without digits.
double figure_width(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader);

/// Distinguishes points from commas between the digits of a page by comparing all of them. Commas are taller
/// and reach farther below the baseline, by an amount that depends on the font. The classifier's score counts
/// as well; where the two disagree, the confidence of the mark becomes less than 0.8. Does nothing on pages
/// with few such marks, or where all look alike. Changes use only `readable` characters.
/// Requires  boxes of level lines.
/// Cost      O(glyphs + n^2) for n marks between digits.
void resolve_number_marks(std::span<ReadLine> lines, std::span<const std::string> readable);

/// Lowers the confidence of words below 0.8 where a narrow space separates digits from digits, or from
/// low-confidence glyphs. The word may be a number with a missed mark, such as "6735 98" or "01 a 3/2029".
/// Cost  O(glyphs).
void doubt_parted_numbers(ReadLine& line);

/// Lowers the confidence of numbers below 0.8 if ink about them is in no glyph: a sign, a unit or a mark that
/// was not read. `ink`: that of the page before it was cleaned.
///
/// Cost  the pixels of the line.
void doubt_numbers_beside_unread_ink(ReadLine& line, const cv::Mat& ink);

/// Resolves ambiguous glyphs from the context of the whole line:
///   - letters with similar lower and upper case (c o s v w x z) by their height relative to the line, and
///     where that is unclear, to the small letters of the word;
///   - l, I and | as 1 and O as 0 in runs of letters and digits that otherwise contain digits; a lone l as 1,
///     and a lone O before a point and a digit as 0;
///   - "oo" as the decimals of an amount as 00;
///   - 0 as O in short words of capitals: NO., CO;
///   - l and | as I among three capitals or more: IBAN, SWIFT;
///   - s before an amount with two decimals as a dollar sign;
///   - "o/o" after a digit, no wider than a percent sign, as that sign;
///   - "()" no wider than a digit, in words with digits, as 0;
///   - thousands and decimal separators as different characters: 1.234,56 or 1,234.56;
///   - a comma or point under a dot as a semicolon or colon;
///   - two apostrophes without a space in between as one quotation mark, and so with curly ones and commas;
///   - d, t, l and L with an apostrophe as letters with a caron, in languages that have them.
/// Changes use only `readable` characters. Boxes and confidences stay. A merged glyph has the union of the
/// boxes.
/// Cost  O(glyphs).
void resolve_look_alikes(ReadLine& line, std::span<const std::string> readable);

/// Reads superscripts that stand as low as a digit, or are as tall as one, as plain digits, and
/// multiplication signs that stand on the baseline as an x.
///
/// Cost  O(glyphs).
void resolve_low_signs(ReadLine& line, std::span<const std::string> readable);

/// Reads a small raised ring or quote between a digit and a C or F as a degree sign, in doubt.
/// Cost  O(glyphs).
void resolve_degrees(ReadLine& line, std::span<const std::string> readable);

/// Resolves signs beside numbers from their place:
///   - a dash before or after an amount is a minus sign, and one cut in two before it is one;
///   - a dash between a letter and a digit, or in a date with hyphens, is a hyphen;
///   - c before an amount with two decimals is a euro sign, in doubt, and so is a lone c after one;
///   - a point before the last three digits of an amount in yen is a comma, or in doubt;
///   - a euro sign after clearly more white than is between the digits is a word of its own;
///   - a degree sign and C or F after it are one word.
/// Cost  O(glyphs).
void resolve_number_signs(ReadLine& line, std::span<const std::string> readable);

/// The letters of divided words that are on the neighbors of a line; empty where no word is divided.
struct DividedWords {
  std::string before;  ///< of the first word, at the end of the line before
  std::string after;   ///< of the last word, at the start of the line after
};

/// The divided words of each line. A word is divided by a hyphen after letters at the end of a line, if the
/// next line of the same block starts with letters.
/// Requires  the block of each line.
std::vector<DividedWords> divided_words(std::span<const ReadLine> lines, std::span<const std::size_t> blocks);

/// Whether the ink of a box may be `meant` as well as what was read.
using InkJudge = std::function<bool(const cv::Rect& box, std::string_view read, std::string_view meant)>;

/// Corrects words that are not in the word list, assuming that one glyph was confused with a similar one:
/// touching "rm", "rn" or "um" for "m", "ti" for "t", "y" for "v". Keeps the most likely change that makes a
/// listed word of at least four letters and that the ink supports, unless the language model finds it less
/// likely than the original. Divided words are judged whole. Changes use only `readable` characters. A glyph
/// corrected to two letters has both as its text.
/// Cost  about twenty look-ups per letter of the unlisted words.
void mend_doubted_words(ReadLine& line, const LanguageModel& language, std::span<const std::string> readable,
                        const DividedWords& divided, const InkJudge& may_be);

/// Gives the quotation marks of a page one form, curly or straight, if most of them have it; those that are
/// read surely keep theirs. Curly ones that are not open at the start of a word and close elsewhere. Does
/// nothing unless all forms are readable, and in languages that open with low marks.
/// Cost  O(glyphs).
void resolve_quotes(std::span<ReadLine> lines, std::span<const std::string> readable);

/// Joins a double quotation mark that is a word of its own to a word that ends in a mark before it, if the
/// white after it is clearly wider: the mark is high, and so looks farther from a comma than it is.
///
/// Cost  O(words).
void join_closing_quotes(ReadLine& line);

/// Parts an unlisted word at its widest white if both parts are listed words of at least three letters, and
/// the white is much wider than all other in the word.
void part_joined_words(ReadLine& line, const LanguageModel& language);

/// Joins a drop capital, read as a line of its own, to the line that it begins: "T" and "HE" to "THE". "A"
/// and "I" stay words of their own if that makes listed words. Returns whether it did: not if the initial is
/// no single letter.
bool join_initial(const ReadLine& initial, ReadLine& line, const LanguageModel& language);

/// Joins letters that are spaced out for emphasis ("P r o t o c o l") into words.
///
/// A run of at least four single-letter words with roughly equal distances is joined. A distance at least
/// half as wide again starts the next word. Digits stay apart.
void join_spaced_letters(ReadLine& line);

}  // namespace ocelli::internal
