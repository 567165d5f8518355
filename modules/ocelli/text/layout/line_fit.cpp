#include "ocelli/text/layout/line_finding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

constexpr double kSteepest = 0.06;  // maximum slope of a line on a deskewed page that bends
constexpr int kMaxSlopes = 61;
constexpr double kBin = 0.06;       // in letter heights
constexpr double kLeastRise = 0.5;  // of a letter above the baseline, in letter heights: commas are lower

/// The horizontal center of a letter and the first row below it.
struct Foot {
  double x, y;
};

std::vector<Foot> feet_of(std::span<const cv::Rect> letters) {
  std::vector<Foot> feet;
  for (const cv::Rect& box : letters) feet.push_back({box.x + 0.5 * box.width, double(box.y) + box.height});
  return feet;
}

/// The densest cluster of the sorted values within `reach`: its size and its median.
std::pair<std::size_t, double> densest(const std::vector<double>& sorted, double reach) {
  std::pair<std::size_t, double> best{0, 0};
  for (std::size_t first = 0, last = 0; first < sorted.size(); ++first) {
    while (last < sorted.size() && sorted[last] <= sorted[first] + reach) ++last;
    if (last - first > best.first) best = {last - first, sorted[(first + last - 1) / 2]};
  }
  return best;
}

struct Line {
  double baseline, slope;
  double at(double x) const { return baseline + slope * x; }
};

/// The slope at which most letter bottoms are on one line. Among ties, the one nearest to the usual slope.
Line best_line(const std::vector<Foot>& feet, double size, double width, double typical_slope) {
  const double step = std::max(0.5 * kBin * size / std::max(width, 1.0), 2 * kSteepest / (kMaxSlopes - 1));
  const int reach = width < 4 * size ? 0 : static_cast<int>(kSteepest / step);
  std::pair<double, Line> best{-1, {0, typical_slope}};
  std::vector<double> heights(feet.size());
  for (int turn = 0; turn <= 2 * reach; ++turn) {
    const int steps = turn % 2 == 1 ? (turn + 1) / 2 : -turn / 2;  // usual slope first, then outward
    const double slope = typical_slope + steps * step;
    for (std::size_t i = 0; i < feet.size(); ++i) heights[i] = feet[i].y - slope * feet[i].x;
    std::sort(heights.begin(), heights.end());
    const auto [count, place] = densest(heights, 2 * kBin * size);
    const double score = static_cast<double>(count) - 0.02 * std::abs(steps);
    if (score > best.first) best = {score, {place, slope}};
  }
  return best.second;
}

/// Least squares over the letter bottoms near the line. Fits the slope only if they are numerous and far
/// apart.
Line refined(const std::vector<Foot>& feet, Line line, double size) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  double left = 1e30, right = -1e30;
  for (const Foot& foot : feet) {
    if (std::abs(foot.y - line.at(foot.x)) > 2 * kBin * size) continue;
    const double rise = foot.y - line.at(foot.x);
    n += 1, x += foot.x, y += rise, xx += foot.x * foot.x, xy += foot.x * rise;
    left = std::min(left, foot.x), right = std::max(right, foot.x);
  }
  if (n == 0) return line;
  const double spread = xx - x * x / n;
  double turn = 0;
  if (n >= 6 && right - left > 6 * size) turn = (xy - x * y / n) / spread;
  return {line.baseline + (y - turn * x) / n, line.slope + turn};
}

/// The number of sorted values from low to high.
double count_between(const std::vector<double>& sorted, double low, double high) {
  return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), high) -
                             std::lower_bound(sorted.begin(), sorted.end(), low));
}

double middle_between(const std::vector<double>& sorted, double low, double high) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), low);
  const auto last = std::upper_bound(sorted.begin(), sorted.end(), high);
  return first[(last - first) / 2];
}

/// Tries the height of every letter as that of "x", and keeps the one that explains most heights.
void fit_height(const std::vector<double>& tops, LineFit& fit) {
  double best = -1;
  const double all = static_cast<double>(tops.size());
  for (const double height : tops) {
    const double small = count_between(tops, 0.9 * height, 1.1 * height);
    const double tall = count_between(tops, 1.2 * height, 1.7 * height);
    const bool mixed = small >= std::max(2.0, 0.15 * all) && tall >= std::max(1.0, 0.04 * all);
    const double score = small + (mixed ? 0.8 * tall : 0.0);
    if (score <= best) continue;
    best = score;
    fit.height = height;
    fit.mixed = mixed && tall >= 2;
  }
  const double x = fit.height;
  fit.height = middle_between(tops, 0.9 * x, 1.1 * x);
  if (fit.mixed) fit.tall = middle_between(tops, 1.2 * x, 1.7 * x);
}

}  // namespace

LineFit fit_line(std::span<const cv::Rect> letters, double typical_slope) {
  std::vector<double> heights;
  double left = 1e30, right = -1e30;
  for (const cv::Rect& box : letters) {
    heights.push_back(box.height);
    left = std::min(left, double(box.x)), right = std::max(right, double(box.x) + box.width);
  }
  const double size = median(heights);
  const std::vector<Foot> feet = feet_of(letters);
  const Line line = refined(feet, best_line(feet, size, right - left, typical_slope), size);

  LineFit fit{.baseline = line.baseline, .slope = line.slope};
  std::vector<double> tops;
  double standing = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const double below = feet[i].y - line.at(feet[i].x), top = line.at(feet[i].x) - letters[i].y;
    standing += std::abs(below) <= 2.5 * kBin * size;
    if (below > -0.2 * size && below < 0.8 * size && top > kLeastRise * size) tops.push_back(top);
  }
  fit.standing = standing / static_cast<double>(letters.size());
  if (tops.empty()) tops.push_back(size);
  std::sort(tops.begin(), tops.end());
  fit_height(tops, fit);
  return fit;
}

}  // namespace ocelli::internal
