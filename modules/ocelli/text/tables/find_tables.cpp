#include "ocelli/text/tables/find_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "ocelli/text/tables/cell_corrections.hpp"
#include "ocelli/text/tables/cell_number.hpp"
#include "ocelli/text/tables/table_regions.hpp"
#include "ocelli/text/tables/text_rows.hpp"

namespace ocelli::internal {
namespace {

constexpr double kLetterHeight = 1.25;  ///< text_height() in x-heights, of usual print
constexpr int kMostHeaderRows = 3;
constexpr double kMostlyNumbers = 0.5;  ///< share of the texts of a column of numbers

std::string text_of(const GridCell& cell) {
  std::string text;
  for (const TextRow& line : text_rows(cell.words)) {
    for (const TextChunk& chunk : line.chunks) {
      for (const TableWord& word : chunk.words) text += (text.empty() ? "" : " ") + word.word.text();
    }
  }
  return text;
}

/// The log odds that the text of a cell is right, if its words are all right with probability p: constant +
/// odds * log(p / (1 - p)).
// Fitted on the pages of lab/notebook/2026-11-30-exact-tables.md.
constexpr double kCellConstant = 2.318, kCellLogOdds = 0.894;

/// The probability that the text is right; 1 without words, and if a file contains them.
float confidence_of(const GridCell& cell, const PageText& text) {
  constexpr double kMin = 1e-3;
  double all = 1;
  bool is_read = false;
  for (const TableWord& word : cell.words) {
    if (text.blocks[word.block].from_file) continue;
    is_read = true;
    all *= static_cast<double>(word.word.confidence());
  }
  if (!is_read) return 1;
  all = std::clamp(all, kMin, 1 - kMin);
  const double odds = kCellConstant + kCellLogOdds * std::log(all / (1 - all));
  return static_cast<float>(1 / (1 + std::exp(-odds)));
}

bool has_digits(const std::string& text) { return std::ranges::any_of(text, is_figure); }

/// Whether a cell is a year, which may head a column of numbers.
bool is_year(const ReadCell& cell) {
  return cell.text.size() == 4 && cell.number && *cell.number >= 1800 && *cell.number < 2100;
}

/// The columns most of whose texts below the first row contain digits.
std::vector<bool> columns_of_figures(const ReadTable& table) {
  std::vector<int> texts(static_cast<std::size_t>(table.columns), 0), figures = texts;
  for (const ReadCell& cell : table.cells) {
    if (cell.row == 0 || cell.text.empty() || cell.column_span > 1) continue;
    ++texts[static_cast<std::size_t>(cell.column)];
    figures[static_cast<std::size_t>(cell.column)] += has_digits(cell.text);
  }
  std::vector<bool> columns;
  for (std::size_t i = 0; i < texts.size(); ++i)
    columns.push_back(figures[i] > kMostlyNumbers * static_cast<double>(texts[i]));
  return columns;
}

/// The rows above the first one with figures in a column of figures, years aside. A table without such
/// columns has one heading row.
int header_rows(const ReadTable& table) {
  const std::vector<bool> of_figures = columns_of_figures(table);
  if (std::ranges::none_of(of_figures, [](bool is) { return is; })) return 1;
  for (const ReadCell& cell : table.cells) {
    const bool is_value = of_figures[static_cast<std::size_t>(cell.column)] && has_digits(cell.text) &&
                          !(is_year(cell) && cell.row < 2);
    if (is_value && cell.column_span == 1) return std::min({cell.row, kMostHeaderRows, table.rows - 1});
  }
  return 1;
}

/// Drops specks beside the words of a cell: tiny marks that are not clear. A dash is never one: it may be the
/// sign of an amount.
void drop_specks(GridCell& cell) {
  constexpr float kClearMark = 0.7F;
  constexpr double kTinyMark = 0.3;  // in x-heights
  constexpr std::array<std::string_view, 10> kSpecks = {"-", "\u2013", "\u2014", "\u00B7", "\u2022",
                                                        ".", ",",      "'",      ":",      "~"};
  if (cell.words.size() < 2) return;
  int left = cell.words[0].box.x, right = cell.words[0].right();
  for (const TableWord& word : cell.words)
    left = std::min(left, word.box.x), right = std::max(right, word.right());
  const auto is_speck = [&](const TableWord& word) {
    const bool is_beside = word.box.x == left || word.right() == right;
    return is_beside && word.word.confidence() < kClearMark &&
           std::max(word.box.width, word.box.height) <= kTinyMark * word.x_height &&
           std::ranges::count(kSpecks, word.word.text()) > 0;
  };
  if (!std::ranges::all_of(cell.words, is_speck)) std::erase_if(cell.words, is_speck);
}

/// The dash that a box of ink is; empty if it is none.
std::string dash_of(const cv::Rect& box, double x_height) {
  // In x-heights.
  constexpr double kLeastDash = 0.4, kMostHyphen = 0.8, kMostEnDash = 1.5, kMostDash = 2.2,
                   kThickestDash = 0.35;
  const double width = box.width / x_height;
  const bool is_flat = box.height <= kThickestDash * x_height && 2 * box.height <= box.width;
  if (!is_flat || width < kLeastDash || width > kMostDash) return {};
  return width <= kMostHyphen ? "-" : width <= kMostEnDash ? "\u2013" : "\u2014";
}

/// The dash that is all ink at a place, at the height of the letters of a word beside it.
std::optional<TableWord> lone_dash(const cv::Rect& place, const TableWord& beside, const PageInk& page) {
  constexpr double kFromBounds = 0.4, kMostAside = 0.45;  // in x-heights: from the bounds; from the letters
  constexpr float kDoubtedDash = 0.7F;
  const int margin = static_cast<int>(std::ceil(kFromBounds * beside.x_height));
  if (std::min(place.width, place.height) <= 2 * margin) return std::nullopt;
  const cv::Point corner(margin, margin);
  const cv::Rect inside =
      cv::Rect(place.tl() + corner, place.br() - corner) & cv::Rect({}, page.uncleaned.size());
  if (inside.empty()) return std::nullopt;
  const cv::Rect box = cv::boundingRect(page.uncleaned(inside)) + inside.tl();
  std::string dash = dash_of(box, beside.x_height);
  const bool is_cut = box.x == inside.x || box.br().x == inside.br().x;
  const double middle = box.y + box.height / 2.0;
  if (dash.empty() || is_cut || std::abs(middle - beside.middle) > kMostAside * beside.x_height)
    return std::nullopt;
  TableWord word = beside;
  word.word.glyphs = {{std::move(dash), page.in_source(box), kDoubtedDash}};
  word.word.spelling = ReadWord::Spelling::no_letters;
  word.glyphs = {box};
  word.box = box;
  return word;
}

/// Adds dashes that are alone in cells. Far from all letters they are cleaned away as specks, or are part of
/// no line.
void add_lone_dashes(TableGrid& grid, const PageInk& page) {
  std::vector<std::optional<TableWord>> beside(static_cast<std::size_t>(grid.rows()));
  for (const GridCell& cell : grid.cells) {
    if (!cell.words.empty() && cell.row_span == 1)
      beside[static_cast<std::size_t>(cell.row)] = cell.words.front();
  }
  for (GridCell& cell : grid.cells) {
    const std::optional<TableWord>& word = beside[static_cast<std::size_t>(cell.row)];
    if (!cell.words.empty() || cell.row_span > 1 || !word) continue;
    if (std::optional<TableWord> dash = lone_dash(grid.box_of(cell), *word, page))
      cell.words.push_back(std::move(*dash));
  }
}

ReadTable read_table(const TableGrid& grid, const PageText& text, const PageInk& page) {
  ReadTable table{page.in_source(grid.box()), grid.rows(), grid.columns(), grid.ruled_header, {}};
  for (const GridCell& cell : grid.cells) {
    table.cells.push_back({cell.row,
                           cell.column,
                           cell.row_span,
                           cell.column_span,
                           page.in_source(grid.box_of(cell)),
                           text_of(cell),
                           confidence_of(cell, text),
                           {}});
  }
  return table;
}

void set_numbers(std::vector<ReadTable>& tables, const std::string& language) {
  std::vector<std::string> texts;
  for (const ReadTable& table : tables)
    for (const ReadCell& cell : table.cells) texts.push_back(cell.text);
  const DecimalMark mark = decimal_mark_of(texts, language);
  for (ReadTable& table : tables) {
    for (ReadCell& cell : table.cells) cell.number = number_of(cell.text, mark);
    if (table.header_rows == 0) table.header_rows = header_rows(table);
  }
}

/// Corrects cells from the rest of their columns and rows. Files that contain text need none of that.
void correct_readings(std::vector<TableGrid>& grids, const PageInk& page) {
  for (TableGrid& grid : grids) {
    std::ranges::for_each(grid.cells, drop_specks);
    add_lone_dashes(grid, page);
    restore_marks(grid);
    restore_capitals(grid, page.ink);
  }
}

}  // namespace

std::vector<ReadTable> find_tables(const PageText& text, const PageInk& page) {
  std::vector<TableWord> words = table_words(text, page);
  const double x_height = typical_x_height(words);
  if (x_height <= 0) return {};
  std::vector<TableGrid> grids =
      enclosed_tables(ruled_grids(page.rules, kLetterHeight * x_height), words, x_height);
  std::ranges::move(tables_between_rules(page.rules.level, words, x_height), std::back_inserter(grids));
  std::ranges::move(white_tables(page.rules.level, words, x_height), std::back_inserter(grids));
  std::ranges::stable_sort(grids, {},
                           [](const TableGrid& grid) { return std::tuple(grid.ys[0], grid.xs[0]); });
  if (!text.is_from_file()) correct_readings(grids, page);
  std::vector<ReadTable> tables;
  tables.reserve(grids.size());
  for (const TableGrid& grid : grids) tables.push_back(read_table(grid, text, page));
  set_numbers(tables, text.language);
  return tables;
}

}  // namespace ocelli::internal
