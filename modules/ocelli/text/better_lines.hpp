#pragma once

#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// How well a text was read: the mean confidence of its glyphs times a low power of their number, so that of two readings of
/// the same ink the one that leaves little out is better. 0 without glyphs.
double readability(const ReadLine& line);
double readability(const PageText& page);

/// Of two readings of a page the better one, with those of the other's words that are better than its own. Lines are compared if
/// the two lie on each other, and neither lies on any third: others may be in different columns. Of such a line, words that lie
/// on each other are compared by their confidence, where a word that only one reading has is kept if it is rather sure.
/// Requires  readings of the same image, turned by the same quarters.
/// Cost      lines x lines.
PageText with_better_lines(PageText one, PageText other);

}  // namespace ocelli
