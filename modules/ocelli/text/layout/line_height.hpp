#pragma once

#include <vector>

#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli {

/// The height of "x" in each line. Where a line has letters of one height alone, similar lines near it tell whether these
/// are small letters or capitals; where there are none, they are taken for capitals.
/// Cost      O(n).
std::vector<double> small_heights(const std::vector<LetterRun>& lines);

}  // namespace ocelli
