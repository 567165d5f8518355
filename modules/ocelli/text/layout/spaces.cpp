#include "ocelli/text/layout/spaces.hpp"

#include <algorithm>
#include <span>

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kWidestLetterGap = 0.9;
constexpr double kNarrowestSpace = 0.22;
constexpr double kDefaultThreshold = 0.4;
constexpr double kLongestGap = 1.5;  ///< longer gaps add no information
constexpr std::size_t kFewGaps = 8;

/// The between-class variance of the two parts of sorted values, times their count.
double between(std::span<const double> values, std::span<const double> sums, std::size_t first_of_upper) {
  const auto lower = static_cast<double>(first_of_upper);
  const auto upper = static_cast<double>(values.size() - first_of_upper);
  const double lower_mean = sums[first_of_upper] / lower;
  const double upper_mean = (sums.back() - sums[first_of_upper]) / upper;
  return lower * upper * (upper_mean - lower_mean) * (upper_mean - lower_mean);
}

}  // namespace

SpaceWidth space_width(std::vector<double> gaps) {
  std::erase_if(gaps, [](double gap) { return gap > kColumnGap; });
  if (gaps.size() < kFewGaps) return {kDefaultThreshold, 0.05};
  for (double& gap : gaps) gap = std::min(gap, kLongestGap);
  std::ranges::sort(gaps);
  std::vector<double> sums(gaps.size() + 1, 0.0);
  for (std::size_t i = 0; i < gaps.size(); ++i) sums[i + 1] = sums[i] + gaps[i];
  // Otsu's threshold, moved to the middle of the widest step near it.
  std::size_t best = 1;
  for (std::size_t first = 2; first < gaps.size(); ++first) {
    if (between(gaps, sums, first) > between(gaps, sums, best)) best = first;
  }
  const double threshold = (gaps[best - 1] + gaps[best]) / 2;
  const double letters = sums[best] / static_cast<double>(best);
  const double words = (sums.back() - sums[best]) / static_cast<double>(gaps.size() - best);
  if (words - letters < kNarrowestSpace) return {std::max(kDefaultThreshold, gaps.back() + 0.05), 0.05};
  return {std::clamp(threshold, kNarrowestSpace, kWidestLetterGap),
          std::clamp((words - letters) / 16, 0.015, 0.075)};
}

std::vector<double> gaps_of(const TextLine& line, const Components& components) {
  std::vector<double> gaps;
  int end = 0;
  for (std::size_t i = 0; i < line.parts.size(); ++i) {
    const cv::Rect& box = components.list[line.parts[i]].box;
    if (i > 0 && box.x > end) gaps.push_back((box.x - end) / line.x_height);
    end = std::max(end, box.x + box.width);
  }
  return gaps;
}

}  // namespace ocelli::internal
