#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/layout/layout_steps.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

// In letter heights of the page.
constexpr double kThinnest = 0.55;    // minimum white of a narrow gutter
constexpr double kWidestThin = 1.6;   // wider white is not joined
constexpr double kCore = 0.2;         // of the white that nothing crosses, to both sides of its middle
constexpr double kFlush = 0.4;        // from the edge of a column to those of its full lines
constexpr double kTextWidth = 11;     // minimum width of lines of running text
constexpr double kShortPiece = 3;     // shorter runs are no lines
constexpr double kOfColumn = 12;      // from the edge of a column to those of its other lines
constexpr double kNextLine = 6;       // maximum white to the next line of a column
constexpr double kMadeRoom = 1.3;     // white to both sides of the middle that no space has
constexpr double kThinWhite = 0.4;    // between letters of running text, where lines above each other agree
constexpr std::size_t kFullRows = 7;  // minimum full lines of a column
constexpr double kMostlyFull = 0.6;   // minimum share of them
constexpr std::size_t kMaxInColumn = 400;  // lines; only noise has more
constexpr std::size_t kMostWhites = 30;    // in a line

double middle_row(const LetterRun& run) { return run.box.y + 0.5 * run.box.height; }

/// White between two letters of a run, or at one of its ends.
struct ThinWhite {
  double left = 0, right = 0;

  double middle() const { return 0.5 * (left + right); }
};

/// The full lines and all lines of one of two columns.
struct ColumnLines {
  std::vector<std::size_t> full;
  std::size_t count = 0;

  bool is_flush() const {
    return full.size() >= kFullRows &&
           static_cast<double>(full.size()) >= kMostlyFull * static_cast<double>(count);
  }
};

/// Two columns with a narrow gutter, which may lean, and the rows where it begins and ends.
struct NarrowGutter {
  std::vector<std::pair<double, double>> middles;  ///< rows and columns of pixels, one for each line
  double top = 0, foot = 0;
  ColumnLines left, right;

  double middle_at(double y) const {
    return std::ranges::min_element(middles, {}, [y](const auto& at) { return std::abs(at.first - y); })
        ->second;
  }
};

