#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ocelli::internal {

enum class Scale { linear, logarithmic };

/// One axis of a chart. Limits that are not set are computed from the points.
struct Axis {
  std::string label{};
  Scale scale = Scale::linear;
  std::optional<double> low{}, high{};
};

struct PlotPoint {
  double x = 0, y = 0;
};

/// A named line. Points that are not finite, or not positive on a logarithmic axis, interrupt it.
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

/// The chart as a self-contained SVG: grid, ticks at round numbers, a legend, one color per series from a
/// palette that is safe for color-blind readers (dashed when the colors repeat). Text is escaped. The same
/// chart produces the same bytes in any locale. Throws Error(Kind::usage) for axis limits that are not in
/// order or not positive on a logarithmic axis, and for a chart too small for its labels.
std::string to_svg(const LineChart& chart);

}  // namespace ocelli::internal
