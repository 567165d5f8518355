#include "ocelli/text/layout/line_finding.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

constexpr double kLetterGap = 0.8;  // of the taller letter: nearer neighbors are joined at once
// Of a run's height. Nearer runs on one line are joined regardless of what is above and below.
constexpr double kPhraseGap = 1.2;
constexpr double kHeadingGap = 2.0;     // the same for runs of letters much larger than the page's
constexpr double kFar = 3;              // in run heights
constexpr double kShared = 0.3;         // of a run's height: minimum overlap with the longest run of a row
constexpr std::size_t kFewLetters = 4;  // fewer letters may all have descenders, or none
constexpr std::size_t kEnd = 8;         // letters at the end of a bent run
constexpr double kOfFit = 0.35;         // of a letter's height: difference of fitted baselines on one line
constexpr double kNearGap = 2.5, kNearer = 1.5;  // in heights; such runs may differ by so much more
constexpr double kOfEnds = 0.25;                 // the same for the ends of bent runs
constexpr double kOfInner = 0.2;                 // the same for a run amid another
constexpr std::size_t kMaxAround = 64;           // runs in a row that may be around another

bool look_alike(const cv::Rect& a, const cv::Rect& b) {
  const int low = std::min(a.height, b.height), high = std::max(a.height, b.height);
  return high <= 2.3 * low && shared_rows(a, b) >= 0.45 * high;
}

LetterRun make_run(const std::vector<Component>& list, std::vector<std::uint32_t> letters) {
  check_canceled();
  std::sort(letters.begin(), letters.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(list[a].box.x, a) < std::pair(list[b].box.x, b);
  });
  std::vector<cv::Rect> boxes;
  cv::Rect around = list[letters[0]].box;
  int widest = 0;
  for (const std::uint32_t i : letters) {
    boxes.push_back(list[i].box);
    around |= list[i].box;
    widest = std::max(widest, list[i].box.width);
  }
  return {std::move(letters), around, fit_line(boxes), widest};
}

/// A range of rows of a page.
struct Band {
  double top = 0, foot = 0;

  double height() const { return foot - top; }
};

/// The number of shared rows; negative if the bands are apart.
double common_rows(const Band& a, const Band& b) { return std::min(a.foot, b.foot) - std::max(a.top, b.top); }

Band band(const cv::Rect& box) { return {static_cast<double>(box.y), static_cast<double>(foot_of(box))}; }

/// The rows of the run's letters at a column.
Band band(const LetterRun& run, double x) {
  if (run.letters.size() < kFewLetters) return band(run.box);
  const double foot = run.fit.baseline + run.fit.slope * x;
  return {foot - (run.fit.mixed ? 1.4 : 1.0) * run.fit.height, foot};
}

double middle_foot(const LetterRun& run) {
  return run.fit.baseline + run.fit.slope * (run.box.x + 0.5 * run.box.width);
}

/// Whether a few letters far from a line look as if they were part of it, unlike dirt beside a page.
bool stands_on(const LetterRun& few, const LetterRun& line) {
  const double x = few.box.x + 0.5 * few.box.width, unit = line.fit.height;
  const double below = middle_foot(few) - line.fit.baseline - line.fit.slope * x;
  return below >= -0.25 * unit && below <= 0.5 * unit && few.box.height - below >= 0.75 * unit;
}

/// The foot of a run's outermost letters at the column x: the baseline where a bent line ends.
double foot_of_end(const std::vector<Component>& list, std::span<const std::uint32_t> letters, double slope,
                   double x) {
  std::vector<double> feet;
  for (const std::uint32_t i : letters) {
    const cv::Rect& box = list[i].box;
    feet.push_back(foot_of(box) + slope * (x - box.x - 0.5 * box.width));
  }
  return median(std::move(feet));
}

/// Whether two runs of several letters have one baseline at the column between them: as fitted to all
/// letters, or to those that are nearest, since lines of a bound book bend.
bool share_baseline(const std::vector<Component>& list, const LetterRun& left, const LetterRun& right) {
  const LineFit &a = left.fit, &b = right.fit;
  const double low = std::min(a.height, b.height), x = 0.5 * (right_of(left.box) + right.box.x);
  const double reach = right.box.x - right_of(left.box) <= kNearGap * low ? kNearer * low : low;
  if (std::abs(a.baseline + a.slope * x - b.baseline - b.slope * x) <= kOfFit * reach) return true;
  const std::span<const std::uint32_t> lefts(left.letters), rights(right.letters);
  const std::span<const std::uint32_t> one = lefts.last(std::min(kEnd, lefts.size())),
                                       other = rights.first(std::min(kEnd, rights.size()));
  const auto meet = [&](double slope, double next_slope) {
    return std::abs(foot_of_end(list, one, slope, x) - foot_of_end(list, other, next_slope, x)) <=
           kOfEnds * reach;
  };
  const double longer = lefts.size() >= rights.size() ? a.slope : b.slope;
  return meet(a.slope, b.slope) || meet(longer, longer);  // few letters may seem to slope
}

