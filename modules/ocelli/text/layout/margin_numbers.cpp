#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/layout_steps.hpp"
#include "ocelli/text/layout/row_index.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxDigits = 3;
constexpr std::size_t kManyNumbers = 12;                // beside every line
constexpr std::size_t kSomeNumbers = 5;                 // beside every fifth line or so
constexpr std::size_t kLinesBetween = 2;                // minimum, between such numbers
constexpr double kSamePitch = 0.12, kLikePitch = 0.35;  // of the pitch, with and without lines between
constexpr double kRegular = 0.75;                       // minimum share of the steps of that pitch
constexpr double kOfPageHeight = 0.6;  // minimum share of the page's text that they are beside
constexpr double kLettersEach = 8;     // minimum of the text beside each, on the average
constexpr double kFewExceptions = 0.25;
constexpr double kThin = 3.5;  // minimum height of a stroke, relative to its width
// In letter heights of the page.
constexpr double kAligned = 0.8;
constexpr double kMarginWhite = 1.2;  // minimum white between numbers and text
constexpr double kTabularGap = 2.5;   // wider than spaces
constexpr double kOfDigit = 0.2;      // difference of the heights and feet of digits
constexpr double kMarkAfter = 0.9;    // to the period of "1."
constexpr double kIndented = 0.8;     // of the first line of a paragraph

constexpr std::size_t kLeastParagraphs = 3;
constexpr double kManyParagraphs = 0.5;  // minimum share of the numbers that begin one
constexpr double kWhiteAbove = 1.15;     // minimum distance from the line above, in those of other lines
constexpr double kShortEnd = 0.8;        // maximum width of a last line, in that of the other lines

enum class Side { left, right };

using Members = std::vector<std::size_t>;

/// Text of one line beside the numbers.
struct RowBeside {
  cv::Rect box;
  double baseline = 0;       // of its longest run
  std::size_t longest = 0;   // the letters of that run
  bool is_numbered = false;  // whether a number is beside it
};

class MarginFinder {
 public:
  MarginFinder(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               const std::vector<LetterRun>& runs, double height)
      : list_(list), roles_(roles), runs_(runs), height_(height) {
    for (const LetterRun& run : runs_) {
      page_ |= run.box;
      digits_.push_back(without_strokes(run));
      cv::Rect& box = boxes_.emplace_back();
      for (const std::uint32_t i : digits_.back()) box |= list_[i].box;
    }
  }

  /// The runs that number the lines, from top to bottom.
  Members find(Side side) const {
    const Members numbers = aligned(side);
    if (numbers.size() < kSomeNumbers || !spans_page(numbers) || !is_clear(numbers, side)) return {};
    const bool is_numbering = numbers.size() >= kManyNumbers && is_regular(numbers, kSamePitch);
    const bool is_sparse = is_regular(numbers, kLikePitch) && has_lines_between(numbers);
    if (side == Side::right ? !is_sparse : !is_numbering && !is_sparse) return {};
    if (side == Side::left && begin_paragraphs(numbers)) return {};
    return is_beside_prose(numbers) && !is_punctuated(numbers) ? numbers : Members{};
  }

  /// The number that a run is, without pieces of the rule beside it.
  LetterRun number(std::size_t i) const {
    std::vector<cv::Rect> boxes;
    int widest = 0;
    for (const std::uint32_t digit : digits_[i]) {
      boxes.push_back(list_[digit].box);
      widest = std::max(widest, list_[digit].box.width);
    }
    return {digits_[i], boxes_[i], fit_line(boxes), widest};
  }

 private:
  bool may_be_number(std::size_t i) const {
    const cv::Rect& box = boxes_[i];
    return digits_[i].size() <= kMaxDigits && box.height >= 0.7 * height_ && box.height <= 2.2 * height_ &&
           box.width <= 1.5 * static_cast<double>(kMaxDigits) * height_;
  }

