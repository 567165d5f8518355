#include "ocelli/imaging/text_height.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ocelli {
namespace {

constexpr int kSmallestLetter = 5;  // pixels: below this nobody can read it

bool has_letter_shape(const Component& component) {
  const cv::Rect& box = component.box;
  if (box.height < kSmallestLetter || box.width > 4 * box.height || box.height > 6 * box.width) return false;
  return component.area > 0.08 * box.width * box.height;
}

}  // namespace

double text_height(std::span<const Component> components) {
  std::vector<int> heights;
  std::int64_t total = 0;
  for (const Component& component : components) {
    if (!has_letter_shape(component)) continue;
    heights.push_back(component.box.height);
    total += component.box.height;
  }
  std::sort(heights.begin(), heights.end());
  std::int64_t below = 0;
  for (const int height : heights) {
    below += height;
    if (2 * below >= total) return height;
  }
  return 0;
}

}  // namespace ocelli
