#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// Finds components that are dashes of dashed rules, as receipts and forms have them, which would join the
/// lines of text above and below. Returns one entry per component, nonzero for those dashes.
///
/// Dashes are flat, of much the same width, and stand in a row of at least eight with even gaps between them.
/// `letter` is the text_height() of the page.
/// Cost  O(n log n) in the components.
std::vector<std::uint8_t> dashes_of_rules(std::span<const Component> components, double letter);

}  // namespace ocelli::internal
