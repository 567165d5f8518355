#include "ocelli/text/tables/table_regions.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/median.hpp"
#include "ocelli/text/tables/column_texts.hpp"
#include "ocelli/text/tables/grid_groups.hpp"
#include "ocelli/text/tables/ruled_grid.hpp"
#include "ocelli/text/tables/text_rows.hpp"
#include "ocelli/text/tables/white_columns.hpp"
#include "ocelli/text/tables/white_grid.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMinFilled = 4;    ///< cells with words of a ruled table
constexpr double kMinShareFilled = 0.3;  ///< the same as a share
constexpr double kSameWidth = 0.85;      ///< overlap of rules that bound one table
constexpr double kNextRow = 1.7;   ///< distance of a row that belongs to the rows before, in their pitches
constexpr double kFarRow = 2.4;    ///< distance of a row that does not
constexpr double kFirstPitch = 9;  ///< maximum distance of the first two rows, in x-heights
/// Rows of one chunk between rows of several, at most: at the left, and of all.
constexpr std::size_t kSingleRows = 2, kWrappedRows = 6;
constexpr std::size_t kMoreStarts = 3;                 ///< rows that may precede a table in a run
constexpr double kShortHeading = 0.6;                  ///< of the width of the table
constexpr double kHeadingStep = 1.3, kWrapStep = 0.8;  ///< between rows, relative to the usual
constexpr double kWideText = 0.6;                      ///< the same, of a line of a paragraph
constexpr double kIndent = 5;                          ///< of a paragraph, in x-heights
constexpr double kDoubleRule = 1.5;                    ///< in x-heights
constexpr double kHeadingReach = 4;                    ///< in x-heights, above a ruled grid

void put_back(TableGrid& grid, std::vector<TableWord>& words) {
  for (GridCell& cell : grid.cells) std::ranges::move(cell.words, std::back_inserter(words));
}

/// Whether a ruled grid has enough texts in at least two rows and columns.
bool has_texts(const TableGrid& grid) {
  std::size_t filled = 0;
  int rows = 0, columns = 0, last_row = -1;
  std::vector<bool> seen(static_cast<std::size_t>(grid.columns()), false);
  for (const GridCell& cell : grid.cells) {
    if (cell.words.empty()) continue;
    ++filled;
    rows += std::exchange(last_row, cell.row) != cell.row;
    columns += !seen[static_cast<std::size_t>(cell.column)];
    seen[static_cast<std::size_t>(cell.column)] = true;
  }
  return rows > 1 && columns > 1 && filled >= kMinFilled &&
         static_cast<double>(filled) >= kMinShareFilled * static_cast<double>(grid.cells.size());
}

/// The words whose middles are in a part of the page, taken out of `words`.
std::vector<TableWord> taken(std::vector<TableWord>& words, double left, double right, double top,
                             double bottom) {
  const auto inside = std::stable_partition(words.begin(), words.end(), [&](const TableWord& word) {
    return word.center() < left || word.center() > right || word.middle < top || word.middle > bottom;
  });
  std::vector<TableWord> found(std::make_move_iterator(inside), std::make_move_iterator(words.end()));
  words.erase(inside, words.end());
  return found;
}

void put_back(TextRow& row, std::vector<TableWord>& words) {
  for (TextChunk& chunk : row.chunks) std::ranges::move(chunk.words, std::back_inserter(words));
}

void put_back(std::vector<TextRow>& rows, std::vector<TableWord>& words) {
  for (TextRow& row : rows) put_back(row, words);
}

std::vector<RulingLine> rules_within(const std::vector<RulingLine>& level, const std::vector<TextRow>& rows,
                                     double x_height) {
  std::vector<RulingLine> within;
  for (const RulingLine& rule : level) {
    if (rule.middle() > rows.front().top - x_height && rule.middle() < rows.back().bottom + x_height)
      within.push_back(rule);
  }
  return within;
}

