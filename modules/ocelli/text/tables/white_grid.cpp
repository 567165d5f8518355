#include "ocelli/text/tables/white_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "ocelli/core/median.hpp"
#include "ocelli/text/tables/column_texts.hpp"
#include "ocelli/text/tables/grid_groups.hpp"

namespace ocelli::internal {
namespace {

constexpr double kFullWidth = 0.85;    ///< share of the width of a table, of rules between rows
constexpr double kCutGap = 1.2;        ///< in x-heights: gap in a chunk that ends a column
constexpr double kOverhang = 0.4;      ///< in x-heights, of a chunk into another column
constexpr std::size_t kManyBands = 4;  ///< of a table whose rows are ruled
constexpr int kMostHeads = 3;          ///< rows that name columns

/// The columns from `first` to `last`.
struct Columns {
  int first = 0, last = 0;
};

/// A table while its cells are found.
struct Draft {
  const std::vector<RulingLine>& rules;
  std::vector<double> separators;
  std::vector<ColumnExtent> extents;
  std::vector<double> bounds;  ///< of columns, as typeset: text and padding
  double x_height = 0;

  int column(double place) const {
    return static_cast<int>(std::upper_bound(separators.begin(), separators.end(), place) -
                            separators.begin());
  }
};

/// Where columns are bounded, as far as the alignment of texts shows: half the narrowest gap beyond the side
/// that texts are aligned to.
std::vector<double> typeset_bounds(const std::vector<ColumnExtent>& extents,
                                   const std::vector<double>& separators, double x_height) {
  double pad = 2 * x_height;
  for (std::size_t i = 1; i < extents.size(); ++i)
    pad = std::min(pad, std::max(0.0, (extents[i].left - extents[i - 1].right) / 2.0));
  std::vector<double> bounds{extents.front().left - pad};
  for (std::size_t i = 0; i < separators.size(); ++i) {
    const ColumnExtent &left = extents[i], &right = extents[i + 1];
    const bool is_left = right.has_left && !right.has_right, is_right = left.has_right && !left.has_left;
    double bound = (left.right + right.left) / 2.0;
    if (is_left) bound = right.left - pad;
    if (is_right) bound = left.right + pad;
    if (left.texts == 0 || right.texts == 0) bound = separators[i];
    bounds.push_back(std::max(bound, bounds.back() + 1));
  }
  bounds.push_back(std::max(extents.back().right + pad, bounds.back() + 1));
  return bounds;
}

/// Cuts chunks at separators that are in gaps between their words.
void cut_chunks(TextRow& row, const std::vector<double>& separators) {
  std::vector<TextChunk> chunks;
  for (TextChunk& chunk : row.chunks) {
    chunks.push_back({chunk.left, chunk.right, {}});
    for (TableWord& word : chunk.words) {
      TextChunk& last = chunks.back();
      const bool is_cut =
          !last.words.empty() && word.box.x - last.words.back().right() >= kCutGap * row.x_height &&
          std::ranges::any_of(separators,
                              [&](double at) { return at >= last.words.back().right() && at <= word.box.x; });
      if (is_cut) {
        last.right = last.words.back().right();
        chunks.push_back({word.box.x, chunk.right, {}});
      }
      chunks.back().words.push_back(std::move(word));
    }
  }
  row.chunks = std::move(chunks);
}

/// The columns over which a short rule just below the row lies.
std::optional<Columns> columns_over_rule(const TextRow& row, const TextChunk& chunk, const Draft& draft) {
  const double width = draft.bounds.back() - draft.bounds.front();
  for (const RulingLine& rule : draft.rules) {
    const double below = rule.middle() - row.bottom;
    const bool is_under = below > -draft.x_height / 2 && below < 2 * draft.x_height;
    const bool is_underline = rule.length() < chunk.right - chunk.left + 2 * draft.x_height;
    if (!is_under || is_underline || rule.length() > kFullWidth * width) continue;
    if (chunk.left < rule.begin - draft.x_height || chunk.right > rule.end + draft.x_height) continue;
    std::optional<Columns> over;
    for (int i = 0; i < static_cast<int>(draft.extents.size()); ++i) {
      const ColumnExtent& extent = draft.extents[static_cast<std::size_t>(i)];
      const double middle = (extent.left + extent.right) / 2.0;
      if (middle < rule.begin || middle > rule.end) continue;
      over = Columns{over ? over->first : i, i};
    }
    if (over) return over;
  }
  return std::nullopt;
}

/// The columns between other chunks of the row over which a chunk is centered best.
Columns centered_columns(const TextRow& row, std::size_t index, const Columns& least, const Draft& draft) {
  const TextChunk& chunk = row.chunks[index];
  const int from = index == 0 ? 0 : draft.column(row.chunks[index - 1].right) + 1;
  const int to = index + 1 == row.chunks.size() ? static_cast<int>(draft.extents.size()) - 1
                                                : draft.column(row.chunks[index + 1].left) - 1;
  const double middle = (chunk.left + chunk.right) / 2.0;
  Columns best = least;
  double nearest = -1;
  for (int first = std::min(from, least.first); first <= least.first; ++first) {
    for (int last = std::max(to, least.last); last >= least.last; --last) {
      if (first == last) continue;
      const double center =
          (draft.bounds[static_cast<std::size_t>(first)] + draft.bounds[static_cast<std::size_t>(last) + 1]) /
          2;
      const double off = std::abs(center - middle);
      if (nearest >= 0 && off >= nearest) continue;
      nearest = off;
      best = {first, last};
    }
  }
  return best;
}

/// The columns of a chunk. `is_above`: whether the row is above one that names more columns.
Columns columns_of(const TextRow& row, std::size_t index, bool is_above, const Draft& draft) {
  const TextChunk& chunk = row.chunks[index];
  const double spare = kOverhang * draft.x_height;
  const int middle = draft.column((chunk.left + chunk.right) / 2.0);
  const Columns touched{std::min(draft.column(chunk.left + spare), middle),
                        std::max(draft.column(chunk.right - spare), middle)};
  if (const auto over = columns_over_rule(row, chunk, draft); over && is_above) return *over;
  const bool begins_row = std::abs(chunk.left - draft.extents[0].left) <= draft.x_height;
  if (row.chunks.size() == 1 && begins_row) return {0, 0};
  const bool heads = is_above && row.chunks.size() == 1;
  if (touched.first == touched.last && !heads) return touched;
  return centered_columns(row, index, touched, draft);
}

bool is_across(const RulingLine& rule, double left, double right) {
  return std::min<double>(rule.end, right) - std::max<double>(rule.begin, left) >=
         kFullWidth * (right - left);
}

/// The rows of the table by the rules between them, if nearly every row is ruled.
std::optional<std::vector<std::size_t>> ruled_groups(const std::vector<TextRow>& rows, const Draft& draft) {
  std::vector<std::size_t> groups;
  std::vector<std::size_t> figures,
      starts;  // of each band: rows with figures, rows that begin in the first column
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool ruled = i > 0 && std::ranges::any_of(draft.rules, [&](const RulingLine& rule) {
                         return is_across(rule, draft.bounds.front(), draft.bounds.back()) &&
                                rule.middle() > rows[i - 1].middle && rule.middle() < rows[i].middle;
                       });
    if (i == 0 || ruled) figures.push_back(0), starts.push_back(0);
    groups.push_back(figures.size() - 1);
    figures.back() +=
        std::ranges::any_of(rows[i].chunks, [](const TextChunk& chunk) { return chunk.is_figure(); });
    starts.back() += rows[i].chunks.size() > 1 && draft.column(rows[i].left()) == 0;
  }
  const auto at_most_one = [](std::size_t count) { return count < 2; };
  const bool each_is_row =
      std::ranges::all_of(figures, at_most_one) && std::ranges::all_of(starts, at_most_one);
  if (figures.size() < kManyBands || !each_is_row) return std::nullopt;
  return groups;
}

/// In a ruled first band, headings over several columns are a row of their own.
std::vector<std::size_t> groups_of(const std::vector<TextRow>& rows, const Draft& draft) {
  std::optional<std::vector<std::size_t>> ruled = ruled_groups(rows, draft);
  if (!ruled) return row_groups(rows, draft.bounds);
  if (rows.size() > 1 && (*ruled)[1] == 0 && rows[0].chunks.size() == 1 && rows[1].chunks.size() > 2 &&
      draft.column(rows[0].left()) > 0) {
    for (std::size_t i = 1; i < rows.size(); ++i) ++(*ruled)[i];
  }
  return *ruled;
}

/// The rows above the first rule across the table that is not above all of them.
int ruled_header(const TableGrid& grid, const std::vector<RulingLine>& rules, double x_height) {
  int header = 0;
  for (int row = 1; row <= std::min(kMostHeads, grid.rows() - 1) && header == 0; ++row) {
    const double y = grid.ys[static_cast<std::size_t>(row)];
    const bool ruled = std::ranges::any_of(rules, [&](const RulingLine& rule) {
      return std::abs(rule.middle() - y) <= 2 * x_height && is_across(rule, grid.xs.front(), grid.xs.back());
    });
    if (ruled) header = row;
  }
  return header;
}

std::vector<double> row_bounds(const std::vector<TextRow>& rows, const std::vector<std::size_t>& groups,
                               double x_height) {
  std::vector<double> ys{rows.front().top - x_height / 2};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (groups[i] != groups[i - 1]) ys.push_back((rows[i - 1].bottom + rows[i].top) / 2.0);
  }
  ys.push_back(rows.back().bottom + x_height / 2);
  return ys;
}

