#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// Finds components that are segments of vertical rules broken up by printing or scanning: frames and fold
/// marks at the margins, which would be read as "l" and "|". Returns one entry per component, nonzero for
/// those segments.
///
/// Segments are narrow, have no character beside them, and form a column of at least five, at least eight
/// character heights high and hardly two character widths wide, in which many segments are not as high as a
/// character. `letter` is the text_height() of the page.
/// Cost  O(n log n) in the components.
std::vector<std::uint8_t> pieces_of_rules(std::span<const Component> components, double letter);

}  // namespace ocelli::internal
