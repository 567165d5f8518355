#include "ocelli/text/layout.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/imaging/text_height.hpp"
#include "ocelli/text/block_order.hpp"
#include "ocelli/text/line_finding.hpp"
#include "ocelli/text/line_parts.hpp"
#include "ocelli/text/text_scale.hpp"

namespace ocelli {
namespace {

constexpr double kSmallOfCapital = 0.72;  // the height of "x" in that of a capital

TextLine as_line(const std::vector<Component>& list, LetterRun run) {
  TextLine line;
  line.box = run.box;
  line.baseline = run.fit.baseline;
  line.slope = run.fit.slope;
  line.x_height = run.fit.mixed ? run.fit.height : kSmallOfCapital * run.fit.height;
  line.parts = std::move(run.letters);
  std::sort(line.parts.begin(), line.parts.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(list[a].box.x, a) < std::pair(list[b].box.x, b);
  });
  return line;
}

}  // namespace

PageLayout find_layout(const Components& components) {
  const std::vector<Component>& list = components.list;
  const double height = text_height(list);
  if (height <= 0) return {};
  const std::vector<InkRole> roles = ink_roles(list, height);
  PageLayout layout;
  for (std::vector<LetterRun>& lines : order_blocks(list, find_runs(list, roles, height))) {
    TextBlock& block = layout.blocks.emplace_back();
    add_parts(list, roles, lines);
    for (LetterRun& line : lines) block.lines.push_back(as_line(list, std::move(line)));
    block.box = block.lines[0].box;
    for (const TextLine& line : block.lines) block.box |= line.box;
  }
  return layout;
}

}  // namespace ocelli
