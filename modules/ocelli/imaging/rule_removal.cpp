#include "ocelli/imaging/rules.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

/// Ink without a gap along a row (or a column), from `begin` (inclusive) to `end` (exclusive), at row (or
/// column) `across`.
struct Stroke {
  int across = 0, begin = 0, end = 0;
  std::uint32_t component = 0;
};

/// The ink with rows and columns as they are, or transposed.
class InkView {
 public:
  InkView(const cv::Mat& ink, bool upright) : ink_(ink), upright_(upright) {}

  int depth() const { return upright_ ? ink_.cols : ink_.rows; }
  int length() const { return upright_ ? ink_.rows : ink_.cols; }
  std::size_t offset(int across, int along) const {
    const int y = upright_ ? along : across, x = upright_ ? across : along;
    return static_cast<std::size_t>(y) * ink_.step + static_cast<std::size_t>(x);
  }
  bool is_ink(int across, int along) const { return ink_.data[offset(across, along)] != 0; }

 private:
  const cv::Mat& ink_;
  bool upright_;
};

/// The ink across strokes. Queries must come in the order of `across`, so that each pixel is visited once,
/// however thick the strokes are.
class CrossInk {
 public:
  explicit CrossInk(const InkView& view) : view_(view), spans_(static_cast<std::size_t>(view.length())) {}

  /// How much ink follows without a gap toward lower and toward higher numbers.
  struct Reach {
    int before = 0, after = 0;
  };

  Reach at(int across, int along) {
    Span& span = spans_[static_cast<std::size_t>(along)];
    if (across >= span.end) {
      span = {across, across + 1};
      while (span.begin > 0 && view_.is_ink(span.begin - 1, along)) --span.begin;
      while (span.end < view_.depth() && view_.is_ink(span.end, along)) ++span.end;
    }
    return {across - span.begin, span.end - across - 1};
  }

 private:
  struct Span {
    int begin = 0, end = 0;
  };

  const InkView& view_;
  std::vector<Span> spans_;
};

std::vector<Stroke> long_rows(const InkRuns& page, int shortest) {
  std::vector<Stroke> strokes;
  for (int y = 0; y < page.size.height; ++y) {
    for (const InkRun& run : page.row(y)) {
      if (run.length() >= shortest) strokes.push_back({y, run.begin, run.end, run.component});
    }
  }
  return strokes;
}

/// Columns of ink, grown row by row.
class LongColumns {
 public:
  LongColumns(int width, int shortest) : open_(static_cast<std::size_t>(width)), shortest_(shortest) {}

  void add(int y, const InkRun& run) {
    for (int x = run.begin; x < run.end; ++x) {
      Stroke& stroke = open_[static_cast<std::size_t>(x)];
      if (stroke.end != y || stroke.component != run.component) {
        close(stroke);
        stroke = {x, y, y, run.component};
      }
      stroke.end = y + 1;
    }
  }

  std::vector<Stroke> finish() {
    for (const Stroke& stroke : open_) close(stroke);
    std::ranges::stable_sort(found_, {}, &Stroke::across);
    return std::move(found_);
  }

 private:
  void close(const Stroke& stroke) {
    if (stroke.end - stroke.begin >= shortest_) found_.push_back(stroke);
  }

  std::vector<Stroke> open_, found_;
  int shortest_;
};

std::vector<Stroke> long_columns(const InkRuns& page, int shortest) {
  LongColumns columns(page.size.width, shortest);
  const auto tall = [&](const InkRun& run) { return page.list[run.component].box.height >= shortest; };
  for (int y = 0; y < page.size.height; ++y) {
    for (const InkRun& run : page.row(y)) {
      if (tall(run)) columns.add(y, run);
    }
  }
  return columns.finish();
}

/// Erases the rules of one direction and marks the components that had any.
class RuleEraser {
 public:
  RuleEraser(const cv::Mat& before, cv::Mat& after, bool upright, double letter)
      : view_(before, upright), cross_(view_), after_(after), letter_(letter) {}
  RuleEraser(const RuleEraser&) = delete;
  RuleEraser& operator=(const RuleEraser&) = delete;

