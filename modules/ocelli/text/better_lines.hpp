#pragma once

#include <span>

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// How well a text was read: the mean confidence of its glyphs times a low power of their number, so that of
/// two readings of the same ink the more complete one scores higher. 0 without glyphs.
double readability(const ReadLine& line);
double readability(const PageText& page);

/// Returns the better of two readings of a page, with words of the other reading where they are better. Lines
/// are compared only if the two overlap and neither overlaps a third line; otherwise they may be in different
/// columns. In such lines, overlapping words are compared by confidence. A word that only one reading has is
/// kept if its confidence is fairly high.
/// Requires  readings of the same image with the same quarter turns.
/// Cost      lines x lines.
PageText with_better_lines(PageText one, PageText other);

/// The same, but keeps the lines of the first page: for another reading of some of them.
PageText with_words_of(PageText one, PageText other);

/// Returns the page with each line replaced by its consensus reading: the reading with the smallest sum of
/// edit distances to the others, each weighted by the square of the confidence of its words. Correct text
/// recurs from reading to reading, while errors differ. Lines are compared as in with_better_lines(). A line
/// with fewer than three readings, including the page's own, stays.
/// Requires  readings of the same image with the same quarter turns.
/// Source    Kumar and Byrne 2004, Minimum Bayes-risk decoding for statistical machine translation: a medoid
/// under the edit distance.
/// Cost      lines x lines, and edit_distance() of each pair of readings of a line.
PageText with_agreed_lines(PageText page, std::span<const PageText> readings);

}  // namespace ocelli::internal
