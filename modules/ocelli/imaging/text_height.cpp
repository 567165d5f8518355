#include "ocelli/imaging/components.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr int kSmallestLetter = 5;  // pixels: smaller letters are unreadable

bool has_letter_shape(const Component& component) {
  const cv::Rect& box = component.box;
  if (box.height < kSmallestLetter || box.width > 4 * box.height || box.height > 6 * box.width) return false;
  return component.area > 0.08 * box.width * box.height;
}

/// The height at which half of the total height is reached; 0 without heights. Requires sorted heights.
double middle_height(std::span<const int> heights) {
  const std::int64_t total = std::accumulate(heights.begin(), heights.end(), std::int64_t{0});
  std::int64_t below = 0;
  for (const int height : heights) {
    below += height;
    if (2 * below >= total) return height;
  }
  return 0;
}

/// Drops one or two components that outweigh all letters, such as pictures and frames.
std::span<const int> without_pictures(std::span<const int> heights, double middle) {
  constexpr std::ptrdiff_t kFewPictures = 2, kManyLetters = 12;
  constexpr double kReadableLetter = 10;  ///< pixels: the many specks next to a large letter are lower
  const auto first = std::ranges::lower_bound(heights, middle / 2);
  const std::ptrdiff_t letters = first - heights.begin(), pictures = heights.end() - first;
  if (pictures > kFewPictures || letters < kManyLetters) return heights;
  const std::span<const int> rest = heights.first(static_cast<std::size_t>(letters));
  return middle_height(rest) >= kReadableLetter ? rest : heights;
}

}  // namespace

double text_height(std::span<const Component> components) {
  std::vector<int> heights;
  for (const Component& component : components) {
    if (has_letter_shape(component)) heights.push_back(component.box.height);
  }
  std::sort(heights.begin(), heights.end());
  return middle_height(without_pictures(heights, middle_height(heights)));
}

}  // namespace ocelli::internal
