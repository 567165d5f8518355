#include "ocelli/metrics/bee_swarm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>

#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/metrics/svg.hpp"

namespace ocelli::internal {
namespace {

constexpr double kSwarmLength = 520, kSwarmRow = 40, kPointRadius = 2.5, kSwarmTop = 44, kSwarmMargin = 20;
constexpr std::size_t kMaxSwarmRows = 20, kMaxSwarmPoints = 2000;

/// Between blue and red.
std::string color_of_level(double level) {
  if (std::isnan(level)) return "#888888";
  constexpr std::array<double, 3> kLow = {0, 114, 178}, kHigh = {213, 94, 0};
  std::string color = "#";
  for (std::size_t i = 0; i < kLow.size(); ++i) {
    std::array<char, 4> hex{};
    const double part = std::clamp(level, 0.0, 1.0);
    std::snprintf(hex.data(), hex.size(), "%02x",
                  static_cast<unsigned>(std::lround(kLow[i] + part * (kHigh[i] - kLow[i]))));
    color += hex.data();
  }
  return color;
}

std::string drawn_row(const SwarmRow& row, const AxisMap& axis, double left, double middle) {
  std::string drawn = svg::text_at(left - 8, middle + 4.5, row.name, " text-anchor=\"end\"") +
                      svg::line_between(left, middle, left + kSwarmLength, middle, " stroke=\"#ddd\"");
  std::map<std::int64_t, int> heights;  // points in a place of the row so far
  const std::size_t step =
      std::max<std::size_t>(1, (row.points.size() + kMaxSwarmPoints - 1) / kMaxSwarmPoints);
  for (std::size_t i = 0; i < row.points.size(); i += step) {
    const double x = left + kSwarmLength * axis.position(row.points[i].value);
    const int height = heights[static_cast<std::int64_t>(std::floor(x / (1.6 * kPointRadius)))]++;
    const int steps = height % 2 == 0 ? (height + 1) / 2 : -((height + 1) / 2);
    const double away = steps * 1.6 * kPointRadius;
    const double y = middle + std::clamp(away, -kSwarmRow / 2 + kPointRadius, kSwarmRow / 2 - kPointRadius);
    drawn += svg::join("<circle", svg::attribute("cx", svg::pixels(x)), svg::attribute("cy", svg::pixels(y)),
                       svg::attribute("r", svg::pixels(kPointRadius)),
                       svg::attribute("fill", color_of_level(row.points[i].level)), "/>\n");
  }
  return drawn;
}

}  // namespace

std::string bee_swarm_svg(const std::string& title, std::span<const SwarmRow> rows) {
  rows = rows.first(std::min(rows.size(), kMaxSwarmRows));
  std::vector<double> values{0};
  std::size_t longest = 2;
  for (const SwarmRow& row : rows) {
    longest = std::max(longest, row.name.size());
    for (const SwarmPoint& point : row.points) values.push_back(point.value);
  }
  const AxisMap axis(Axis{}, values);
  const double left = kSwarmMargin + 7.5 * static_cast<double>(longest) + 8;
  const double bottom = kSwarmTop + kSwarmRow * static_cast<double>(rows.size());
  std::string drawn =
      svg::text_at(left + kSwarmLength / 2, 26, title, " class=\"title\" text-anchor=\"middle\"");
  for (const Tick& tick : axis.ticks()) {
    const double x = left + kSwarmLength * tick.position;
    drawn += svg::line_between(x, kSwarmTop, x, bottom, " stroke=\"#eee\"") +
             svg::text_at(x, bottom + 16, tick.label, " text-anchor=\"middle\"");
  }
  const double zero = left + kSwarmLength * axis.position(0);
  drawn += svg::line_between(zero, kSwarmTop, zero, bottom, " stroke=\"#777\"");
  for (std::size_t r = 0; r < rows.size(); ++r)
    drawn += drawn_row(rows[r], axis, left, kSwarmTop + kSwarmRow * (static_cast<double>(r) + 0.5));
  drawn += svg::text_at(left, bottom + 36, "color: the column's value, blue low, red high");
  return svg::document(static_cast<int>(left + kSwarmLength + kSwarmMargin), static_cast<int>(bottom + 50),
                       "", drawn);
}

}  // namespace ocelli::internal
