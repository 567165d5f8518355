#include "ocelli/imaging/components.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

#include "ocelli/core/chunks.hpp"

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

/// Whether two components may be neighboring dots of a dotted rule: on one row and of about one size.
bool are_dots(const Component& one, const Component& other) {
  return one.box.y == other.box.y && std::abs(one.box.width - other.box.width) <= 1 &&
         std::abs(one.box.height - other.box.height) <= 1;
}

/// Sorted heights of the components shaped like letters, and of those in long rows of equal ones.
struct LetterHeights {
  std::vector<int> letters, dots;

  explicit LetterHeights(std::span<const Component> components) {
    constexpr std::size_t kDottedRule = 16;
    for_each_chunk(components, are_dots, [&](std::span<const Component> row) {
      std::vector<int>& heights = row.size() >= kDottedRule ? dots : letters;
      for (const Component& component : row) {
        if (has_letter_shape(component)) heights.push_back(component.box.height);
      }
    });
    std::ranges::sort(letters);
    std::ranges::sort(dots);
  }
};

double height_of(std::span<const int> heights) {
  return middle_height(without_pictures(heights, middle_height(heights)));
}

}  // namespace

double text_height(std::span<const Component> components) {
  constexpr double kFarTaller = 1.8;  ///< letters than the dots of a rule
  constexpr std::size_t kShortWord = 3;
  LetterHeights heights(components);
  const double of_letters = height_of(heights.letters);
  const bool are_few = heights.letters.size() < kShortWord;
  if (heights.dots.empty() || (!are_few && of_letters > kFarTaller * heights.dots.back())) return of_letters;
  heights.letters.insert(heights.letters.end(), heights.dots.begin(), heights.dots.end());
  std::ranges::sort(heights.letters);
  return height_of(heights.letters);
}

}  // namespace ocelli::internal