double shared(const RulingLine& a, const RulingLine& b) {
  return std::min(a.end, b.end) - std::max(a.begin, b.begin);
}

bool has_same_width(const RulingLine& a, const RulingLine& b) {
  return shared(a, b) >= kSameWidth * std::max(a.length(), b.length());
}

/// Whether a row is a line of a paragraph that is as wide as the table, not a caption.
bool is_wide_text(const TextRow& row, const RulingLine& top) {
  const double shared = std::min(row.right(), top.end) - std::max(row.left(), top.begin);
  return shared >= kWideText * top.length() && row.left() <= top.begin + kIndent * row.x_height &&
         is_running_text(row);
}

/// The last rule of the table that rule `first` is the top of: further rules of its width, with texts but no
/// paragraph before them. `first` itself if there is none.
std::size_t last_rule(const std::vector<RulingLine>& level, std::size_t first,
                      const std::vector<TextRow>& rows, double x_height) {
  std::size_t last = first;
  for (std::size_t next = first + 1; next < level.size(); ++next) {
    if (!has_same_width(level[first], level[next])) continue;
    bool has_rows = level[next].middle() - level[last].middle() < kDoubleRule * x_height;
    bool has_text = false;
    for (const TextRow& row : rows) {
      if (row.middle < level[last].middle() || row.middle > level[next].middle()) continue;
      has_rows = has_rows || (row.right() > level[first].begin && row.left() < level[first].end);
      has_text = has_text || is_wide_text(row, level[first]);
    }
    if (has_text || !has_rows) break;
    last = next;
  }
  return last;
}

/// Whether the chunks of a row are in the columns of a table, as those of its own rows are.
bool fits_columns(const TextRow& row, const std::vector<double>& separators) {
  return row.chunks.size() > 1 && share_in_columns({row}, separators) == 1 && !is_running_text(row);
}

/// Takes the lines of a caption off the top of a table: running text, and short lines that are nearer to it
/// than to the table.
void drop_caption(std::vector<TextRow>& rows, std::vector<TableWord>& words) {
  const auto is_caption = [&](std::size_t i) {
    if (is_running_text(rows[i])) return true;
    return i > 0 && i + 1 < rows.size() && rows[i].chunks.size() == 1 &&
           rows[i].middle - rows[i - 1].middle < rows[i + 1].middle - rows[i].middle;
  };
  std::size_t lines = 0;
  while (lines < rows.size() && is_caption(lines)) put_back(rows[lines++], words);
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(lines));
}

/// Whether a row of one chunk is a heading over some columns of the table below it.
bool is_heading(const TextRow& row, int left, int right) {
  return row.chunks.size() == 1 && row.left() > left + 2 * row.x_height &&
         row.right() <= right + row.x_height && row.right() - row.left() < kShortHeading * (right - left);
}

/// The left and right ends of rows.
cv::Range width_of(const std::vector<TextRow>& rows) {
  cv::Range width(rows.front().left(), rows.front().right());
  for (const TextRow& row : rows)
    width = {std::min(width.start, row.left()), std::max(width.end, row.right())};
  return width;
}

/// Adds rows of words directly above and below a table that fit its columns, and a heading above it.
void extend(std::vector<TextRow>& rows, const std::vector<double>& separators, std::vector<TableWord>& words,
            double left, double right) {
  const double pitch = typical_pitch(rows), reach = kNextRow * pitch;
  const cv::Range width = width_of(rows);
  const auto added = [&](double from, double to, bool above) {
    std::vector<TextRow> near = text_rows(taken(words, left, right, from, to));
    if (near.empty()) return false;
    TextRow next = above ? near.back() : near.front();
    const bool fits =
        fits_columns(next, separators) || (above && is_heading(next, width.start, width.end) &&
                                           rows.front().middle - next.middle <= kHeadingStep * pitch);
    if (fits) near.erase(above ? near.end() - 1 : near.begin());
    put_back(near, words);
    if (fits) rows.insert(above ? rows.begin() : rows.end(), std::move(next));
    return fits;
  };
  while (added(rows.front().middle - reach, rows.front().middle, true)) {
  }
  while (added(rows.back().middle, rows.back().middle + reach, false)) {
  }
}

