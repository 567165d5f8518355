#include "ocelli/text/layout/zone_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

/// The components of each zone, by their numbers.
std::vector<std::vector<std::uint32_t>> members_of(const Components& components, const PageInk& page,
                                                   std::span<const cv::Rect> zones) {
  std::vector<std::vector<std::uint32_t>> members(zones.size());
  for (std::uint32_t i = 0; i < components.list.size(); ++i) {
    const cv::Rect box = page.in_source(components.list[i].box);
    const cv::Point middle(box.x + box.width / 2, box.y + box.height / 2);
    const auto zone = std::ranges::find_if(zones, [&](const cv::Rect& one) { return one.contains(middle); });
    if (zone != zones.end()) members[static_cast<std::size_t>(zone - zones.begin())].push_back(i);
  }
  return members;
}

/// These components alone.
Components chosen(const Components& components, std::span<const std::uint32_t> members) {
  Components some;
  for (const std::uint32_t i : members) {
    some.list.push_back(components.list[i]);
    std::ranges::copy(components.runs_of(i), std::back_inserter(some.runs));
    some.starts.push_back(some.runs.size());
  }
  return some;
}

}  // namespace

PageLayout find_zone_layout(const Components& components, const PageInk& page,
                            std::span<const cv::Rect> zones, LayoutMode mode) {
  PageLayout layout;
  for (const std::vector<std::uint32_t>& members : members_of(components, page, zones)) {
    for (TextBlock& block : find_layout(chosen(components, members), mode).blocks) {
      for (TextLine& line : block.lines) {
        for (std::uint32_t& part : line.parts) part = members[part];
      }
      layout.blocks.push_back(std::move(block));
    }
  }
  return layout;
}

}  // namespace ocelli::internal
