#include "ocelli/imaging/ink_runs.hpp"

#include <algorithm>
#include <cstring>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr int kWord = sizeof(std::uint64_t);

/// The first ink column from x on, or `width`.
int next_ink(const std::uint8_t* row, int x, int width) {
  for (; x + kWord <= width; x += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, row + x, kWord);
    if (word != 0) break;
  }
  while (x < width && row[x] == 0) ++x;
  return x;
}

/// The first paper column from x on, or `width`.
int next_paper(const std::uint8_t* row, int x, int width) {
  while (x < width && row[x] != 0) ++x;
  return x;
}

/// A union-find over runs: each run points to an earlier one of its component, the first to itself.
class RunForest {
 public:
  void add() { parents_.push_back(static_cast<std::uint32_t>(parents_.size())); }

  std::uint32_t root(std::uint32_t run) {
    while (parents_[run] != run) {
      parents_[run] = parents_[parents_[run]];
      run = parents_[run];
    }
    return run;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

/// Joins the runs of a row with those that they touch in the row above.
void join_rows(const InkRuns& page, int y, RunForest& forest) {
  std::size_t above = page.starts[static_cast<std::size_t>(y - 1)];
  const std::size_t above_end = page.starts[static_cast<std::size_t>(y)];
  for (std::size_t here = above_end; here < page.runs.size(); ++here) {
    const InkRun& run = page.runs[here];
    while (above < above_end && page.runs[above].end < run.begin) ++above;
    for (std::size_t other = above; other < above_end && page.runs[other].begin <= run.end; ++other)
      forest.join(static_cast<std::uint32_t>(other), static_cast<std::uint32_t>(here));
  }
}

void find_row(const std::uint8_t* row, InkRuns& page, RunForest& forest) {
  const int width = page.size.width;
  for (int x = next_ink(row, 0, width); x < width;) {
    const int end = next_paper(row, x, width);
    page.runs.push_back({x, end, 0});
    forest.add();
    x = next_ink(row, end, width);
  }
}

/// Numbers the components in the order of their first runs, which are the roots.
void number_components(InkRuns& page, RunForest& forest) {
  for (int y = 0; y < page.size.height; ++y) {
    check_canceled();
    for (std::size_t i = page.starts[static_cast<std::size_t>(y)];
         i < page.starts[static_cast<std::size_t>(y) + 1]; ++i) {
      InkRun& run = page.runs[i];
      const std::uint32_t root = forest.root(static_cast<std::uint32_t>(i));
      if (root == i) {
        run.component = static_cast<std::uint32_t>(page.list.size());
        page.list.push_back({{run.begin, y, run.length(), 1}, 0});
      } else {
        run.component = page.runs[root].component;
      }
      Component& component = page.list[run.component];
      const int right = std::max(component.box.x + component.box.width, run.end);
      component.box.x = std::min(component.box.x, run.begin);
      component.box.width = right - component.box.x;
      component.box.height = y + 1 - component.box.y;
      component.area += static_cast<std::uint32_t>(run.length());
    }
  }
}

}  // namespace

InkRuns find_ink_runs(const cv::Mat& ink) {
  require_gray(ink);
  InkRuns page;
  page.size = ink.size();
  page.starts.reserve(static_cast<std::size_t>(ink.rows) + 1);
  page.starts.push_back(0);
  RunForest forest;
  for (int y = 0; y < ink.rows; ++y) {
    check_canceled();
    find_row(ink.ptr<std::uint8_t>(y), page, forest);
    if (y > 0) join_rows(page, y, forest);
    page.starts.push_back(page.runs.size());
  }
  number_components(page, forest);
  return page;
}

void erase_components(cv::Mat& ink, const InkRuns& runs, std::span<const std::uint8_t> remove) {
  for (int y = 0; y < runs.size.height; ++y) {
    std::uint8_t* const row = ink.ptr<std::uint8_t>(y);
    for (const InkRun& run : runs.row(y)) {
      if (remove[run.component] != 0) std::fill(row + run.begin, row + run.end, std::uint8_t{0});
    }
  }
}

}  // namespace ocelli::internal
