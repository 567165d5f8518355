#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/layout/layout_steps.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

// In letter heights of the page.
constexpr double kLowestInitial = 2;   // minimum height
constexpr double kSetBack = 2;         // maximum white between an initial and the lines beside it
constexpr double kInitialTop = 0.9;    // from the top of the first line
constexpr double kInitialFoot = 0.5;   // from the baseline of the last line
constexpr double kBelowInitial = 3.5;  // maximum white to the line below it
constexpr double kIndentBelow = 2.2;   // maximum indent of that line
constexpr double kOverLines = 0.4;     // share of its width that may lie over the lines, as of "A"
constexpr double kNarrowestInitial = 0.125, kWidestInitial = 1.6;  // of its height

bool has_shape_of_initial(const cv::Rect& box, double height) {
  return box.height >= kLowestInitial * height && box.width >= kNarrowestInitial * box.height &&
         box.width <= kWidestInitial * box.height;
}

double foot_beside(const LetterRun& run) { return run.fit.baseline + run.fit.slope * run.box.x; }

/// The runs that begin beside an initial, from top to bottom. None if they do not end on its foot.
std::vector<std::size_t> lines_beside(const cv::Rect& initial, const std::vector<LetterRun>& runs,
                                      double height) {
  std::vector<std::size_t> beside;
  const double first = right_of(initial) - kOverLines * initial.width,
               last = right_of(initial) + kSetBack * height;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const cv::Rect& box = runs[i].box;
    const double middle = box.y + 0.5 * box.height;
    if (box.x < first || box.x > last || middle < initial.y || middle > foot_of(initial)) continue;
    if (2 * runs[i].fit.height > initial.height) return {};
    beside.push_back(i);
  }
  if (beside.size() < 2) return {};
  std::ranges::sort(beside, {}, [&](std::size_t i) { return runs[i].box.y; });
  for (std::size_t i = 1; i < beside.size(); ++i) {
    if (runs[beside[i]].box.y < foot_beside(runs[beside[i - 1]]) - 0.2 * height) return {};
  }
  const bool fits = std::abs(runs[beside.front()].box.y - initial.y) <= kInitialTop * height &&
                    std::abs(foot_beside(runs[beside.back()]) - foot_of(initial)) <= kInitialFoot * height;
  return fits ? beside : std::vector<std::size_t>{};
}

/// Whether a line goes on below an initial, unlike below a logo beside an address.
bool has_line_below(const cv::Rect& initial, const std::vector<LetterRun>& runs, double height) {
  return std::ranges::any_of(runs, [&](const LetterRun& run) {
    return std::abs(run.box.x - initial.x) <= kIndentBelow * height &&
           right_of(run.box) > right_of(initial) && run.box.y >= foot_of(initial) - 0.2 * height &&
           run.box.y <= foot_of(initial) + kBelowInitial * height;
  });
}

bool is_only(const LetterRun& run, std::uint32_t letter) {
  return run.letters.size() == 1 && run.letters[0] == letter;
}

}  // namespace

std::vector<Initial> take_initials(const std::vector<Component>& list, std::vector<InkRole>& roles,
                                   std::vector<LetterRun>& runs, double height) {
  std::vector<Initial> initials;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (roles[i] == InkRole::none || !has_shape_of_initial(list[i].box, height)) continue;
    check_canceled();
    const auto own = std::ranges::find_if(runs, [&](const LetterRun& run) { return is_only(run, i); });
    if (roles[i] == InkRole::letter && own == runs.end()) continue;
    const std::vector<std::size_t> beside = lines_beside(list[i].box, runs, height);
    if (beside.empty() || !has_line_below(list[i].box, runs, height)) continue;
    initials.push_back({i, runs[beside[0]].letters[0]});
    for (const std::size_t line : beside) runs[line].box |= cv::Rect(list[i].box.x, runs[line].box.y, 1, 1);
    roles[i] = InkRole::none;
    std::erase_if(runs, [&](const LetterRun& run) { return is_only(run, i); });
  }
  return initials;
}

}  // namespace ocelli::internal
