#pragma once

#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace ocelli::internal {

/// The threshold between letter gaps and spaces, in x-heights, and its uncertainty.
struct SpaceWidth {
  double threshold = 0.4, spread = 0.06;
};

/// In x-heights: wider gaps are between columns, and say nothing of spaces.
inline constexpr double kColumnGap = 2.2;

/// Separates the gaps of lines with similar type into gaps between letters and gaps between words.
/// Requires  gaps in x-heights. With few or uniform gaps the result is typical of most print.
SpaceWidth space_width(std::vector<double> gaps);

/// The gaps between neighboring blobs of a line, in x-heights.
std::vector<double> gaps_of(const TextLine& line, const Components& components);

}  // namespace ocelli::internal
