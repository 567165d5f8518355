#pragma once

#include <cstddef>
#include <span>

namespace ocelli::internal {

/// Calls `visit` with each run of adjacent elements that belong together, in order, like std::views::chunk_by
/// of C++23. A new run begins where `belong(one, next)` is false.
/// Cost  one call of `belong` for each pair of neighbors.
template <class T, class Belong, class Visit>
void for_each_chunk(std::span<T> values, Belong&& belong, Visit&& visit) {
  for (std::size_t first = 0, next = 1; first < values.size(); ++next) {
    if (next < values.size() && belong(values[next - 1], values[next])) continue;
    visit(values.subspan(first, next - first));
    first = next;
  }
}

}  // namespace ocelli::internal
