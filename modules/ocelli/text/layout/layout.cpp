#include "ocelli/text/layout/layout.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout_steps.hpp"
#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {
namespace {

constexpr double kStanding = 0.4;  // minimum share of a line's letters on its baseline

constexpr std::size_t kFewOdd = 4;  // maximum letters of dirt

/// Lines of the whole page in reading order, and the block of each.
struct OrderedLines {
  std::vector<LetterRun> lines;
  std::vector<std::size_t> blocks;
};

void erase_marked(std::vector<LetterRun>& runs, const std::vector<bool>& marked) {
  std::vector<LetterRun> kept;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!marked[i]) kept.push_back(std::move(runs[i]));
  }
  runs = std::move(kept);
}

OrderedLines in_one_list(std::vector<std::vector<LetterRun>> blocks) {
  OrderedLines page;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (LetterRun& line : blocks[block]) {
      page.lines.push_back(std::move(line));
      page.blocks.push_back(block);
    }
  }
  return page;
}

/// Whether a component is unlike the letters of a page: a speck, a blot, a stroke.
bool is_odd(const Component& part, double height) {
  const double w = part.box.width, h = part.box.height;
  if (h < 0.6 * height || h > 3 * height || w > 2 * h) return true;
  return w > 0.6 * h && part.area > 0.9 * w * h;
}

/// Whether a line is dirt: a few letters all unlike those of the page, or letters that are on no baseline.
bool is_dirt(const LetterRun& line, const std::vector<Component>& list, double height) {
  if (line.letters.size() > 2 && line.fit.standing < kStanding) return true;
  return line.letters.size() <= kFewOdd &&
         std::ranges::all_of(line.letters, [&](std::uint32_t i) { return is_odd(list[i], height); });
}

/// Marks as wide as hyphens.
std::vector<cv::Rect> wide_marks(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height) {
  std::vector<cv::Rect> wide;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (roles[i] == InkRole::mark && list[i].box.width >= 0.35 * height) wide.push_back(list[i].box);
  }
  return wide;
}

TextLine as_line(const std::vector<Component>& list, LetterRun run, double x_height) {
  TextLine line;
  line.box = run.box;
  line.baseline = run.fit.baseline;
  line.slope = run.fit.slope;
  line.x_height = x_height;
  line.parts = std::move(run.letters);
  std::sort(line.parts.begin(), line.parts.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(list[a].box.x, a) < std::pair(list[b].box.x, b);
  });
  return line;
}

OrderedLines page_lines(const std::vector<Component>& list, const std::vector<InkRole>& roles, double height,
                        LayoutMode mode) {
  std::vector<LetterRun> runs = find_runs(list, roles, height);
  erase_marked(runs, inner_runs(list, runs));
  OrderedLines page =
      in_one_list(blocks_in(mode, list, std::move(runs), wide_marks(list, roles, height), height));
  const std::vector<bool> inner = inner_runs(list, page.lines);
  OrderedLines kept;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (inner[i] || is_dirt(page.lines[i], list, height)) continue;
    kept.lines.push_back(std::move(page.lines[i]));
    kept.blocks.push_back(page.blocks[i]);
  }
  return kept;
}

}  // namespace

PageLayout find_layout(const Components& components, LayoutMode mode) {
  const std::vector<Component>& list = components.list;
  const double height = text_height(list);
  if (height <= 0) return {};
  const std::vector<InkRole> roles = ink_roles(list, height);
  OrderedLines page = page_lines(list, roles, height, mode);
  const std::vector<double> heights = small_heights(page.lines);
  add_parts(list, roles, page.lines);

  PageLayout layout;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (i == 0 || page.blocks[i] != page.blocks[i - 1]) layout.blocks.push_back({page.lines[i].box, {}});
    TextBlock& block = layout.blocks.back();
    block.box |= page.lines[i].box;
    block.lines.push_back(as_line(list, std::move(page.lines[i]), heights[i]));
  }
  return layout;
}

}  // namespace ocelli::internal
