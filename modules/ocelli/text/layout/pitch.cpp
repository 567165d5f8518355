#include "ocelli/text/layout/pitch.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kNarrowestCell = 0.85, kWidestCell = 1.75;
constexpr double kNarrowestLetter = 0.3, kWidestLetter = 1.35;
constexpr double kLowestLetter = 0.6;  ///< marks are not centered
constexpr double kInkStep = 0.125;     ///< step over which columns are summed
constexpr double kMaxInk = 0.5;        ///< maximum per column: a stem counts no more than a bowl

constexpr std::size_t kMinLetters = 6;            ///< minimum centers that are significant
constexpr double kMinCells = 8, kMaxCells = 300;  ///< length of a line in x-heights
/// Length of the ink's mean phase relative to that of other widths.
constexpr double kStandsOut = 3.3, kStandsFarOut = 4.6;
constexpr double kNeighbors = 1.5;                  ///< cells
constexpr double kAgree = 0.7, kHardlyAgree = 0.5;  ///< length of the centers' mean phase
/// The same of a few centers, which agree with some width by chance.
constexpr std::size_t kFewCenters = 12;
constexpr double kFewAgree = 0.82;

using Phase = std::complex<double>;

/// Weights at evenly spaced places.
struct Places {
  double first = 0, step = 0;
  std::vector<double> weights;
};

double turn(double x, double width) { return 2 * std::numbers::pi * x / width; }

/// Centers of isolated letters.
std::vector<double> middles_of(std::span<const cv::Rect> blobs, double x_height) {
  std::vector<double> middles;
  for (const cv::Rect& box : blobs) {
    if (box.height < kLowestLetter * x_height || box.width < kNarrowestLetter * x_height ||
        box.width > kWidestLetter * x_height)
      continue;
    middles.push_back(box.x + box.width / 2.0);
  }
  return middles;
}

/// The ink between baseline and x-height along a line.
Places ink_along(const TextLine& line, const Components& components, const cv::Rect& around) {
  std::vector<double> columns(static_cast<std::size_t>(around.width), 0);
  for (const std::uint32_t part : line.parts) {
    for (const RowRun& run : components.runs_of(part)) {
      const double foot = line.baseline + line.slope * run.begin;
      if (run.y > foot || run.y < foot - line.x_height) continue;
      // Underlines are not blobs and may be longer.
      const int end = std::min(run.end, around.x + around.width);
      for (int x = std::max(run.begin, around.x); x < end; ++x)
        ++columns[static_cast<std::size_t>(x - around.x)];
    }
  }
  const double step = std::max(1.0, std::floor(kInkStep * line.x_height));
  Places ink{around.x + step / 2, step,
             std::vector<double>(static_cast<std::size_t>(around.width / step) + 1, 0)};
  for (std::size_t x = 0; x < columns.size(); ++x)
    ink.weights[static_cast<std::size_t>(static_cast<double>(x) / step)] +=
        std::min(columns[x], kMaxInk * line.x_height);
  return ink;
}

Phase mean_phase(std::span<const double> middles, double width) {
  Phase sum = 0;
  for (const double middle : middles) sum += std::polar(1.0, turn(middle, width));
  return middles.empty() ? 0 : sum / static_cast<double>(middles.size());
}

Phase mean_phase(const Places& places, double width) {
  // Processes four places per iteration, whose products are independent.
  constexpr std::size_t kAtOnce = 4;
  const Phase step = std::polar(1.0, turn(places.step, width)), two = step * step, three = two * step;
  const std::vector<double>& weights = places.weights;
  Phase at = std::polar(1.0, turn(places.first, width)), sum = 0;
  double all = 0;
  std::size_t i = 0;
  for (; i + kAtOnce <= weights.size(); i += kAtOnce) {
    sum += at * (weights[i] + weights[i + 1] * step + weights[i + 2] * two + weights[i + 3] * three);
    all += weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3];
    at *= two * two;
  }
  for (; i < weights.size(); ++i, at *= step) {
    sum += weights[i] * at;
    all += weights[i];
  }
  return all == 0 ? 0 : sum / all;
}

/// The width with the longest mean phase, and how it compares.
struct Best {
  double width = 0, agreement = 0, typical = 0;
};

/// Tries widths in steps that move the end of the line by a fifth of a cell, and then in smaller ones.
Best best_width(const Places& ink, double x_height, double length) {
  Best best;
  std::vector<double> all;
  const auto try_width = [&](double width) {
    const double agreement = std::abs(mean_phase(ink, width));
    if (agreement > best.agreement) best.width = width, best.agreement = agreement;
    return agreement;
  };
  for (double width = kNarrowestCell * x_height; width <= kWidestCell * x_height;
       width += 0.2 * width * width / length)
    all.push_back(try_width(width));
  const double first_step = 0.1 * best.width * best.width / length;
  for (double step = first_step; step > first_step / 10; step /= 2) {
    const double center = best.width;
    try_width(center - step);
    try_width(center + step);
  }
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::ranges::nth_element(all, middle);
  best.typical = *middle;
  return best;
}

/// Whether most neighbors are in adjacent cells. Otherwise half the width of a cell would also fit letters of
/// any type twice as wide.
bool fill_cells(std::span<const double> middles, double width) {
  std::size_t neighbors = 0;
  for (std::size_t i = 1; i < middles.size(); ++i)
    neighbors += middles[i] - middles[i - 1] < kNeighbors * width;
  return 2 * neighbors >= middles.size();
}

Pitch pitch_of(double width, Phase phase) {
  return {width, (std::arg(phase) / (2 * std::numbers::pi) - 0.5) * width};
}

}  // namespace

std::optional<Pitch> find_pitch(const TextLine& line, const Components& components,
                                std::span<const cv::Rect> blobs) {
  cv::Rect around;
  for (const cv::Rect& blob : blobs) around |= blob;
  if (around.width < kMinCells * line.x_height || around.width > kMaxCells * line.x_height)
    return std::nullopt;
  const Places ink = ink_along(line, components, around);
  const Best best = best_width(ink, line.x_height, around.width);
  if (best.agreement <= 0 || best.agreement < kStandsOut * best.typical) return std::nullopt;
  const std::vector<double> middles = middles_of(blobs, line.x_height);
  const Phase phase = mean_phase(middles, best.width);
  const bool is_few = middles.size() < kFewCenters;
  if (best.agreement >= kStandsFarOut * best.typical) {
    if (middles.size() < kMinLetters) return pitch_of(best.width, mean_phase(ink, best.width));
    if (std::abs(phase) >= (is_few ? kFewAgree : kHardlyAgree)) return pitch_of(best.width, phase);
  } else if (std::abs(phase) >= (is_few ? kFewAgree : kAgree) && fill_cells(middles, best.width)) {
    return pitch_of(best.width, phase);
  }
  return std::nullopt;
}

}  // namespace ocelli::internal
