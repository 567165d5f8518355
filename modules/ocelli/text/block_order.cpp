#include "ocelli/text/block_order.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ocelli {
namespace {

double middle(const cv::Rect& box) { return box.y + 0.5 * box.height; }

/// Joins the runs that stand on one line. Each run looks for its line among the open ones.
std::vector<LetterRun> join_rows(const std::vector<Component>& list, std::vector<LetterRun> runs) {
  std::sort(runs.begin(), runs.end(), [](const LetterRun& a, const LetterRun& b) {
    return std::tuple(a.box.x, a.box.y, a.letters[0]) < std::tuple(b.box.x, b.box.y, b.letters[0]);
  });
  std::vector<LetterRun> lines;
  for (LetterRun& run : runs) {
    LetterRun* home = nullptr;
    for (LetterRun& line : lines) {
      if (line.box.x + line.box.width <= run.box.x + 2 && on_one_line(line, run)) home = &line;
    }
    if (home == nullptr) {
      lines.push_back(std::move(run));
      continue;
    }
    std::vector<std::uint32_t> letters = home->letters;
    letters.insert(letters.end(), run.letters.begin(), run.letters.end());
    *home = make_run(list, std::move(letters));
  }
  return lines;
}

}  // namespace

std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs) {
  std::vector<LetterRun> lines = join_rows(list, std::move(runs));
  std::sort(lines.begin(), lines.end(), [](const LetterRun& a, const LetterRun& b) {
    return std::tuple(middle(a.box), a.box.x, a.letters[0]) <
           std::tuple(middle(b.box), b.box.x, b.letters[0]);
  });
  if (lines.empty()) return {};
  return {std::move(lines)};
}

}  // namespace ocelli
