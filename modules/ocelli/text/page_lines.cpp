#include "ocelli/text/page_lines.hpp"

#include <utility>

namespace ocelli {
namespace {

SpaceWidth spaces_of(const TextBlock& block, const Components& components) {
  std::vector<double> all;
  for (const TextLine& line : block.lines) {
    const std::vector<double> gaps = gaps_of(line, components);
    all.insert(all.end(), gaps.begin(), gaps.end());
  }
  return space_width(std::move(all));
}

}  // namespace

PageLines find_lines(const PageInk& page) {
  PageLines found{connected_components(page.ink), {}, {}};
  PageLayout layout = find_layout(found.components);
  for (TextBlock& block : layout.blocks) {
    const SpaceWidth spaces = spaces_of(block, found.components);
    for (TextLine& line : block.lines) found.lines.push_back({std::move(line), found.blocks.size(), spaces});
    found.blocks.push_back(block.box);
  }
  return found;
}

}  // namespace ocelli
