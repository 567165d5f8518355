#include "ocelli/text/layout/layout.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout_steps.hpp"
#include "ocelli/text/layout/line_finding.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

constexpr double kStanding = 0.4;        // minimum share of a line's letters on its baseline
constexpr double kStandingApart = 0.75;  // the same if all letters are far apart, as circles of a map
constexpr double kFarApart = 2;          // in letter heights

constexpr std::size_t kFewOdd = 4;  // maximum letters of dirt

constexpr double kSmallOfInitial = 0.72;  // x-height of a capital's height

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

/// Whether each letter of a line is alone, as in rows of cells and in maps.
bool is_scattered(const LetterRun& line, const std::vector<Component>& list, double height) {
  for (std::size_t i = 1; i < line.letters.size(); ++i) {
    const cv::Rect &before = list[line.letters[i - 1]].box, &box = list[line.letters[i]].box;
    if (box.x - right_of(before) < kFarApart * height) return false;
  }
  return true;
}

/// Whether a line is dirt: a few letters all unlike those of the page, or letters that are on no baseline.
bool is_dirt(const LetterRun& line, const std::vector<Component>& list, double height) {
  const double standing = is_scattered(line, list, height) ? kStandingApart : kStanding;
  if (line.letters.size() > 2 && line.fit.standing < standing) return true;
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

/// Puts blocks of numbers before the first block that they are beside, or after the last.
void insert_numbers(std::vector<std::vector<LetterRun>>& blocks, MarginNumbers numbers) {
  const auto middle = [](const LetterRun& run) { return run.box.y + run.box.height / 2; };
  if (!numbers.left.empty()) {
    const int top = numbers.left.front().box.y;
    const auto at = std::ranges::find_if(blocks, [&](const auto& block) {
      return std::ranges::any_of(block, [&](const LetterRun& run) { return middle(run) >= top; });
    });
    blocks.insert(at, std::move(numbers.left));
  }
  if (!numbers.right.empty()) {
    const int foot = foot_of(numbers.right.back().box);
    const auto last = std::find_if(blocks.rbegin(), blocks.rend(), [&](const auto& block) {
      return std::ranges::any_of(block, [&](const LetterRun& run) { return middle(run) <= foot; });
    });
    blocks.insert(last.base(), std::move(numbers.right));
  }
}

bool has_paragraphs(LayoutMode mode) {
  return mode == LayoutMode::automatic || mode == LayoutMode::column || mode == LayoutMode::block;
}

cv::Rect box_of(const std::vector<Component>& list, const LetterRun& run) {
  cv::Rect box;
  for (const std::uint32_t i : run.letters) box |= list[i].box;
  return box;
}

/// The lines in reading order, and the initials, which are in none.
OrderedLines page_lines(const std::vector<Component>& list, std::vector<InkRole>& roles, double height,
                        LayoutMode mode, std::vector<Initial>& initials) {
  std::vector<LetterRun> runs = find_runs(list, roles, height);
  erase_marked(runs, inner_runs(list, runs));
  if (has_paragraphs(mode)) initials = take_initials(list, roles, runs, height);
  MarginNumbers numbers;
  if (mode == LayoutMode::automatic) {
    numbers = take_margin_numbers(list, roles, runs, height);
    part_at_narrow_gutters(list, runs, height);
  }
  std::vector<std::vector<LetterRun>> blocks =
      blocks_in(mode, list, std::move(runs), wide_marks(list, roles, height), height);
  insert_numbers(blocks, std::move(numbers));
  OrderedLines page = in_one_list(std::move(blocks));
  for (LetterRun& line : page.lines) line.box = box_of(list, line);
  const std::vector<bool> inner = inner_runs(list, page.lines);
  OrderedLines kept;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (inner[i] || is_dirt(page.lines[i], list, height)) continue;
    kept.lines.push_back(std::move(page.lines[i]));
    kept.blocks.push_back(page.blocks[i]);
  }
  return kept;
}

/// The initial that begins a line, as a line of its own.
std::optional<TextLine> initial_of(const LetterRun& line, std::span<const Initial> initials,
                                   const std::vector<Component>& list) {
  for (const Initial& initial : initials) {
    if (std::ranges::find(line.letters, initial.next) == line.letters.end()) continue;
    const cv::Rect& box = list[initial.letter].box;
    TextLine alone;
    alone.box = box;
    alone.baseline = foot_of(box);
    alone.x_height = kSmallOfInitial * box.height;
    alone.parts = {initial.letter};
    alone.is_initial = true;
    return alone;
  }
  return std::nullopt;
}

}  // namespace

PageLayout find_layout(const Components& components, LayoutMode mode) {
  const std::vector<Component>& list = components.list;
  const double height = text_height(list);
  if (height <= 0) return {};
  std::vector<InkRole> roles = ink_roles(list, height);
  std::vector<Initial> initials;
  OrderedLines page = page_lines(list, roles, height, mode, initials);
  const std::vector<double> heights = small_heights(page.lines);
  add_parts(list, roles, page.lines);

  PageLayout layout;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (i == 0 || page.blocks[i] != page.blocks[i - 1]) layout.blocks.push_back({page.lines[i].box, {}});
    TextBlock& block = layout.blocks.back();
    block.box |= page.lines[i].box;
    if (std::optional<TextLine> initial = initial_of(page.lines[i], initials, list)) {
      block.box |= initial->box;
      block.lines.push_back(std::move(*initial));
    }
    block.lines.push_back(as_line(list, std::move(page.lines[i]), heights[i]));
  }
  return layout;
}

}  // namespace ocelli::internal
