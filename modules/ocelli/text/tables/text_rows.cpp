#include "ocelli/text/tables/text_rows.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

constexpr double kSameRow = 0.7;       ///< between the middles of a word and of its row, in x-heights
constexpr std::size_t kManyWords = 4;  ///< of a chunk of running text
constexpr double kWideChunk = 14;      ///< in x-heights

TextRow row_of(std::vector<TableWord> words) {
  std::ranges::sort(words, {}, [](const TableWord& word) { return std::tuple(word.box.x, word.right()); });
  TextRow row{.x_height = typical_x_height(words),
              .top = words[0].box.y,
              .bottom = words[0].box.br().y,
              .chunks = {}};
  std::vector<double> middles;
  for (TableWord& word : words) {
    middles.push_back(word.middle);
    row.top = std::min(row.top, word.box.y);
    row.bottom = std::max(row.bottom, word.box.br().y);
    const bool joins = !row.chunks.empty() && word.box.x - row.chunks.back().right < word.column_gap;
    if (!joins) row.chunks.push_back({word.box.x, word.right(), {}});
    TextChunk& chunk = row.chunks.back();
    chunk.right = std::max(chunk.right, word.right());
    chunk.words.push_back(std::move(word));
  }
  row.middle = median(std::move(middles));
  return row;
}

bool is_long(const TextChunk& chunk, double x_height) {
  const auto figures =
      std::ranges::count_if(chunk.words, [](const TableWord& word) { return is_figure_word(word.word); });
  return chunk.words.size() >= kManyWords && chunk.right - chunk.left >= kWideChunk * x_height &&
         2 * figures < static_cast<std::ptrdiff_t>(chunk.words.size());
}

}  // namespace

bool TextChunk::is_figure() const {
  return std::ranges::all_of(words, [](const TableWord& word) { return is_figure_word(word.word); });
}

std::vector<TextRow> text_rows(std::vector<TableWord> words) {
  std::ranges::stable_sort(words, {}, &TableWord::middle);
  std::vector<TextRow> rows;
  std::vector<TableWord> row;
  double sum = 0;
  for (TableWord& word : words) {
    const double typical = row.empty() ? 0 : sum / static_cast<double>(row.size());
    if (!row.empty() && word.middle - typical > kSameRow * std::min(word.x_height, row.front().x_height)) {
      rows.push_back(row_of(std::exchange(row, {})));
      sum = 0;
    }
    sum += word.middle;
    row.push_back(std::move(word));
  }
  if (!row.empty()) rows.push_back(row_of(std::move(row)));
  return rows;
}

bool is_running_text(const TextRow& row) {
  int all = 0, in_long = 0;
  for (const TextChunk& chunk : row.chunks) {
    if (row.chunks.size() > 1 && chunk.is_figure()) return false;
    all += chunk.right - chunk.left;
    if (is_long(chunk, row.x_height)) in_long += chunk.right - chunk.left;
  }
  return row.chunks.size() == 1 ? in_long > 0 : in_long > 0.7 * all;
}

double typical_pitch(const std::vector<TextRow>& rows) {
  std::vector<double> pitches;
  for (std::size_t i = 1; i < rows.size(); ++i) pitches.push_back(rows[i].middle - rows[i - 1].middle);
  return pitches.empty() ? 0 : median(std::move(pitches));
}

}  // namespace ocelli::internal
