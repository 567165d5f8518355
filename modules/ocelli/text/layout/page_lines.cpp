#include "ocelli/text/layout/page_lines.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/text/layout/zone_layout.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kLinesAround = 3, kTableLinesAround = 30;
constexpr double kSameSize = 0.12;  ///< maximum relative difference of x-heights between similar lines

/// The lines of a page, block by block, and the gaps of each.
struct LineGaps {
  std::vector<const TextLine*> lines;
  std::vector<std::vector<double>> gaps;
};

bool has_columns(const std::vector<double>& gaps) {
  return std::ranges::any_of(gaps, [](double gap) { return gap > kColumnGap; });
}

/// The spaces of a line, estimated from its gaps and those of similar lines from `first` to before `last`: of
/// its neighbors in the block, or, if it has columns and so few spaces, of many lines of the page. One line
/// has too few gaps, and a page may have several kinds of print.
SpaceWidth spaces_of(std::size_t line, std::size_t first, std::size_t last, const LineGaps& page) {
  const double x_height = page.lines[line]->x_height;
  std::vector<double> together;
  for (std::size_t i = first; i < last; ++i) {
    if (std::abs(page.lines[i]->x_height - x_height) > kSameSize * x_height) continue;
    together.insert(together.end(), page.gaps[i].begin(), page.gaps[i].end());
  }
  return space_width(std::move(together));
}

}  // namespace

PageLines find_lines(const PageInk& page, std::span<const cv::Rect> zones, LayoutMode mode) {
  PageLines found{connected_components(page.ink), {}, {}};
  const PageLayout layout = zones.empty() ? find_layout(found.components, mode)
                                          : find_zone_layout(found.components, page, zones, mode);
  LineGaps all;
  for (const TextBlock& block : layout.blocks) {
    for (const TextLine& line : block.lines) {
      all.lines.push_back(&line);
      all.gaps.push_back(gaps_of(line, found.components));
    }
  }
  std::size_t begin = 0;
  for (const TextBlock& block : layout.blocks) {
    const std::size_t end = begin + block.lines.size();
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_tabular = has_columns(all.gaps[i]);
      const std::size_t around = is_tabular ? kTableLinesAround : kLinesAround;
      const std::size_t first = std::max((is_tabular ? 0 : begin) + around, i) - around;
      const std::size_t last = std::min(i + around + 1, is_tabular ? all.lines.size() : end);
      found.lines.push_back({*all.lines[i], found.blocks.size(), spaces_of(i, first, last, all)});
    }
    begin = end;
    found.blocks.push_back(block.box);
  }
  return found;
}

}  // namespace ocelli::internal
