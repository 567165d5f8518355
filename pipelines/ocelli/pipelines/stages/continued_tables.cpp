#include "ocelli/pipelines/stages/continued_tables.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "ocelli/core/median.hpp"
#include "ocelli/metrics/text_errors.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMarginLines = 3;  ///< between a table and the end of a page
constexpr double kFoot = 0.86;      ///< of a page, in its heights: where usual margins begin, at the earliest
constexpr double kMissingRows = 3;  ///< that may have had room above the foot
constexpr double kMostRoom = 0.12;  ///< for them, in heights of the page
constexpr double kMaxShift = 0.06;  ///< of a page, in its widths
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

/// Whether the table goes on to the foot of the page: few lines are below it, and nowhere is white where many
/// more rows had room.
bool is_at_foot(const ReadTable& table, const PageText& page) {
  const cv::Rect place = page.upright(table.box);
  std::vector<cv::Rect> below;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) {
      const cv::Rect box = page.upright(line.box);
      if (middle_of(box) > place.br().y) below.push_back(box);
    }
  }
  if (below.size() > kMarginLines) return false;
  std::ranges::sort(below, {}, &cv::Rect::y);
  const double height = page.upright_size().height;
  const double room = std::min(kMissingRows * place.height / std::max(1, table.rows), kMostRoom * height);
  double end = place.br().y;
  for (const cv::Rect& line : below)
    if (line.y <= end + room) end = std::max<double>(end, line.br().y);
  return end + room >= kFoot * height;
}

/// A word in small letters, without marks at its ends.
std::string plain_word(std::string word) {
  const auto is_mark = [](unsigned char byte) { return byte < 0x80 && std::isalnum(byte) == 0; };
  while (!word.empty() && is_mark(word.back())) word.pop_back();
  while (!word.empty() && is_mark(word.front())) word.erase(word.begin());
  for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return word;
}

bool is_one_of(const std::string& word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether the last row is a total, after which a table ends.
bool ends_with_total(const ReadTable& table) {
  constexpr std::array<std::string_view, 12> kTotals = {"total",  "totals",    "totale", "totaal",
                                                        "totaux", "summe",     "gesamt", "gesamtsumme",
                                                        "somme",  "insgesamt", "suma",   "soma"};
  return std::ranges::any_of(table.cells, [&](const ReadCell& cell) {
    if (cell.row + cell.row_span < table.rows) return false;
    std::istringstream words(cell.text);
    for (std::string word; words >> word;)
      if (is_one_of(plain_word(word), kTotals)) return true;
    return false;
  });
}

bool is_number_word(const std::string& word) { return !word.empty() && std::ranges::all_of(word, is_figure); }

/// Whether much white is on both sides of a word of a line.
bool is_apart(const ReadLine& line, std::size_t i, const PageText& page) {
  constexpr double kApart = 3;  // in x-heights
  const auto white = [&](std::size_t left) {
    const cv::Rect before = page.upright(line.words[left].box()),
                   after = page.upright(line.words[left + 1].box());
    return after.x - before.br().x;
  };
  return (i == 0 || white(i - 1) >= kApart * line.x_height) &&
         (i + 1 == line.words.size() || white(i) >= kApart * line.x_height);
}

/// The text of a line without the number of its page: "7", "- 7 -", "Page 7 of 9".
std::string text_without_page_number(const ReadLine& line, const PageText& page) {
  constexpr std::array<std::string_view, 8> kPages = {"page",  "p",           "pg",     "seite",
                                                      "blatt", "p\u00E1gina", "pagina", "sheet"};
  constexpr std::array<std::string_view, 6> kOf = {"of", "von", "de", "di", "sur", ""};
  std::string text;
  bool is_page = false;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const std::string word = plain_word(line.words[i].text());
    if (is_page && (is_number_word(word) || is_one_of(word, kOf))) continue;
    is_page = is_one_of(word, kPages);
    if (!is_page && !(is_number_word(word) && is_apart(line, i, page))) text += word + " ";
  }
  return text.find_first_not_of(" 0123456789/") == std::string::npos ? "" : text;
}

