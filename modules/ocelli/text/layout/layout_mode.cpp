#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "ocelli/text/layout/layout_steps.hpp"

namespace ocelli::internal {
namespace {

using Blocks = std::vector<std::vector<LetterRun>>;

Blocks in_one_block(Blocks blocks) {
  std::vector<LetterRun> all;
  for (std::vector<LetterRun>& block : blocks) std::ranges::move(block, std::back_inserter(all));
  if (all.empty()) return {};
  Blocks one;
  one.push_back(std::move(all));
  return one;
}

/// The row of the longest run. What is above and below it belongs to other lines.
Blocks one_line(const std::vector<Component>& list, std::vector<LetterRun> runs) {
  if (runs.empty()) return {};
  std::vector<LetterRun> rows = joined_row(list, std::move(runs));
  const auto longest =
      std::ranges::max_element(rows, {}, [](const LetterRun& run) { return run.letters.size(); });
  Blocks blocks(1);
  blocks[0].push_back(std::move(*longest));
  return blocks;
}

/// Each run as a block of its own, by their middles from top to bottom.
Blocks each_alone(std::vector<LetterRun> runs) {
  std::ranges::sort(runs, {}, [](const LetterRun& run) {
    return std::tuple(2 * run.box.y + run.box.height, run.box.x, run.letters[0]);
  });
  Blocks blocks;
  for (LetterRun& run : runs) blocks.emplace_back().push_back(std::move(run));
  return blocks;
}

}  // namespace

Blocks blocks_in(LayoutMode mode, const std::vector<Component>& list, std::vector<LetterRun> runs,
                 std::span<const cv::Rect> obstacles, double height) {
  switch (mode) {
    case LayoutMode::automatic:
      break;
    case LayoutMode::column:
      return order_rows(list, std::move(runs), height);
    case LayoutMode::block:
      return in_one_block(order_rows(list, std::move(runs), height));
    case LayoutMode::line:
    case LayoutMode::word:
      return one_line(list, std::move(runs));
    case LayoutMode::sparse:
      return each_alone(std::move(runs));
  }
  return order_blocks(list, std::move(runs), obstacles, height);
}

}  // namespace ocelli::internal
