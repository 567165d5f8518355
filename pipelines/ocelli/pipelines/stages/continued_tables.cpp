#include "ocelli/pipelines/stages/continued_tables.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

#include "ocelli/core/median.hpp"
#include "ocelli/metrics/text_errors.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMarginLines = 3;       ///< between a table and the end of the page
constexpr double kMaxShift = 0.06;    ///< of a page, in its widths
constexpr double kMinOverlap = 0.6;   ///< of a column with the one above it, of both together
constexpr double kMaxMisread = 0.25;  ///< share of the characters of headings

/// The name of the page after this one: "scan.pdf#1" after "scan.pdf#0"; empty if it is not a page of a file.
std::string next_page(const std::string& page) {
  const std::size_t mark = page.rfind('#');
  if (mark == std::string::npos) return {};
  std::size_t number = 0;
  const char *const begin = page.data() + mark + 1, *const end = page.data() + page.size();
  const auto [parsed, failure] = std::from_chars(begin, end, number);
  if (failure != std::errc{} || parsed != end) return {};
  return page.substr(0, mark + 1) + std::to_string(number + 1);
}

double middle_of(const cv::Rect& box) { return box.y + box.height / 2.0; }

/// Whether few lines are between the table and the top or the bottom of the page.
bool is_at_end(const ReadTable& table, const PageText& page, bool of_page_bottom) {
  const cv::Rect place = page.upright(table.box);
  int lines = 0;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) {
      const double middle = middle_of(page.upright(line.box));
      lines += of_page_bottom ? middle > place.br().y : middle < place.y;
    }
  }
  return lines <= kMarginLines;
}

/// The texts of the first rows of a table.
std::vector<std::string> row_texts(const ReadTable& table, int rows) {
  std::vector<std::string> texts(static_cast<std::size_t>(std::clamp(rows, 0, table.rows)));
  for (const ReadCell& cell : table.cells) {
    if (cell.row < rows) texts[static_cast<std::size_t>(cell.row)] += cell.text + " ";
  }
  return texts;
}

bool repeats(const ReadTable& table, const std::vector<std::string>& headings) {
  if (headings.empty() || static_cast<int>(headings.size()) > table.rows) return false;
  const std::vector<std::string> texts = row_texts(table, static_cast<int>(headings.size()));
  return std::ranges::equal(headings, texts, [](const std::string& heading, const std::string& text) {
    return character_errors(heading, text).rate() <= kMaxMisread;
  });
}

bool has_figures(const ReadCell& cell) {
  const bool is_year = cell.number && *cell.number >= 1800 && *cell.number < 2100;
  return !is_year && std::ranges::any_of(cell.text, is_figure);
}

/// Whether the first row is none of headings: it has figures, but those of years, or no row has any.
bool begins_without_heading(const ReadTable& table) {
  const bool has_any = std::ranges::any_of(table.cells, has_figures);
  return !has_any || std::ranges::any_of(table.cells, [](const ReadCell& cell) {
    return cell.row == 0 && cell.column_span == 1 && has_figures(cell);
  });
}

}  // namespace

std::vector<ContinuedTables::Column> ContinuedTables::columns_of(const ReadTable& table,
                                                                 const PageText& page) {
  const double width = page.upright_size().width;
  std::vector<Column> columns(static_cast<std::size_t>(table.columns), {1, 0});
  for (const ReadCell& cell : table.cells) {
    if (cell.column_span != 1) continue;
    const cv::Rect box = page.upright(cell.box);
    Column& column = columns[static_cast<std::size_t>(cell.column)];
    column = {std::min(column.left, box.x / width), std::max(column.right, box.br().x / width)};
  }
  return columns;
}

bool ContinuedTables::are_alike(const std::vector<Column>& above, const std::vector<Column>& below) {
  if (above.size() != below.size() || above.empty()) return false;
  std::vector<double> shifts;
  for (std::size_t i = 0; i < above.size(); ++i)
    shifts.push_back((below[i].left + below[i].right - above[i].left - above[i].right) / 2);
  const double shift = median(std::move(shifts));
  return std::abs(shift) <= kMaxShift &&
         std::ranges::equal(above, below, [&](const Column& one, const Column& other) {
           const double left = other.left - shift, right = other.right - shift;
           const double shared = std::min(one.right, right) - std::max(one.left, left);
           return shared >= kMinOverlap * (std::max(one.right, right) - std::min(one.left, left));
         });
}

bool ContinuedTables::continues(const Item& item, const PageText& page) const {
  const ReadTable& table = page.tables.front();
  return last_ && item.input == last_->next_page && is_at_end(table, page, false) &&
         are_alike(last_->columns, columns_of(table, page)) &&
         (repeats(table, last_->headings) || begins_without_heading(table));
}

void ContinuedTables::mark(const Item& item, Record& record) {
  if (!record.page || record.page->tables.empty() || item.video_rate) return last_.reset();
  PageText& page = *record.page;
  std::vector<std::string> headings;
  if (continues(item, page)) {
    ReadTable& table = page.tables.front();
    table.continues = true;
    table.header_rows = repeats(table, last_->headings) ? static_cast<int>(last_->headings.size()) : 0;
    headings = last_->headings;
  }
  const ReadTable& table = page.tables.back();
  if (!table.continues) headings = row_texts(table, table.header_rows);
  if (!is_at_end(table, page, true)) return last_.reset();
  last_ = {next_page(item.input), columns_of(table, page), std::move(headings)};
}

Sink with_continued_tables(Sink sink) {
  return
      [sink = std::move(sink), tables = ContinuedTables()](const Item& item, const Record& record) mutable {
        if (!record.page || record.page->tables.empty()) {
          Record none;
          tables.mark(item, none);
          return sink(item, record);
        }
        Record marked = record;
        tables.mark(item, marked);
        sink(item, marked);
      };
}

}  // namespace ocelli::internal
