#pragma once

#include <span>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// How high the letters of a page typically are, in pixels: between small letters and capitals. 0 when the page has no
/// component that could be a letter.
///
/// The median height of the components of a letter's shape, each weighted by its height so that a crowd of specks does
/// not outvote the text. The scale of the page for everything that cleans or measures it.
/// Cost  O(n log n) in the components.
double text_height(std::span<const Component> components);

}  // namespace ocelli
