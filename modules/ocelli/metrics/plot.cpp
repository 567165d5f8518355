#include "ocelli/metrics/plot.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/metrics/svg.hpp"

namespace ocelli::internal {
namespace {

using namespace svg;

/// Okabe and Ito's colors, which color-blind readers can distinguish, without yellow, which is too pale on
/// white.
constexpr std::array<std::string_view, 7> kColors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<std::string_view, 4> kDashes = {"", "7 4", "2 3", "9 3 2 3"};

struct Area {
  double left = 0, top = 0, width = 0, height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// Color and dashes of the series at the given position in the chart.
std::string stroke(std::size_t index) {
  const std::string_view dashes = kDashes[index / kColors.size() % kDashes.size()];
  return attribute("stroke", kColors[index % kColors.size()]) +
         (dashes.empty() ? std::string() : attribute("stroke-dasharray", dashes));
}

AxisMap map_axis(const Axis& axis, const std::vector<Series>& series, double PlotPoint::*coordinate) {
  std::vector<double> values;
  for (const Series& one : series) {
    for (const PlotPoint& point : one.points) values.push_back(point.*coordinate);
  }
  return AxisMap(axis, values);
}

/// Room for the legend: an estimate, because only the viewer knows its font.
double legend_width(const std::vector<Series>& series) {
  std::size_t longest = 0;
  for (const Series& one : series) longest = std::max(longest, one.name.size());
  return longest == 0 ? 0.0 : 44.0 + 7.0 * static_cast<double>(longest);
}

std::string vertical_grid(const AxisMap& axis, const Area& area) {
  std::string svg;
  for (const auto& [position, label] : axis.ticks()) {
    const double x = area.left + position * area.width;
    svg +=
        line_between(x, area.top, x, area.bottom(), label.empty() ? " class=\"minor\"" : " class=\"grid\"");
    if (!label.empty()) svg += text_at(x, area.bottom() + 18, label, " text-anchor=\"middle\"");
  }
  return svg;
}

std::string horizontal_grid(const AxisMap& axis, const Area& area) {
  std::string svg;
  for (const auto& [position, label] : axis.ticks()) {
    const double y = area.bottom() - position * area.height;
    svg +=
        line_between(area.left, y, area.right(), y, label.empty() ? " class=\"minor\"" : " class=\"grid\"");
    if (!label.empty()) svg += text_at(area.left - 8, y + 4.5, label, " text-anchor=\"end\"");
  }
  return svg;
}

std::string axis_names(const LineChart& chart, const Area& area) {
  const double middle = area.top + area.height / 2;
  const std::string turned =
      join(" text-anchor=\"middle\" transform=\"rotate(-90 18.0 ", pixels(middle), ")\"");
  return text_at(area.left + area.width / 2, area.bottom() + 42, chart.x.label, " text-anchor=\"middle\"") +
         text_at(18, middle, chart.y.label, turned);
}

/// One unbroken segment of a series. A single point is drawn as a dot.
std::string stretch(std::span<const PlotPoint> places, std::size_t index) {
  if (places.empty()) return {};
  if (places.size() == 1) {
    return join("<circle r=\"3\"", attribute("cx", pixels(places[0].x)), attribute("cy", pixels(places[0].y)),
                attribute("fill", kColors[index % kColors.size()]), "/>\n");
  }
  std::string points;
  for (const auto& [x, y] : places) points += join(points.empty() ? "" : " ", pixels(x), ",", pixels(y));
  return join("<polyline class=\"series\"", attribute("points", points), stroke(index), "/>\n");
}

std::string curve(const Series& series, std::size_t index, const AxisMap& x, const AxisMap& y,
                  const Area& area) {
  std::string svg;
  std::vector<PlotPoint> places;
  for (const PlotPoint& point : series.points) {
    if (x.has_place_for(point.x) && y.has_place_for(point.y)) {
      places.push_back({x.position(point.x) * area.width, (1 - y.position(point.y)) * area.height});
      continue;
    }
    svg += stretch(places, index);
    places.clear();
  }
  return svg + stretch(places, index);
}

/// The curves in a viewport of their own, which clips at the limits.
std::string curves(const LineChart& chart, const AxisMap& x, const AxisMap& y, const Area& area) {
  std::string lines;
  for (std::size_t i = 0; i < chart.series.size(); ++i) lines += curve(chart.series[i], i, x, y, area);
  return join("<svg", at(area.left, area.top), extent(area.width, area.height), ">\n", lines, "</svg>\n");
}

std::string frame(const Area& area) {
  return rectangle(area.left, area.top, area.width, area.height, " fill=\"none\" stroke=\"#777\"");
}

std::string legend(const std::vector<Series>& series, const Area& area) {
  std::string svg;
  double y = area.top + 10;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].name.empty()) continue;
    const double x = area.right() + 14;
    svg += line_between(x, y, x + 22, y, " class=\"series\"" + stroke(i)) +
           text_at(x + 28, y + 4.5, series[i].name);
    y += 21;
  }
  return svg;
}

constexpr std::string_view kStyle =
    ".grid{stroke:#d9d9d9}.minor{stroke:#f0f0f0}.series{fill:none;stroke-width:2;stroke-linejoin:round}";

}  // namespace

std::string to_svg(const LineChart& chart) {
  const Area area{72, 44, chart.width - 72 - 16 - legend_width(chart.series), chart.height - 44.0 - 58};
  require(area.width >= 50 && area.height >= 50, Kind::usage, "the chart is too small for its texts",
          chart.title);
  const AxisMap x = map_axis(chart.x, chart.series, &PlotPoint::x);
  const AxisMap y = map_axis(chart.y, chart.series, &PlotPoint::y);
  return document(
      chart.width, chart.height, kStyle,
      text_at(area.left + area.width / 2, 26, chart.title, " class=\"title\" text-anchor=\"middle\"") +
          vertical_grid(x, area) + horizontal_grid(y, area) + frame(area) + axis_names(chart, area) +
          curves(chart, x, y, area) + legend(chart.series, area));
}

}  // namespace ocelli::internal
