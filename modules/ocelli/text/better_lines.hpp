#pragma once

#include <span>

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// How well a text was read: the mean confidence of its glyphs times a low power of their number, so that of
/// two readings of the same ink the one that leaves little out is better. 0 without glyphs.
double readability(const ReadLine& line);
double readability(const PageText& page);

/// Of two readings of a page the better one, with those of the other's words that are better than its own.
/// Lines are compared if the two lie on each other, and neither lies on any third: others may be in different
/// columns. Of such a line, words that lie on each other are compared by their confidence, where a word that
/// only one reading has is kept if it is rather sure.
/// Requires  readings of the same image, turned by the
/// same quarters.
/// Cost      lines x lines.
PageText with_better_lines(PageText one, PageText other);

/// The page, where each line is replaced by the reading of it that all readings agree with most: the one with
/// the least sum of edit distances to the others, each weighted by the square of the confidence of its words.
/// What is right recurs from look to look, errors differ. Lines are compared as in with_better_lines(); a
/// line of which there are fewer than three readings, the page's own included, stays.
/// Requires  readings of
/// the same image, turned by the same quarters.
/// Source    Kumar and Byrne 2004, Minimum Bayes-risk decoding
/// for statistical machine translation: a medoid under the edit distance.
/// Cost      lines x lines, and for
/// each line edit_distance() of each pair of readings.
PageText with_agreed_lines(PageText page, std::span<const PageText> readings);

}  // namespace ocelli::internal
