#pragma once

#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

struct SwarmPoint {
  double value = 0;  ///< its place
  double level = 0;  ///< its color: 0 blue, 1 red; NaN gray
};

struct SwarmRow {
  std::string name;
  std::vector<SwarmPoint> points;
};

/// A self-contained SVG with a row of points for each name, from the top. Points that would overlap move up
/// and down. At most 20 rows, and at most 2,000 points of a row, evenly chosen, are drawn. The color means
/// the level: blue low, red high.
std::string bee_swarm_svg(const std::string& title, std::span<const SwarmRow> rows);

}  // namespace ocelli::internal
