#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ocelli::internal {

/// The median of at least one value; for an even count, the higher of the middle two.
template <class T>
T median(std::vector<T> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace ocelli::internal