/// Whether a row is one of headings above a ruled grid: most columns have a text.
bool heads_columns(const TextRow& row, const TableGrid& grid) {
  const std::vector<double> inner(grid.xs.begin() + 1, grid.xs.end() - 1);
  return 2 * row.chunks.size() > inner.size() + 1 && fits_columns(row, inner);
}

/// Adds a row of words directly above a ruled grid that names its columns, as on a dark band.
void add_heading(TableGrid& grid, std::vector<TableWord>& words, double x_height) {
  const double top = grid.ys.front(), reach = kHeadingReach * x_height;
  std::vector<TextRow> near =
      text_rows(taken(words, grid.xs.front() - x_height, grid.xs.back() + x_height, top - reach, top));
  if (near.empty()) return;
  const bool fits = heads_columns(near.back(), grid);
  std::vector<TableWord> heading;
  if (fits) {
    put_back(near.back(), heading);
    grid.ys.insert(grid.ys.begin(), near.back().top - x_height / 2);
    near.pop_back();
  }
  put_back(near, words);
  if (!fits) return;
  for (GridCell& cell : grid.cells) ++cell.row;
  complete(grid);
  take_words(grid, heading);
  std::ranges::move(heading, std::back_inserter(words));
}

/// Rows that may be a table: those from `first` to before `last`.
struct Run {
  std::size_t first = 0, last = 0;
};

std::vector<TextRow> part(const std::vector<TextRow>& rows, const Run& run) {
  return {rows.begin() + static_cast<std::ptrdiff_t>(run.first),
          rows.begin() + static_cast<std::ptrdiff_t>(run.last)};
}

double step(const std::vector<TextRow>& rows, std::size_t i) { return rows[i].middle - rows[i - 1].middle; }

/// The rows from `first`, which has several chunks, down to the last one of several chunks before running
/// text or a wide space.
Run run_from(const std::vector<TextRow>& rows, std::size_t first) {
  Run run{first, first + 1};
  std::vector<double> steps;
  std::size_t singles = 0;  // rows of one chunk at the left; others are wrapped texts
  for (std::size_t i = first + 1; i < rows.size(); ++i) {
    const bool is_far = steps.empty() ? step(rows, i) > kFirstPitch * rows[i].x_height
                                      : step(rows, i) > kFarRow * median(steps);
    const bool at_left = rows[i].left() < rows[first].left() + 2 * rows[i].x_height;
    const bool is_text = is_running_text(rows[i]) && (at_left || rows[i].chunks.size() > 1);
    singles = rows[i].chunks.size() > 1 ? 0 : singles + (at_left ? 1 : 0);
    if (is_far || is_text || singles > kSingleRows || i - run.last > kWrappedRows) break;
    steps.push_back(step(rows, i));
    if (rows[i].chunks.size() > 1) run.last = i + 1;
  }
  return run;
}

/// Includes rows directly above a run that fit its columns, as a wrapped text in the first column parts them
/// from it.
void extend_up(Run& run, const std::vector<TextRow>& rows, const std::vector<double>& separators,
               const std::vector<bool>& in_table) {
  const double reach = kNextRow * typical_pitch(part(rows, run));
  const auto fits = [&](std::size_t i) { return !in_table[i] && fits_columns(rows[i], separators); };
  while (run.first > 0 && !in_table[run.first - 1] && step(rows, run.first) <= reach) {
    const TextRow& above = rows[run.first - 1];
    const bool is_wrapped = run.first > 1 && above.chunks.size() == 1 && above.right() < separators.front() &&
                            step(rows, run.first - 1) <= reach && fits(run.first - 2);
    if (!is_wrapped && !fits(run.first - 1)) return;
    run.first -= is_wrapped ? 2 : 1;
  }
}

