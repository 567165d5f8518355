#include "ocelli/text/tables/column_texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ocelli/core/median.hpp"
#include "ocelli/text/tables/white_columns.hpp"

namespace ocelli::internal {
namespace {

constexpr double kSameEdge = 0.9;  ///< in x-heights
constexpr double kMostlyAligned = 0.65;

/// Of a table, in shares and counts.
constexpr double kMinTogether = 0.5;  ///< columns of running text are blocks of their own
constexpr double kMinInColumns = 0.7, kMaxRunning = 0.2;
constexpr double kMinChunks = 0.3;
/// Texts in few rows may be a stamp, a letterhead or dirt. Those of tables are clear.
constexpr std::size_t kFewRows = 3;
constexpr double kSureWords = 0.8;  ///< mean confidence
/// Of rows that are no columns of running text.
constexpr double kMostlyFigureChunks = 0.6, kMostlyFilled = 0.75;
constexpr double kMaxWords = 6;  ///< mean number of words of a chunk
/// The same of a table without figures.
constexpr double kFewWords = 2.2, kMaxCovered = 0.72, kMostlyTogether = 0.9, kMostlyInColumns = 0.85;

bool is_aligned(const std::vector<int>& edges, double x_height) {
  if (edges.empty()) return false;
  const int middle = median(edges);
  const auto near =
      std::ranges::count_if(edges, [&](int edge) { return std::abs(edge - middle) <= kSameEdge * x_height; });
  return static_cast<double>(near) >= kMostlyAligned * static_cast<double>(edges.size());
}

std::size_t column_of(const std::vector<double>& separators, double place) {
  return static_cast<std::size_t>(std::upper_bound(separators.begin(), separators.end(), place) -
                                  separators.begin());
}

/// RowCounts over the rows of a candidate.
struct RowCounts {
  double running = 0;     ///< share of the rows
  double words = 0;       ///< mean number of words of chunks that are not figures
  double figures = 0;     ///< share of the chunks after the first column and the first row
  double together = 0;    ///< share of neighboring chunks that are in one block of the page
  double covered = 0;     ///< mean share of the width of rows that their chunks cover
  double filled = 0;      ///< mean number of chunks of a row
  double confidence = 0;  ///< mean of the words
  std::size_t rows = 0;   ///< of several chunks
};

double share_covered(const TextRow& row) {
  double covered = 0;
  for (const TextChunk& chunk : row.chunks) covered += chunk.right - chunk.left;
  return covered / std::max(1, row.right() - row.left());
}

double mean_confidence(const std::vector<TextRow>& rows) {
  double sum = 0, words = 0;
  for (const TextRow& row : rows) {
    for (const TextChunk& chunk : row.chunks) {
      for (const TableWord& word : chunk.words) sum += static_cast<double>(word.word.confidence());
      words += static_cast<double>(chunk.words.size());
    }
  }
  return words > 0 ? sum / words : 0;
}

RowCounts counts_of(const std::vector<TextRow>& rows, const std::vector<double>& separators) {
  RowCounts counts;
  double texts = 0, words = 0, later = 0, figures = 0, running = 0, pairs = 0, together = 0, covered = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    running += is_running_text(rows[i]);
    counts.filled += static_cast<double>(rows[i].chunks.size()) / static_cast<double>(rows.size());
    if (rows[i].chunks.size() < 2) continue;
    ++counts.rows;
    covered += share_covered(rows[i]);
    for (std::size_t j = 1; j < rows[i].chunks.size(); ++j, ++pairs)
      together += rows[i].chunks[j - 1].words.back().block == rows[i].chunks[j].words.front().block;
    for (const TextChunk& chunk : rows[i].chunks) {
      const bool is_later = i > 0 && column_of(separators, chunk.left) > 0;
      later += is_later;
      figures += is_later && chunk.is_figure();
      if (chunk.is_figure()) continue;
      ++texts;
      words += static_cast<double>(chunk.words.size());
    }
  }
  counts.confidence = mean_confidence(rows);
  counts.running = running / static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  counts.covered = covered / static_cast<double>(std::max<std::size_t>(counts.rows, 1));
  counts.together = pairs > 0 ? together / pairs : 0;
  counts.words = texts > 0 ? words / texts : 0;
  counts.figures = later > 0 ? figures / later : 0;
  return counts;
}

}  // namespace

std::vector<ColumnExtent> column_extents(const std::vector<TextRow>& rows,
                                         const std::vector<double>& separators) {
  std::vector<ColumnExtent> extents(separators.size() + 1);
  std::vector<std::vector<int>> lefts(extents.size()), rights(extents.size());
  std::vector<double> heights;
  for (const TextRow& row : rows) {
    heights.push_back(row.x_height);
    for (const TextChunk& chunk : row.chunks) {
      const std::size_t column = column_of(separators, chunk.left);
      if (column != column_of(separators, chunk.right)) continue;
      lefts[column].push_back(chunk.left);
      rights[column].push_back(chunk.right);
      extents[column].figures += chunk.is_figure();
    }
  }
  const double x_height = heights.empty() ? 1 : median(std::move(heights));
  for (std::size_t i = 0; i < extents.size(); ++i) {
    extents[i].texts = lefts[i].size();
    if (lefts[i].empty()) continue;
    extents[i].left = *std::ranges::min_element(lefts[i]);
    extents[i].right = *std::ranges::max_element(rights[i]);
    extents[i].has_left = is_aligned(lefts[i], x_height);
    extents[i].has_right = is_aligned(rights[i], x_height);
  }
  return extents;
}

bool is_table(const std::vector<TextRow>& rows, const std::vector<double>& separators, bool between_rules) {
  if (separators.empty()) return false;
  const RowCounts counts = counts_of(rows, separators);
  const std::size_t columns = separators.size() + 1;
  const double in_columns = share_in_columns(rows, separators);
  if (counts.running > kMaxRunning || counts.words > kMaxWords || in_columns < kMinInColumns) return false;
  const std::vector<ColumnExtent> extents = column_extents(rows, separators);
  const auto aligned = std::ranges::count_if(
      extents, [](const ColumnExtent& column) { return column.has_left || column.has_right; });
  if (static_cast<double>(aligned) < kMostlyAligned * static_cast<double>(columns)) return false;
  if (between_rules) return counts.rows > 2 || (counts.rows == 2 && counts.figures >= 0.3);
  if (counts.rows <= kFewRows && counts.confidence < kSureWords) return false;
  const bool is_full_of_figures =
      counts.figures >= kMostlyFigureChunks && counts.filled >= kMostlyFilled * static_cast<double>(columns);
  if (counts.together < kMinTogether && !is_full_of_figures) return false;
  if (counts.filled < kMinChunks * static_cast<double>(columns)) return false;
  if (columns == 2) return counts.rows >= 3 && counts.figures >= 0.6;
  const bool has_short_texts = counts.words <= kFewWords && counts.covered <= kMaxCovered &&
                               counts.together >= kMostlyTogether && in_columns >= kMostlyInColumns;
  return counts.rows >= 3 && (counts.figures >= 0.25 || (counts.rows >= 5 && has_short_texts));
}

}  // namespace ocelli::internal
