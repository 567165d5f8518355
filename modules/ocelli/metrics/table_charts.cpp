#include "ocelli/metrics/table_charts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/metrics/svg.hpp"

namespace ocelli::internal {
namespace {

constexpr double kTitleRoom = 44, kMargin = 20;
constexpr std::string_view kBlue = "#0072b2", kRed = "#d55e00";

/// Room for text next to a chart: an estimate, because only the viewer knows its font.
double width_of(std::size_t letters) { return 7.5 * static_cast<double>(std::max<std::size_t>(letters, 2)); }

template <class Items, class Name>
std::size_t longest_name(const Items& items, Name&& name) {
  std::size_t longest = 0;
  for (const auto& item : items) longest = std::max(longest, std::invoke(name, item).size());
  return longest;
}

std::string filled(std::string_view color, double share) {
  return svg::attribute("fill", color) + svg::attribute("fill-opacity", format_number(share, 3));
}

std::string title_at(double middle, const std::string& title) {
  return svg::text_at(middle, 26, title, " class=\"title\" text-anchor=\"middle\"");
}

/// The positions of a matrix's cells.
struct Cells {
  double left = 0, top = 0, side = 0;

  double x(std::size_t label) const { return left + side * static_cast<double>(label); }
  double y(std::size_t truth) const { return top + side * static_cast<double>(truth); }
};

std::string cell_of(const ConfusionMatrix& matrix, std::size_t truth, std::size_t label, const Cells& cells,
                    bool counts) {
  const std::size_t count = matrix.count(truth, label);
  if (count == 0) return {};
  constexpr double kDark = 0.6;
  // The square root makes few errors among many samples visible.
  const double share = std::sqrt(static_cast<double>(count) / static_cast<double>(matrix.truths(truth)));
  std::string drawn = svg::rectangle(cells.x(label), cells.y(truth), cells.side, cells.side,
                                     filled(truth == label ? kBlue : kRed, share));
  if (counts)
    drawn += svg::text_at(
        cells.x(label) + cells.side / 2, cells.y(truth) + cells.side / 2 + 4.5, std::to_string(count),
        share > kDark ? " text-anchor=\"middle\" style=\"fill:#fff\"" : " text-anchor=\"middle\"");
  return drawn;
}

}  // namespace

std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix) {
  constexpr std::size_t kMaxWithCounts = 30;
  constexpr double kAxisRoom = 24;
  const std::vector<std::string>& classes = matrix.classes();
  const double names = width_of(longest_name(classes, std::identity()));
  const bool counts = classes.size() <= kMaxWithCounts;
  const Cells cells{kMargin + kAxisRoom + names + 8, kTitleRoom + kAxisRoom + names + 8,
                    counts ? 44.0 : 18.0};
  const double length = cells.side * static_cast<double>(classes.size());
  const double middle = cells.left + length / 2;
  std::string drawn = title_at(middle, title) +
                      svg::text_at(middle, kTitleRoom + 12, "given", " text-anchor=\"middle\"") +
                      svg::text_at(kMargin, cells.top + length / 2, "true");
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const double x = cells.x(c) + cells.side / 2 + 4.5, bottom = cells.top - 6;
    drawn +=
        svg::text_at(cells.left - 6, cells.y(c) + cells.side / 2 + 4.5, classes[c], " text-anchor=\"end\"");
    drawn +=
        svg::text_at(x, bottom, classes[c],
                     svg::join(" transform=\"rotate(-90 ", svg::pixels(x), " ", svg::pixels(bottom), ")\""));
    for (std::size_t label = 0; label < classes.size(); ++label)
      drawn += cell_of(matrix, c, label, cells, counts);
  }
  drawn += svg::rectangle(cells.left, cells.top, length, length, " fill=\"none\" stroke=\"#777\"");
  const double width = std::max(cells.left + length + kMargin, 2 * (middle - kMargin));
  return svg::document(static_cast<int>(width), static_cast<int>(cells.top + length + kMargin), "", drawn);
}

std::string bars_svg(const std::string& title, std::span<const Bar> bars) {
  constexpr double kLongest = 420, kRow = 22, kFigure = 70;
  const double names = width_of(longest_name(bars, &Bar::name));
  const double left = kMargin + names + 8;
  double max = 0;
  for (const Bar& bar : bars) max = std::max(max, bar.length);
  std::string drawn = title_at(left + kLongest / 2, title);
  double y = kTitleRoom;
  for (const Bar& bar : bars) {
    const double length = max > 0 ? kLongest * bar.length / max : 0;
    drawn += svg::text_at(left - 6, y + 15, bar.name, " text-anchor=\"end\"") +
             svg::rectangle(left, y + 3, length, kRow - 6, svg::attribute("fill", kBlue)) +
             svg::text_at(left + length + 6, y + 15, format_number(bar.length, 2));
    y += kRow;
  }
  return svg::document(static_cast<int>(left + kLongest + kFigure), static_cast<int>(y + kMargin), "", drawn);
}

}  // namespace ocelli::internal
