#pragma once

#include <vector>

#include "ocelli/text/line_finding.hpp"

namespace ocelli {

/// Gives every component that is in no line to the line that it belongs to by its place, if there is one: dots, accents, commas,
/// hyphens, signs raised or lowered, and letters that touch those of another line.
/// Cost      O(n log n).
void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines);

}  // namespace ocelli
