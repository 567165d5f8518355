#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ocelli {

enum class Scale { linear, logarithmic };

/// One axis of a chart. Limits that are left out come from the points.
struct Axis {
  std::string label{};
  Scale scale = Scale::linear;
  std::optional<double> low{}, high{};
};

struct PlotPoint {
  double x = 0, y = 0;
};

/// A named line. Points that are not finite, or not positive on a logarithmic axis, break it.
struct Series {
  std::string name;
  std::vector<PlotPoint> points;
};

/// A line chart: ROC and learning curves.
struct LineChart {
  std::string title{};
  Axis x{}, y{};
  std::vector<Series> series{};
  int width = 760, height = 460;  ///< pixels
};

/// The chart as SVG text that stands alone: grid, ticks at round numbers, a legend, one colour a series that
/// eyes of all kinds tell apart (dashed from the second round of colours on). Text is escaped; the same chart
/// gives the same bytes in any locale.
/// Throws Error(Kind::usage) for an axis whose limits are not in order or not positive where logarithmic, and
/// for a chart too small for its texts.
std::string to_svg(const LineChart& chart);

}  // namespace ocelli