  /// Requires  strokes in the order of `across`.
  void erase(const std::vector<Stroke>& strokes, std::vector<std::uint8_t>& had_rule) {
    for (const Stroke& stroke : strokes) {
      check_canceled();
      const int thickest = thickest_for(stroke), typical = typical_thickness(stroke);
      if (typical > thickest) continue;
      had_rule[stroke.component] = 1;
      for (int along = stroke.begin; along < stroke.end; ++along) {
        if (!is_crossed(stroke, along, typical + 1)) after_.data[view_.offset(stroke.across, along)] = 0;
      }
    }
  }

 private:
  /// A stroke as long as a few letters may be part of a large letter. A stroke across half a page is not.
  int thickest_for(const Stroke& stroke) const {
    const double letters_long = (stroke.end - stroke.begin) / letter_;
    return std::max(3, static_cast<int>(letter_ * (letters_long > 20 ? 0.7 : 0.33)));
  }

  /// Whether ink continues on both sides. Ink that continues on only one side stands on the rule and ends
  /// there.
  bool is_crossed(const Stroke& stroke, int along, int max) {
    const CrossInk::Reach reach = cross_.at(stroke.across, along);
    return reach.before > max && reach.after > max;
  }

  /// The median over about fifty positions.
  int typical_thickness(const Stroke& stroke) {
    std::vector<int> values;
    const int step = std::max(1, (stroke.end - stroke.begin) / 50);
    for (int along = stroke.begin; along < stroke.end; along += step) {
      const CrossInk::Reach reach = cross_.at(stroke.across, along);
      values.push_back(reach.before + 1 + reach.after);
    }
    return median(std::move(values));
  }

  InkView view_;
  CrossInk cross_;
  cv::Mat& after_;
  double letter_;
};

/// The component of the run that contains the first pixel of a remnant.
std::uint32_t component_at(const InkRuns& page, int x, int y) {
  const std::span<const InkRun> row = page.row(y);
  const auto run =
      std::upper_bound(row.begin(), row.end(), x, [](int at, const InkRun& other) { return at < other.end; });
  return run->component;
}

/// Whether a box can be the remnant of a rule, but not an "l" that stood on one.
bool is_remnant(const cv::Rect& box, double letter) {
  const bool flat = box.height <= std::max(2.0, letter / 5);
  const bool tall_and_thin = box.width <= std::max(3.0, letter / 4) && box.height > 2.5 * letter;
  return flat || tall_and_thin;
}

/// Erases the remnants in `page` of components that contained a rule `before`.
void remove_remnants(cv::Mat& ink, const InkRuns& page, const InkRuns& before,
                     const std::vector<std::uint8_t>& had_rule, double letter) {
  std::vector<std::uint8_t> remove(page.list.size(), 0), seen(page.list.size(), 0);
  for (int y = 0; y < page.size.height; ++y) {
    for (const InkRun& run : page.row(y)) {
      if (seen[run.component] != 0) continue;
      seen[run.component] = 1;
      const cv::Rect& box = page.list[run.component].box;
      remove[run.component] = is_remnant(box, letter) && had_rule[component_at(before, run.begin, y)] != 0;
    }
  }
  erase_components(ink, page, remove);
}

}  // namespace

void remove_rules(cv::Mat& ink, InkRuns& runs, double letter) {
  const int shortest = std::max(20, static_cast<int>(5 * letter));
  const std::vector<Stroke> rows = long_rows(runs, shortest), columns = long_columns(runs, shortest);
  if (rows.empty() && columns.empty()) return;
  const cv::Mat before = ink.clone();
  std::vector<std::uint8_t> had_rule(runs.list.size(), 0);
  RuleEraser(before, ink, false, letter).erase(rows, had_rule);
  RuleEraser(before, ink, true, letter).erase(columns, had_rule);
  if (std::find(had_rule.begin(), had_rule.end(), 1) == had_rule.end()) return;
  InkRuns left = find_ink_runs(ink);
  remove_remnants(ink, left, runs, had_rule, letter);
  runs = std::move(left);
}

}  // namespace ocelli::internal