/// The texts of the lines above a table that are not page numbers.
std::vector<std::string> lines_above(const ReadTable& table, const PageText& page) {
  const cv::Rect place = page.upright(table.box);
  std::vector<std::string> texts;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) {
      if (middle_of(page.upright(line.box)) >= place.y) continue;
      if (std::string text = text_without_page_number(line, page); !text.empty())
        texts.push_back(std::move(text));
    }
  }
  return texts;
}

std::string figures_of(const std::string& text) {
  std::string figures;
  std::ranges::copy_if(text, std::back_inserter(figures), is_figure);
  return figures;
}

/// Whether each line is one of those of the page before: with the same figures, as "Invoice 17" and
/// "Invoice 18" are different.
bool are_running_heads(const std::vector<std::string>& lines, const std::vector<std::string>& before) {
  return lines.size() <= kMarginLines && std::ranges::all_of(lines, [&](const std::string& line) {
           return std::ranges::any_of(before, [&](const std::string& other) {
             return figures_of(line) == figures_of(other) &&
                    character_errors(other, line).rate() <= kMaxMisread;
           });
         });
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

bool is_year_cell(const ReadCell& cell) {
  return cell.number && *cell.number >= 1800 && *cell.number < 2100 && cell.text.size() == 4;
}

/// Whether a cell is a number, a date or a code: not "10 mm" or "Q2".
bool is_of_figures(const ReadCell& cell) {
  constexpr double kMostly = 0.5;
  const auto letters = std::ranges::count_if(
      cell.text, [](unsigned char byte) { return byte >= 0x80 || std::isalnum(byte) != 0; });
  const auto figures = std::ranges::count_if(cell.text, is_figure);
  return cell.number || static_cast<double>(figures) > kMostly * static_cast<double>(letters);
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

std::vector<ContinuedTables::Content> ContinuedTables::contents_of(const ReadTable& table) {
  const auto columns = static_cast<std::size_t>(table.columns);
  std::vector<int> texts(columns), figures(columns), years(columns);
  for (const ReadCell& cell : table.cells) {
    if (cell.row < table.header_rows || cell.column_span != 1 || cell.text.empty()) continue;
    const auto column = static_cast<std::size_t>(cell.column);
    ++texts[column];
    figures[column] += is_of_figures(cell);
    years[column] += is_year_cell(cell);
  }
  std::vector<Content> contents(columns, Content::words);
  for (std::size_t i = 0; i < columns; ++i) {
    if (2 * years[i] > texts[i])
      contents[i] = Content::years;
    else if (2 * figures[i] > texts[i])
      contents[i] = Content::figures;
  }
  return contents;
}

/// Whether the first row has figures in all columns of figures where it has texts, and in one at least.
bool ContinuedTables::begins_with(const ReadTable& table, const std::vector<Content>& contents) {
  bool has_any = false;
  for (const ReadCell& cell : table.cells) {
    if (cell.row > 0 || cell.column_span != 1 || cell.text.empty()) continue;
    const Content content = contents[static_cast<std::size_t>(cell.column)];
    if (content == Content::words) continue;
    if (!is_of_figures(cell) || (content == Content::figures && is_year_cell(cell))) return false;
    has_any = true;
  }
  return has_any;
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
  return last_ && item.input == last_->next_page &&
         are_running_heads(lines_above(table, page), last_->lines) &&
         are_alike(last_->columns, columns_of(table, page)) &&
         (repeats(table, last_->headings) || begins_with(table, last_->contents));
}

void ContinuedTables::mark(const Item& item, Record& record) {
  if (!record.page || record.page->tables.empty() || item.video_rate) return last_.reset();
  PageText& page = *record.page;
  std::vector<std::string> headings;
  std::vector<Content> contents;
  if (continues(item, page)) {
    ReadTable& table = page.tables.front();
    table.continues = true;
    table.header_rows = repeats(table, last_->headings) ? static_cast<int>(last_->headings.size()) : 0;
    headings = last_->headings;
    contents = last_->contents;
  }
  const ReadTable& table = page.tables.back();
  if (!table.continues) {
    headings = row_texts(table, table.header_rows);
    contents = contents_of(table);
  }
  if (!is_at_foot(table, page) || ends_with_total(table)) return last_.reset();
  last_ = {next_page(item.input), columns_of(table, page), std::move(headings), std::move(contents),
           lines_above(table, page)};
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
