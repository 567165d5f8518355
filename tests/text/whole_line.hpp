#pragma once

#include <algorithm>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace ocelli::internal::test {

/// All components as one level line.
inline TextLine whole_line(const Components& components, double baseline, double x_height) {
  TextLine line{{}, baseline, 0, x_height, {}};
  for (std::uint32_t part = 0; part < components.list.size(); ++part) {
    line.box |= components.list[part].box;
    line.parts.push_back(part);
  }
  std::ranges::sort(line.parts, {}, [&](std::uint32_t part) { return components.list[part].box.x; });
  return line;
}

}  // namespace ocelli::internal::test