  /// The largest set of short runs at one margin whose right or left ends are in line.
  Members aligned(Side side) const {
    Members best;
    std::pair<std::size_t, std::size_t> most;  // without pieces of a rule, and with them
    for (const bool by_right : {true, false}) {
      const auto end = [&](std::size_t i) { return by_right ? right_of(boxes_[i]) : boxes_[i].x; };
      Members all;
      for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (may_be_number(i)) all.push_back(i);
      }
      std::ranges::stable_sort(all, {}, end);
      for (std::size_t first = 0, last = 0, solid = 0; first < all.size(); ++first) {
        for (; last < all.size() && end(all[last]) <= end(all[first]) + kAligned * height_; ++last)
          solid += !is_stroke(runs_[all[last]]);
        const bool is_outer = side == Side::left ? end(all[first]) < page_.x + page_.width / 3
                                                 : end(all[first]) > page_.x + 2 * page_.width / 3;
        if (const std::pair members(solid, last - first); is_outer && members > most) {
          most = members;
          best.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                      all.begin() + static_cast<std::ptrdiff_t>(last));
        }
        solid -= !is_stroke(runs_[all[first]]);
      }
    }
    std::ranges::sort(best, {}, [&](std::size_t i) { return boxes_[i].y; });
    return best;
  }

  bool spans_page(const Members& numbers) const {
    const int top = boxes_[numbers.front()].y, foot = foot_of(boxes_[numbers.back()]);
    return foot - top >= kOfPageHeight * page_.height;
  }

  bool is_regular(const Members& numbers, double tolerance) const {
    std::vector<double> steps;
    for (std::size_t i = 1; i < numbers.size(); ++i)
      steps.push_back(foot_of(boxes_[numbers[i]]) - foot_of(boxes_[numbers[i - 1]]));
    const double pitch = median(std::vector<double>(steps));
    if (pitch < 1.5 * height_) return false;
    const auto fitting = std::ranges::count_if(steps, [&](double step) {
      const double turns = std::max(1.0, std::round(step / pitch));
      return turns <= 4 && std::abs(step - turns * pitch) <= tolerance * pitch;
    });
    return static_cast<double>(fitting) >= kRegular * static_cast<double>(steps.size());
  }

  bool is_thin(std::uint32_t letter) const {
    return list_[letter].box.height >= kThin * list_[letter].box.width;
  }

  /// Whether a run is a piece of a rule between numbers and text.
  bool is_stroke(const LetterRun& run) const {
    return run.letters.size() <= 2 &&
           std::ranges::all_of(run.letters, [&](std::uint32_t i) { return is_thin(i); });
  }

  /// The letters of a short run without pieces of the rule beside it.
  std::vector<std::uint32_t> without_strokes(const LetterRun& run) const {
    std::vector<std::uint32_t> letters = run.letters;
    if (letters.size() > 2 * kMaxDigits) return letters;
    const auto differ = [&] {
      const cv::Rect &first = list_[letters.front()].box, &last = list_[letters.back()].box;
      return std::max(std::abs(first.height - last.height), std::abs(foot_of(first) - foot_of(last))) >
             kOfDigit * height_;
    };
    while (is_thin(letters.back()) && differ()) letters.pop_back();
    while (is_thin(letters.front()) && differ()) letters.erase(letters.begin());
    return letters;
  }

  cv::Rect around(const Members& numbers) const {
    cv::Rect box;
    for (const std::size_t i : numbers) box |= boxes_[i];
    return box;
  }

  /// The other runs beside the numbers, without strokes.
  Members beside(const Members& numbers) const {
    const cv::Rect box = around(numbers);
    Members others;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const double middle = runs_[i].box.y + 0.5 * runs_[i].box.height;
      if (middle < box.y || middle > foot_of(box) || is_stroke(runs_[i]) ||
          std::ranges::find(numbers, i) != numbers.end())
        continue;
      others.push_back(i);
    }
    return others;
  }

  /// Whether the text keeps away from the margin.
  bool is_clear(const Members& numbers, Side side) const {
    const cv::Rect box = around(numbers);
    const Members text = beside(numbers);
    const auto in_margin = std::ranges::count_if(text, [&](std::size_t i) {
      return side == Side::left ? runs_[i].box.x < right_of(box) + kMarginWhite * height_
                                : right_of(runs_[i].box) > box.x - kMarginWhite * height_;
    });
    return 20 * static_cast<std::size_t>(in_margin) <= numbers.size();
  }

  bool has_lines_between(const Members& numbers) const {
    const Members text = beside(numbers);
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      const cv::Rect &above = boxes_[numbers[i - 1]], &below = boxes_[numbers[i]];
      const auto between = std::ranges::count_if(text, [&](std::size_t j) {
        const double middle = runs_[j].box.y + 0.5 * runs_[j].box.height;
        return middle > foot_of(above) && middle < below.y;
      });
      if (static_cast<std::size_t>(between) < kLinesBetween) return false;
    }
    return true;
  }

  /// The lines beside the numbers, from top to bottom.
  std::vector<RowBeside> rows_beside(const Members& numbers) const {
    Members text = beside(numbers);
    std::ranges::stable_sort(text, {},
                             [&](std::size_t i) { return 2 * runs_[i].box.y + runs_[i].box.height; });
    std::vector<RowBeside> rows;
    for (const std::size_t i : text) {
      const LetterRun& run = runs_[i];
      if (rows.empty() ||
          2 * shared_rows(rows.back().box, run.box) < std::min(rows.back().box.height, run.box.height))
        rows.emplace_back();
      RowBeside& row = rows.back();
      row.box |= run.box;
      if (run.letters.size() <= row.longest) continue;
      row.longest = run.letters.size();
      row.baseline = run.fit.baseline + run.fit.slope * (run.box.x + 0.5 * run.box.width);
    }
    for (const std::size_t number : numbers) {
      const auto row = std::ranges::max_element(
          rows, {}, [&](const RowBeside& other) { return shared_rows(other.box, boxes_[number]); });
      if (row != rows.end() && shared_rows(row->box, boxes_[number]) > 0) row->is_numbered = true;
    }
    return rows;
  }

  /// Whether the numbers are of paragraphs: most are beside a first line, which is indented, or below white
  /// or a short last line.
  bool begin_paragraphs(const Members& numbers) const {
    const std::vector<RowBeside> rows = rows_beside(numbers);
    std::vector<double> steps;
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (!rows[i].is_numbered) steps.push_back(rows[i].baseline - rows[i - 1].baseline);
    if (steps.size() < kLeastParagraphs) return false;
    const double pitch = median(std::move(steps));
    std::size_t checked = 0, first_lines = 0;
    for (std::size_t i = 1, above = 0; i < rows.size(); ++i) {  // the last numbered row above
      if (!rows[i].is_numbered) continue;
      ++checked;
      first_lines += i - above > 1 && is_first_line(rows, above, i, pitch);
      above = i;
    }
    return first_lines >= kLeastParagraphs &&
           static_cast<double>(first_lines) >= kManyParagraphs * static_cast<double>(checked);
  }

  /// Whether a row begins a paragraph after the lines from `above` on. `pitch`: of lines without numbers.
  bool is_first_line(const std::vector<RowBeside>& rows, std::size_t above, std::size_t at,
                     double pitch) const {
    const cv::Rect &last = rows[at - 1].box, &first = rows[at].box;
    if (rows[at].baseline - rows[at - 1].baseline >= kWhiteAbove * pitch) return true;
    int left = last.x, shortest = first.width;
    for (std::size_t i = above; i + 1 < at; ++i) {
      if (i > above) left = std::min(left, rows[i].box.x);
      shortest = std::min(shortest, rows[i].box.width);
    }
    return first.x - left >= kIndented * height_ || last.width <= kShortEnd * shortest;
  }

  /// Whether most numbers have running text in their rows: enough letters, and no gaps as between cells.
  bool is_beside_prose(const Members& numbers) const {
    const Members text = beside(numbers);
    std::size_t letters = 0, tabular = 0;
    for (const std::size_t number : numbers) {
      std::vector<cv::Rect> row;
      for (const std::size_t i : text) {
        if (2 * shared_rows(runs_[i].box, boxes_[number]) <
            std::min(runs_[i].box.height, boxes_[number].height))
          continue;
        row.push_back(runs_[i].box);
        letters += runs_[i].letters.size();
      }
      std::ranges::sort(row, {}, [](const cv::Rect& box) { return box.x; });
      bool has_gap = false;
      for (std::size_t i = 1; i < row.size(); ++i)
        has_gap |= row[i].x - right_of(row[i - 1]) > kTabularGap * height_;
      tabular += has_gap;
    }
    const double count = static_cast<double>(numbers.size());
    return static_cast<double>(tabular) <= kFewExceptions * count &&
           static_cast<double>(letters) >= kLettersEach * count;
  }

  /// Whether a mark follows many of the numbers, as in a list, or is in them, as in amounts.
  bool is_punctuated(const Members& numbers) const {
    std::size_t marked = 0;
    for (const std::size_t number : numbers) {
      const cv::Rect& box = boxes_[number];
      const cv::Rect near(box.x, box.y + box.height / 2, box.width + static_cast<int>(kMarkAfter * height_),
                          box.height / 2 + static_cast<int>(0.3 * height_));
      for (std::size_t i = 0; i < list_.size(); ++i) {
        const cv::Rect& mark = list_[i].box;
        if (roles_[i] != InkRole::mark || 4 * std::max(mark.width, mark.height) < height_ ||
            (mark & near) != mark)
          continue;
        ++marked;
        break;
      }
    }
    return static_cast<double>(marked) > kFewExceptions * static_cast<double>(numbers.size());
  }

  const std::vector<Component>& list_;
  const std::vector<InkRole>& roles_;
  const std::vector<LetterRun>& runs_;
  double height_;
  cv::Rect page_;
  std::vector<std::vector<std::uint32_t>> digits_;  // of each run
  std::vector<cv::Rect> boxes_;                     // around them
};

/// Moves the members out of the runs.
std::vector<LetterRun> taken(std::vector<LetterRun>& runs, const MarginFinder& finder, Side side) {
  const Members members = finder.find(side);
  std::vector<LetterRun> numbers;
  for (const std::size_t i : members) numbers.push_back(finder.number(i));
  for (const std::size_t i : members) runs[i].letters.clear();
  std::erase_if(runs, [](const LetterRun& run) { return run.letters.empty(); });
  return numbers;
}

}  // namespace

MarginNumbers take_margin_numbers(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                  std::vector<LetterRun>& runs, double height) {
  MarginNumbers numbers;
  numbers.left = taken(runs, MarginFinder(list, roles, runs, height), Side::left);
  numbers.right = taken(runs, MarginFinder(list, roles, runs, height), Side::right);
  return numbers;
}

}  // namespace ocelli::internal
