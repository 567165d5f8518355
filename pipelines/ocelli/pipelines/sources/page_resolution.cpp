#include "ocelli/pipelines/sources/page_resolution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

constexpr double kPointsPerInch = 72, kWithoutLetters = 300;

/// Width and height in points.
constexpr std::array<std::pair<double, double>, 5> kPapers = {
    {{842, 1191}, {595, 842}, {420, 595}, {612, 792}, {612, 1008}}};

constexpr std::array<double, 8> kDefaults = {75, 100, 150, 200, 240, 300, 400, 600};

/// Whether two lengths are equal within 2 %.
bool is_about(double length, double other) { return std::abs(length - other) <= 0.02 * other; }

bool is_paper(const PageText& page, double pixels_an_inch) {
  const double points = kPointsPerInch / pixels_an_inch;
  const auto sides = std::minmax({points * page.width, points * page.height});
  return std::ranges::any_of(kPapers, [&](const auto& paper) {
    return is_about(sides.first, paper.first) && is_about(sides.second, paper.second);
  });
}

/// The median x-height of the page's lines, weighted by their words; 0 without lines.
double typical_x_height(const PageText& page) {
  std::vector<double> heights;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) heights.insert(heights.end(), line.words.size(), line.x_height);
  }
  if (heights.empty()) return 0;
  return median(std::move(heights));
}

/// The ratio of the larger to the smaller, at least 1.
double factor_between(double one, double other) { return std::max(one / other, other / one); }

double estimate(const PageText& page) {
  constexpr double kPointsOfX = 5, kFarthest = 1.5;
  const double x_height = typical_x_height(page);
  const bool has_letters = x_height > 0;
  const double by_letters = has_letters ? x_height * kPointsPerInch / kPointsOfX : kWithoutLetters;
  const auto nearer = [&](double one, double other) {
    return factor_between(one, by_letters) < factor_between(other, by_letters);
  };
  double best = std::numeric_limits<double>::infinity();
  for (const double typical : kDefaults) {
    if (is_paper(page, typical)) best = std::min(best, typical, nearer);
  }
  if (factor_between(best, by_letters) <= (has_letters ? kFarthest : std::numeric_limits<double>::max()))
    return best;
  return std::ranges::min(kDefaults, nearer);
}

bool is_a_measurement(const Resolution& stated) {
  return stated.x != stated.y || (std::lround(stated.x) != 72 && std::lround(stated.x) != 96);
}

}  // namespace

Resolution page_resolution(const PageText& page, const std::optional<Resolution>& stated) {
  if (stated && is_a_measurement(*stated)) return *stated;
  const double estimated = estimate(page);
  return {estimated, estimated};
}

}  // namespace ocelli::internal
