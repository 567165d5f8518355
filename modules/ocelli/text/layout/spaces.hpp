#pragma once

#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace ocelli {

/// Where gaps between glyphs begin to be spaces, in x-heights, and how unsure that is.
struct SpaceWidth {
  double threshold = 0.4, spread = 0.06;
};

/// Parts the gaps of lines that are set alike into those between letters and those between words.
/// Requires  gaps in x-heights; of few or even gaps the answer is what most print has.
SpaceWidth space_width(std::vector<double> gaps);

/// The gaps between neighbouring blobs of a line, x-heights.
std::vector<double> gaps_of(const TextLine& line, const Components& components);

}  // namespace ocelli