/// Includes short headings above a run that are over its columns, and a wrapped text below it.
void extend(Run& run, const std::vector<TextRow>& rows) {
  const std::vector<TextRow> inside = part(rows, run);
  const auto [left, right] = width_of(inside);
  const double pitch = std::max(typical_pitch(inside), inside.size() > 1 ? step(rows, run.first + 1) : 0);
  if (run.first > 0 && is_heading(rows[run.first - 1], left, right) &&
      step(rows, run.first) <= kHeadingStep * pitch)
    --run.first;
  while (run.last < rows.size() && rows[run.last].chunks.size() == 1 &&
         rows[run.last].left() > left + 2 * rows[run.last].x_height &&
         step(rows, run.last) <= kWrapStep * pitch)
    ++run.last;
}

}  // namespace

std::vector<TableGrid> enclosed_tables(const std::vector<RulingLines>& grids, std::vector<TableWord>& words,
                                       double x_height) {
  std::vector<TableGrid> tables;
  for (const RulingLines& rules : grids) {
    check_canceled();
    std::optional<TableGrid> grid = ruled_grid(rules, x_height);
    if (!grid) continue;
    take_words(*grid, words);
    split_columns(*grid);
    split_bands(*grid);
    if (has_texts(*grid)) {
      split_lists(*grid);
      add_heading(*grid, words, x_height);
      tables.push_back(std::move(*grid));
    } else {
      put_back(*grid, words);
    }
  }
  return tables;
}

std::vector<TableGrid> tables_between_rules(const std::vector<RulingLine>& level,
                                            std::vector<TableWord>& words, double x_height) {
  std::vector<TableGrid> tables;
  for (std::size_t first = 0; first < level.size(); ++first) {
    check_canceled();
    const std::size_t last = last_rule(level, first, text_rows(words), x_height);
    if (last == first) continue;
    const double left = level[first].begin - x_height, right = level[first].end + x_height;
    std::vector<TextRow> rows =
        text_rows(taken(words, left, right, level[first].middle(), level[last].middle()));
    drop_caption(rows, words);
    const std::vector<double> separators = rows.empty() ? std::vector<double>() : white_columns(rows);
    if (!is_table(rows, separators, true)) {
      put_back(rows, words);
      continue;
    }
    extend(rows, separators, words, left, right);
    tables.push_back(white_grid(rows, separators, rules_within(level, rows, x_height)));
    first = last;
  }
  return tables;
}

std::vector<TableGrid> white_tables(const std::vector<RulingLine>& level, std::vector<TableWord>& words,
                                    double x_height) {
  std::vector<TableGrid> tables;
  std::vector<TextRow> rows = text_rows(std::exchange(words, {}));
  std::vector<bool> in_table(rows.size(), false);
  std::size_t tried = 0, end = 0;  // starts of the run before that is no table, and the end of it
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_canceled();
    if (in_table[i] || rows[i].chunks.size() < 2 || is_running_text(rows[i])) continue;
    Run run = run_from(rows, i);
    if (run.last != end) tried = 0;
    end = run.last;
    if (tried++ > kMoreStarts) continue;
    const std::vector<double> separators = white_columns(part(rows, run));
    if (!is_table(part(rows, run), separators, false)) continue;
    extend_up(run, rows, separators, in_table);
    extend(run, rows);
    if (in_table[run.first]) ++run.first;
    const std::vector<TextRow> found = part(rows, run);
    tables.push_back(white_grid(found, separators, rules_within(level, found, x_height)));
    std::fill_n(in_table.begin() + static_cast<std::ptrdiff_t>(run.first), run.last - run.first, true);
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!in_table[i]) put_back(rows[i], words);
  return tables;
}

}  // namespace ocelli::internal
