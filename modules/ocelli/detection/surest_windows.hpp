#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace ocelli::internal {

/// Keeps the `max` windows with the highest scores, in their order; among ties, the earlier ones. Returns the
/// number of windows dropped.
template <class Window>
std::size_t keep_surest(std::vector<Window>& windows, std::size_t max) {
  if (windows.size() <= max) return 0;
  std::vector<float> scores;
  scores.reserve(windows.size());
  for (const Window& window : windows) scores.push_back(window.score);
  const auto last_kept = scores.begin() + static_cast<std::ptrdiff_t>(max) - 1;
  std::ranges::nth_element(scores, last_kept, std::greater{});
  const float lowest = *last_kept;
  auto ties = std::count(scores.begin(), last_kept + 1, lowest);
  return std::erase_if(windows, [&](const Window& window) {
    if (window.score == lowest) return ties-- <= 0;
    return window.score < lowest;
  });
}

}  // namespace ocelli::internal
