#pragma once

#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli {

/// Whether each of the runs is no line but lies within another that has more letters: broken letters, signs raised or
/// lowered, quotes.
/// Cost      O(n log n).
std::vector<bool> inner_runs(const std::vector<Component>& list, const std::vector<LetterRun>& runs);

/// Gives every component that is in no line to the line that it belongs to by its place, if there is one: dots, accents,
/// commas, hyphens, signs raised or lowered, and letters that touch those of another line.
/// Ensures   a line's letters are no longer in order; its box is around all.
/// Cost      O(n log n).
void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines);

}  // namespace ocelli