/// Adds the words of a chunk to the cell at these columns, or to one that overlaps it.
void add(TableGrid& grid, int row, const Columns& columns, std::vector<TableWord> words) {
  const auto same = std::ranges::find_if(grid.cells, [&](const GridCell& cell) {
    return cell.row == row && cell.column <= columns.last && cell.last_column() >= columns.first;
  });
  if (same == grid.cells.end()) {
    grid.cells.push_back({row, columns.first, 1, columns.last - columns.first + 1, std::move(words)});
    return;
  }
  std::ranges::move(words, std::back_inserter(same->words));
}

/// Whether row i of text is a heading row above one with more chunks: it is a row of the table of its own,
/// and so is what is above it.
bool heads_more(const std::vector<TextRow>& rows, const std::vector<std::size_t>& groups, std::size_t i) {
  return groups[i] == i && i < 2 && i + 1 < rows.size() && groups[i + 1] == i + 1 &&
         rows[i + 1].chunks.size() > rows[i].chunks.size();
}

}  // namespace

TableGrid white_grid(const std::vector<TextRow>& rows, const std::vector<double>& separators,
                     const std::vector<RulingLine>& rules) {
  std::vector<TextRow> cut = rows;
  for (TextRow& row : cut)
    if (row.chunks.size() > 1) cut_chunks(row, separators);
  std::vector<double> heights;
  heights.reserve(cut.size());
  for (const TextRow& row : cut) heights.push_back(row.x_height);
  Draft draft{rules, separators, column_extents(cut, separators), {}, median(std::move(heights))};
  draft.bounds = typeset_bounds(draft.extents, separators, draft.x_height);

  const std::vector<std::size_t> groups = groups_of(cut, draft);
  TableGrid grid{.xs = draft.bounds, .ys = row_bounds(cut, groups, draft.x_height), .cells = {}};
  for (std::size_t i = 0; i < cut.size(); ++i) {
    const bool is_above = heads_more(cut, groups, i);
    for (std::size_t j = 0; j < cut[i].chunks.size(); ++j) {
      const Columns columns = columns_of(cut[i], j, is_above, draft);
      add(grid, static_cast<int>(groups[i]), columns, cut[i].chunks[j].words);
    }
  }
  complete(grid);
  grid.ruled_header = ruled_header(grid, rules, draft.x_height);
  return grid;
}

}  // namespace ocelli::internal
