#pragma once

#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {

/// The x-height of each line. If all letters of a line have one height, similar lines nearby decide whether
/// these are lower case or capitals; without such lines, they are assumed to be capitals.
/// Cost      O(n).
std::vector<double> small_heights(const std::vector<LetterRun>& lines);

}  // namespace ocelli::internal
