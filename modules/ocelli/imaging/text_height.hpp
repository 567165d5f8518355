#pragma once

#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// The typical height of the characters of a page, in pixels: between lower case and capitals. 0 when the
/// page has no component that could be a character.
///
/// The median height of the components with the shape of a character, weighted by height so that many specks
/// do not dominate the text, and without one or two pictures that would. All page cleaning and layout
/// analysis use it as their unit.
/// Cost  O(n log n) in the components.
double text_height(std::span<const Component> components);

}  // namespace ocelli::internal
