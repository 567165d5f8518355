#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli::internal {

/// The role of a component, from its size alone.
enum class InkRole : std::uint8_t {
  letter,  ///< as high as letters: lines are found from these
  mark,    ///< smaller: a dot, a comma, an accent, a hyphen, dust
  large,   ///< higher than letters: touching lines, a bracket, a drop capital
  none     ///< a rule or a picture
};

/// Requires  height > 0, from text_height().
std::vector<InkRole> ink_roles(const std::vector<Component>& list, double height);

}  // namespace ocelli::internal
