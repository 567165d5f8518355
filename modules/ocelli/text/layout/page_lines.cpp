#include "ocelli/text/layout/page_lines.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/text/layout/zone_layout.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kLinesAround = 3;
constexpr double kSameSize = 0.12;  ///< maximum relative difference of x-heights between similar lines

/// The spaces of a line, estimated from its gaps and those of similar neighbors. One line has too few gaps,
/// and a page may have several kinds of print.
SpaceWidth spaces_around(std::size_t line, const TextBlock& block,
                         const std::vector<std::vector<double>>& gaps) {
  const double x_height = block.lines[line].x_height;
  std::vector<double> together;
  const std::size_t first = line > kLinesAround ? line - kLinesAround : 0;
  for (std::size_t i = first; i < std::min(line + kLinesAround + 1, block.lines.size()); ++i) {
    if (std::abs(block.lines[i].x_height - x_height) > kSameSize * x_height) continue;
    together.insert(together.end(), gaps[i].begin(), gaps[i].end());
  }
  return space_width(std::move(together));
}

}  // namespace

PageLines find_lines(const PageInk& page, std::span<const cv::Rect> zones, LayoutMode mode) {
  PageLines found{connected_components(page.ink), {}, {}};
  const PageLayout layout = zones.empty() ? find_layout(found.components, mode)
                                          : find_zone_layout(found.components, page, zones, mode);
  for (const TextBlock& block : layout.blocks) {
    std::vector<std::vector<double>> gaps;
    for (const TextLine& line : block.lines) gaps.push_back(gaps_of(line, found.components));
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      found.lines.push_back({block.lines[i], found.blocks.size(), spaces_around(i, block, gaps)});
    }
    found.blocks.push_back(block.box);
  }
  return found;
}

}  // namespace ocelli::internal
