#include "ocelli/text/tables/white_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::size_t kRowsOfOneCrossing = 5;  ///< one row of so many may cross a separator
constexpr std::size_t kRowsPerCrossing = 8;    ///< further ones
constexpr std::size_t kHeadRows = 2;           ///< rows that name columns, at most

/// The chunks that cover the places from `from` to `to`.
struct Interval {
  int from = 0, to = 0;
  std::size_t chunks = 0;
};

/// The number of chunks over each part of a row.
std::vector<Interval> density(const std::vector<const TextRow*>& rows) {
  std::map<int, int> steps;
  for (const TextRow* row : rows) {
    for (const TextChunk& chunk : row->chunks) {
      ++steps[chunk.left];
      --steps[chunk.right];
    }
  }
  std::vector<Interval> intervals;
  int chunks = 0;
  for (auto step = steps.begin(); step != steps.end() && std::next(step) != steps.end(); ++step) {
    chunks += step->second;
    intervals.push_back({step->first, std::next(step)->first, static_cast<std::size_t>(std::max(chunks, 0))});
  }
  return intervals;
}

/// The middle of each valley between peaks: the widest of the intervals of the fewest chunks, at most
/// `crossing`.
std::vector<double> valleys(const std::vector<Interval>& intervals, std::size_t crossing) {
  std::vector<double> middles;
  const Interval* lowest = nullptr;
  bool after_peak = false;
  for (const Interval& interval : intervals) {
    if (interval.chunks > crossing) {
      if (lowest != nullptr) middles.push_back((lowest->from + lowest->to) / 2.0);
      lowest = nullptr;
      after_peak = true;
    } else if (after_peak && interval.to > interval.from) {
      const bool is_lower =
          lowest == nullptr || interval.chunks < lowest->chunks ||
          (interval.chunks == lowest->chunks && interval.to - interval.from > lowest->to - lowest->from);
      if (is_lower) lowest = &interval;
    }
  }
  return middles;
}

/// Adds the valleys that a few chunks cross where there is no other.
void add_crossed(std::vector<double>& separators, const std::vector<Interval>& intervals,
                 std::size_t crossing) {
  std::vector<double> peaks;  // the ends of the valleys
  const std::vector<double> crossed = valleys(intervals, crossing);
  for (const double place : crossed) {
    double from = place, to = place;
    for (const Interval& interval : intervals) {
      if (interval.chunks <= crossing) continue;
      if (interval.to <= place) from = interval.to;
      if (interval.from >= place) {
        to = interval.from;
        break;
      }
    }
    const bool has_other =
        std::ranges::any_of(separators, [&](double other) { return other >= from && other <= to; });
    if (!has_other) peaks.push_back(place);
  }
  separators.insert(separators.end(), peaks.begin(), peaks.end());
  std::ranges::sort(separators);
}

/// The columns that the rows have chunks in.
std::vector<std::vector<bool>> presence(const std::vector<const TextRow*>& rows,
                                        const std::vector<double>& separators) {
  std::vector<std::vector<bool>> of(separators.size() + 1, std::vector<bool>(rows.size(), false));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const TextChunk& chunk : rows[i]->chunks) {
      const double middle = (chunk.left + chunk.right) / 2.0;
      const auto column = std::upper_bound(separators.begin(), separators.end(), middle) - separators.begin();
      of[static_cast<std::size_t>(column)][i] = true;
    }
  }
  return of;
}

/// Whether two columns are one whose heading is not above its texts: only first rows have chunks in one of
/// them, and no row has chunks in both.
bool is_one_column(const std::vector<bool>& a, const std::vector<bool>& b) {
  std::size_t last_a = 0, last_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && b[i]) return false;
    if (a[i]) last_a = i + 1;
    if (b[i]) last_b = i + 1;
  }
  return std::min(last_a, last_b) <= kHeadRows;
}

void join_headings(std::vector<double>& separators, const std::vector<const TextRow*>& rows) {
  for (std::size_t i = 0; i < separators.size();) {
    const auto of = presence(rows, separators);
    if (is_one_column(of[i], of[i + 1])) {
      separators.erase(separators.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

}  // namespace

std::vector<double> white_columns(const std::vector<TextRow>& rows) {
  std::vector<const TextRow*> counted;
  for (const TextRow& row : rows) {
    if (row.chunks.size() > 1) counted.push_back(&row);
  }
  const std::vector<Interval> intervals = density(counted);
  std::vector<double> separators = valleys(intervals, 0);
  if (counted.size() >= kRowsOfOneCrossing)
    add_crossed(separators, intervals, std::max<std::size_t>(1, counted.size() / kRowsPerCrossing));
  join_headings(separators, counted);
  return separators;
}

double share_in_columns(const std::vector<TextRow>& rows, const std::vector<double>& separators) {
  std::size_t counted = 0, fitting = 0;
  for (const TextRow& row : rows) {
    if (row.chunks.size() < 2) continue;
    ++counted;
    std::ptrdiff_t last = -1;
    const bool fits = std::ranges::all_of(row.chunks, [&](const TextChunk& chunk) {
      const auto first =
          std::upper_bound(separators.begin(), separators.end(), chunk.left) - separators.begin();
      const auto end =
          std::upper_bound(separators.begin(), separators.end(), chunk.right) - separators.begin();
      return first == end && first > std::exchange(last, end);
    });
    fitting += fits;
  }
  return counted == 0 ? 0 : static_cast<double>(fitting) / static_cast<double>(counted);
}

}  // namespace ocelli::internal
