#pragma once

#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {

/// Whether each of the runs is not a line but lies within another with more letters: broken letters, super-
/// and subscripts, quotes.
/// Cost      O(n log n).
std::vector<bool> inner_runs(const std::vector<Component>& list, const std::vector<LetterRun>& runs);

/// Assigns every component without a line to the line that its position suggests, if there is one: dots,
/// accents, commas, hyphens, super- and subscripts, marks that stand free, and letters that touch those of
/// another line. Not what white parts from the letter of the line above or below it: that is ink of the next
/// line. Ensures   a line's letters are no longer sorted; its box contains all.
/// Cost      O(n log n), and for
/// each part above or below a line's small letters, or beside its dots, the number of its letters.
void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines);

}  // namespace ocelli::internal