/// Follows white up and down the lines of two columns.
class ThinWhites {
 public:
  ThinWhites(const std::vector<Component>& list, const std::vector<LetterRun>& runs, double height)
      : list_(list), runs_(runs), height_(height) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (runs[i].box.width >= kShortPiece * height) order_.push_back(i);
    std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return middle_row(runs[i]); });
  }

  std::vector<NarrowGutter> all() const {
    std::vector<NarrowGutter> gutters;
    for (std::size_t at = 0; at < order_.size(); ++at) {
      check_canceled();
      for (const ThinWhite& white : whites_in(runs_[order_[at]])) {
        if (is_known(gutters, white, middle_row(runs_[order_[at]]))) continue;
        NarrowGutter gutter = followed(at, white);
        if (gutter.left.is_flush() && gutter.right.is_flush() && is_text(gutter, true) &&
            is_text(gutter, false))
          gutters.push_back(std::move(gutter));
      }
    }
    return gutters;
  }

 private:
  static bool is_known(const std::vector<NarrowGutter>& gutters, const ThinWhite& white, double y) {
    return std::ranges::any_of(gutters, [&](const NarrowGutter& gutter) {
      const double middle = gutter.middle_at(y);
      return middle > white.left && middle < white.right && y >= gutter.top && y <= gutter.foot;
    });
  }

  /// The whites of a run that have running text on both sides. None if there are more than a line of text
  /// has: the run is a row of a pattern, and following all its whites would take long.
  std::vector<ThinWhite> whites_in(const LetterRun& run) const {
    std::vector<ThinWhite> whites;
    double end = run.box.x;
    for (const std::uint32_t i : run.letters) {
      const cv::Rect& box = list_[i].box;
      const bool is_white = box.x - end >= kThinnest * height_ && box.x - end <= kWidestThin * height_;
      if (is_white && end - run.box.x >= kTextWidth * height_ &&
          right_of(run.box) - box.x >= kTextWidth * height_)
        whites.push_back({end, static_cast<double>(box.x)});
      end = std::max<double>(end, right_of(box));
    }
    if (whites.size() > kMostWhites) whites.clear();
    return whites;
  }

  /// The white of a run around a column of pixels. None if a letter is there.
  std::optional<ThinWhite> white_at(const LetterRun& run, double x) const {
    ThinWhite white{static_cast<double>(run.box.x) - 1e6, static_cast<double>(right_of(run.box)) + 1e6};
    for (const std::uint32_t i : run.letters) {
      const cv::Rect& box = list_[i].box;
      if (right_of(box) <= x - kCore * height_)
        white.left = std::max<double>(white.left, right_of(box));
      else if (box.x >= x + kCore * height_)
        white.right = std::min<double>(white.right, box.x);
      else
        return std::nullopt;
    }
    if (white.right - white.left < kThinnest * height_) return std::nullopt;
    return white;
  }

  /// Adds a line of one or both columns. False if it crosses the white.
  bool add(std::size_t i, ThinWhite& white, NarrowGutter& gutter) const {
    const std::optional<ThinWhite> own = white_at(runs_[i], white.middle());
    if (!own) return false;
    const double short_of = white.left - own->left, indent = own->right - white.right;
    if (short_of <= kOfColumn * height_) {
      ++gutter.left.count;
      if (std::abs(short_of) <= kFlush * height_) gutter.left.full.push_back(i), white.left = own->left;
    }
    if (indent <= kOfColumn * height_) {
      ++gutter.right.count;
      if (std::abs(indent) <= kFlush * height_) gutter.right.full.push_back(i), white.right = own->right;
    }
    return true;
  }

  void follow(std::size_t at, int step, ThinWhite white, NarrowGutter& gutter) const {
    double last = middle_row(runs_[order_[at]]);
    const auto end = static_cast<std::ptrdiff_t>(order_.size());
    std::size_t tried = 0;
    for (std::ptrdiff_t k = static_cast<std::ptrdiff_t>(at) + step; k >= 0 && k < end; k += step) {
      const LetterRun& run = runs_[order_[static_cast<std::size_t>(k)]];
      const double y = middle_row(run);
      if (std::abs(y - last) > kNextLine * height_ || ++tried > kMaxInColumn) return;
      const std::size_t before = gutter.left.count + gutter.right.count;
      if (!add(order_[static_cast<std::size_t>(k)], white, gutter)) return;
      if (gutter.left.count + gutter.right.count == before) continue;
      last = y;
      gutter.middles.emplace_back(y, white.middle());
      gutter.top = std::min<double>(gutter.top, run.box.y);
      gutter.foot = std::max<double>(gutter.foot, foot_of(run.box));
    }
  }

  NarrowGutter followed(std::size_t at, const ThinWhite& white) const {
    const LetterRun& run = runs_[order_[at]];
    NarrowGutter gutter{{{middle_row(run), white.middle()}},
                        static_cast<double>(run.box.y),
                        static_cast<double>(foot_of(run.box)),
                        {{order_[at]}, 1},
                        {{order_[at]}, 1}};
    follow(at, -1, white, gutter);
    follow(at, 1, white, gutter);
    return gutter;
  }

  /// Whether no other white runs through the full lines of a column, as between the columns of a table.
  bool is_text(const NarrowGutter& gutter, bool is_left) const {
    std::vector<std::pair<double, double>> ink;
    for (const std::size_t i : (is_left ? gutter.left : gutter.right).full) {
      const double middle = gutter.middle_at(middle_row(runs_[i]));
      for (const std::uint32_t letter : runs_[i].letters) {
        // As distances from the gutter: columns may lean.
        const cv::Rect& box = list_[letter].box;
        const double one = std::abs(box.x - middle), other = std::abs(right_of(box) - middle);
        if ((box.x < middle) == is_left) ink.emplace_back(std::min(one, other), std::max(one, other));
      }
    }
    std::ranges::sort(ink);
    double covered = ink.empty() ? 0 : ink.front().first;
    for (const auto& [near, far] : ink) {
      if (covered >= kTextWidth * height_ || near - covered > kThinWhite * height_) break;
      covered = std::max(covered, far);
    }
    return covered >= kTextWidth * height_;
  }

  const std::vector<Component>& list_;
  const std::vector<LetterRun>& runs_;
  double height_;
  std::vector<std::size_t> order_;  // runs from top to bottom
};

/// The first letter of a run to the right of a column of pixels; 0 or their number if there are none on one
/// side.
std::size_t first_right_of(const std::vector<Component>& list, const LetterRun& run, double x) {
  std::size_t first = 0;
  while (first < run.letters.size() && list[run.letters[first]].box.x < x) ++first;
  return first;
}

/// Takes the columns of pixels near a gutter from the box of a run beside it.
void make_room(cv::Rect& box, double middle, double room) {
  const int left = static_cast<int>(middle - room), right = static_cast<int>(middle + room);
  if (box.x + 0.5 * box.width < middle) {
    if (box.x < left) box.width = std::min(right_of(box), left) - box.x;
  } else if (right_of(box) > right) {
    const int from = std::max(box.x, right);
    box = {from, box.y, right_of(box) - from, box.height};
  }
}

}  // namespace

void part_at_narrow_gutters(const std::vector<Component>& list, std::vector<LetterRun>& runs, double height) {
  for (const NarrowGutter& gutter : ThinWhites(list, runs, height).all()) {
    std::vector<LetterRun> parted;
    for (LetterRun& run : runs) {
      const double y = middle_row(run);
      const bool is_beside = y >= gutter.top && y <= gutter.foot;
      const double middle = is_beside ? gutter.middle_at(y) : 0;
      const std::size_t first = is_beside ? first_right_of(list, run, middle) : 0;
      if (first == 0 || first == run.letters.size()) {
        if (is_beside) make_room(run.box, middle, kMadeRoom * height);
        parted.push_back(std::move(run));
        continue;
      }
      auto [left, right] = parted_run(list, run, first);
      make_room(left.box, middle, kMadeRoom * height);
      make_room(right.box, middle, kMadeRoom * height);
      parted.push_back(std::move(left));
      parted.push_back(std::move(right));
    }
    runs = std::move(parted);
  }
}

}  // namespace ocelli::internal
