#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// Which components are pieces of upright rules that printing or scanning has broken up: frames and fold marks at the
/// margins, which would be read as "l" and "|". One entry a component, not 0 for those pieces.
///
/// Pieces are narrow, have no letter beside them, and stand in a column of at least five over eight letters' height
/// or more and hardly two letters' width, of which many are no letter's height. `letter` is the text_height() of the page.
/// Cost  O(n log n) in the components.
std::vector<std::uint8_t> pieces_of_rules(std::span<const Component> components, double letter);

}  // namespace ocelli
