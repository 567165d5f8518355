#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/imaging/components.hpp"

namespace ocelli {

/// What a component may be, judged by its size alone.
enum class InkRole : std::uint8_t {
  letter,  ///< as high as letters are: lines are found from these
  mark,    ///< smaller: a dot, a comma, an accent, a hyphen, dust
  large,   ///< higher than the letters: touching lines, a bracket, a big capital
  none     ///< a rule or a picture
};

/// Requires  height > 0, as text_height() tells it.
std::vector<InkRole> ink_roles(const std::vector<Component>& list, double height);

}  // namespace ocelli