bool on_one_line(const std::vector<Component>& list, const LetterRun& left, const LetterRun& right) {
  const LineFit &a = left.fit, &b = right.fit;
  const double low = std::min(a.height, b.height), high = std::max(a.height, b.height);
  if (high > 2 * low) return false;
  const double middle = 0.5 * (right_of(left.box) + right.box.x);
  const bool few_left = left.letters.size() < kFewLetters, few_right = right.letters.size() < kFewLetters;
  if (!few_left && !few_right) return share_baseline(list, left, right);
  if (right.box.x - right_of(left.box) > kFar * high) {
    if (few_left != few_right) return few_left ? stands_on(left, right) : stands_on(right, left);
    if (high > 1.5 * low) return false;
  }
  const Band one = band(left, middle), other = band(right, middle);
  return common_rows(one, other) >= 0.55 * std::min(one.height(), other.height());
}

std::vector<LetterRun> words(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                             double height) {
  std::vector<std::uint32_t> letters;
  std::vector<cv::Rect> boxes;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (roles[i] != InkRole::letter) continue;
    letters.push_back(i);
    boxes.push_back(list[i].box);
  }
  const RowIndex index(boxes, height);
  std::vector<std::optional<std::uint32_t>> next;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    check_canceled();
    // look_alike() bounds the taller letter.
    next.push_back(index.right_neighbor(i, 2.3 * kLetterGap * boxes[i].height, [&](std::uint32_t j) {
      const int higher = std::max(boxes[i].height, boxes[j].height);
      return look_alike(boxes[i], boxes[j]) && boxes[j].x - right_of(boxes[i]) <= kLetterGap * higher;
    }));
  }
  std::vector<LetterRun> runs;
  for (const std::vector<std::uint32_t>& chain : chains(boxes, next)) {
    std::vector<std::uint32_t> members;
    members.reserve(chain.size());
    for (const std::uint32_t i : chain) members.push_back(letters[i]);
    runs.push_back(make_run(list, std::move(members)));
  }
  return runs;
}

enum class Reach { phrase, everywhere };

double reach_of(const LetterRun& run, Reach reach, double height) {
  if (reach == Reach::everywhere) return RowIndex::kAnyGap;
  return run.fit.height * (run.fit.height > 1.6 * height ? kHeadingGap : kPhraseGap);
}

std::vector<LetterRun> join_once(const std::vector<Component>& list, std::vector<LetterRun> runs, Reach reach,
                                 double height) {
  std::vector<cv::Rect> boxes;
  boxes.reserve(runs.size());
  for (const LetterRun& run : runs) boxes.push_back(run.box);
  const RowIndex index(boxes, height);
  std::vector<std::optional<std::uint32_t>> next;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    check_canceled();
    next.push_back(index.right_neighbor(i, reach_of(runs[i], reach, height), [&](std::uint32_t j) {
      return on_one_line(list, runs[i], runs[j]);
    }));
  }
  std::vector<LetterRun> joined;
  for (const std::vector<std::uint32_t>& chain : chains(boxes, next)) {
    if (chain.size() == 1) {
      joined.push_back(std::move(runs[chain[0]]));
      continue;
    }
    std::vector<std::uint32_t> members;
    for (const std::uint32_t i : chain) {
      members.insert(members.end(), runs[i].letters.begin(), runs[i].letters.end());
    }
    joined.push_back(make_run(list, std::move(members)));
  }
  return joined;
}

/// Whether a run is between the ends of a longer one and on its baseline, with letters as tall: a part of an
/// underlined word whose other letters touch the stroke.
bool is_amid(const LetterRun& run, const LetterRun& longer) {
  if (longer.letters.size() <= run.letters.size() || longer.letters.size() < kFewLetters) return false;
  if (run.box.x <= longer.box.x || right_of(run.box) >= right_of(longer.box)) return false;
  const double low = std::min(run.fit.height, longer.fit.height), x = run.box.x + 0.5 * run.box.width;
  if (std::max(run.fit.height, longer.fit.height) > 2 * low) return false;
  return std::abs(middle_foot(run) - longer.fit.baseline - longer.fit.slope * x) <= kOfInner * low;
}

/// Runs indexed by the rows that their baselines cross.
class BaselineIndex {
 public:
  BaselineIndex(const std::vector<LetterRun>& runs, double height) : height_(height) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].letters.size() < kFewLetters) continue;
      const double left = foot(runs[i], runs[i].box.x), right = foot(runs[i], right_of(runs[i].box));
      const std::size_t last = row(std::max(left, right));
      if (rows_.size() <= last) rows_.resize(last + 1);
      for (std::size_t r = row(std::min(left, right)); r <= last; ++r)
        if (rows_[r].size() < kMaxAround) rows_[r].push_back(i);
    }
  }

  /// The first run that another one is amid.
  std::optional<std::size_t> around(const LetterRun& run, const std::vector<LetterRun>& runs) const {
    const double y = middle_foot(run);
    const std::size_t last = std::min(row(y + height_) + 1, rows_.size());
    for (std::size_t r = row(y - height_); r < last; ++r) {
      for (const std::size_t i : rows_[r])
        if (is_amid(run, runs[i])) return i;
    }
    return std::nullopt;
  }

 private:
  static double foot(const LetterRun& run, double x) { return run.fit.baseline + run.fit.slope * x; }
  std::size_t row(double y) const { return static_cast<std::size_t>(std::max(y, 0.0) / height_); }

  double height_;
  std::vector<std::vector<std::size_t>> rows_;
};

/// Joins runs to those that they are amid.
std::vector<LetterRun> join_inner(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                  double height) {
  const BaselineIndex index(runs, height);
  std::vector<std::optional<std::size_t>> around;
  around.reserve(runs.size());
  for (const LetterRun& run : runs) around.push_back(index.around(run, runs));
  std::vector<std::vector<std::uint32_t>> more(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!around[i]) continue;
    std::size_t outermost = *around[i];
    while (around[outermost]) outermost = *around[outermost];  // each has more letters
    more[outermost].insert(more[outermost].end(), runs[i].letters.begin(), runs[i].letters.end());
  }
  std::vector<LetterRun> joined;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (around[i]) continue;
    if (more[i].empty()) {
      joined.push_back(std::move(runs[i]));
      continue;
    }
    more[i].insert(more[i].end(), runs[i].letters.begin(), runs[i].letters.end());
    joined.push_back(make_run(list, std::move(more[i])));
  }
  return joined;
}

/// The second pass joins runs that remain separate where several had the same neighbor.
std::vector<LetterRun> join_twice(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                  Reach reach, double height) {
  return join_once(list, join_once(list, std::move(runs), reach, height), reach, height);
}

}  // namespace

std::vector<LetterRun> find_runs(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                 double height) {
  return join_twice(list, words(list, roles, height), Reach::phrase, height);
}

std::pair<LetterRun, LetterRun> parted_run(const std::vector<Component>& list, const LetterRun& run,
                                           std::size_t first) {
  const auto middle = run.letters.begin() + static_cast<std::ptrdiff_t>(first);
  return {make_run(list, {run.letters.begin(), middle}), make_run(list, {middle, run.letters.end()})};
}

std::vector<LetterRun> joined_row(const std::vector<Component>& list, std::vector<LetterRun> runs) {
  if (runs.size() < 2) return runs;
  const LetterRun& longest =
      *std::ranges::max_element(runs, {}, [](const LetterRun& run) { return run.letters.size(); });
  const auto is_of_row = [&longest](const LetterRun& run) {
    const Band row = band(longest, run.box.x + 0.5 * run.box.width);
    return &run == &longest || common_rows(row, band(run.box)) >= kShared * run.box.height;
  };
  std::vector<std::uint32_t> letters;
  std::vector<LetterRun> row;
  for (const LetterRun& run : runs) {
    if (is_of_row(run))
      letters.insert(letters.end(), run.letters.begin(), run.letters.end());
    else
      row.push_back(run);
  }
  row.push_back(make_run(list, std::move(letters)));
  return row;
}

std::vector<LetterRun> joined_runs(const std::vector<Component>& list, std::vector<LetterRun> runs,
                                   double height) {
  return join_inner(list, join_twice(list, std::move(runs), Reach::everywhere, height), height);
}

}  // namespace ocelli::internal
