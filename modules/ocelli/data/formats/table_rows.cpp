#include "ocelli/data/formats/table_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kInspectedRows = 100, kInspectedBytes = std::size_t{1} << 20;

/// "sep=;" as spreadsheets write it in the first line.
std::optional<char> told_separator(std::string_view line) {
  constexpr std::string_view kWord = "sep=";
  line = trim(line);
  if (line.size() > 1 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  if (line.size() != kWord.size() + 1 || in_lower_case(std::string(line.substr(0, 4))) != kWord)
    return std::nullopt;
  return line.back();
}

bool may_be_comment(std::string_view line) {
  line = trim(line);
  return line.starts_with('#') || line.starts_with('%') || line.starts_with("//");
}

/// Neither empty nor a rule of a drawn table, such as --- or :--:.
bool is_value(std::string_view cell) {
  return !cell.empty() && (cell.size() < 3 || cell.find_first_not_of("-:=+") != std::string_view::npos);
}

std::size_t values_in(std::span<const std::string_view> cells) {
  return static_cast<std::size_t>(std::ranges::count_if(cells, is_value));
}

/// The numbers of cells of the first rows with a separator. A badly quoted row has none.
std::vector<std::size_t> widths(std::string_view text, char separator) {
  std::vector<std::size_t> found;
  CsvRows rows(text.substr(0, kInspectedBytes), separator);
  while (found.size() < kInspectedRows) {
    try {
      const auto cells = rows.next();
      if (!cells) break;
      if (may_be_comment(rows.first_line()) || told_separator(rows.first_line())) continue;
      std::size_t width = cells->size();
      if (values_in(*cells) == 0) continue;
      found.push_back(width);
    } catch (const Error&) {
      found.push_back(0);
    }
  }
  return found;
}

/// The most frequent width, the larger one on a tie, and how often it occurs.
std::pair<std::size_t, std::size_t> usual(std::span<const std::size_t> widths) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::size_t width : widths) ++counts[width];
  std::pair<std::size_t, std::size_t> best{0, 0};
  for (const auto& [width, count] : counts)
    if (count >= best.second) best = {width, count};
  return best;
}

/// Whether all numbers of the row count up in equal steps, and how many there are.
std::optional<std::size_t> counts_up(std::span<const std::string> row) {
  std::optional<double> last, step;
  std::size_t numbers = 0;
  for (const std::string& cell : row) {
    const std::optional<WrittenNumber> number = read_number(cell);
    if (!number || !number->unit.empty()) continue;
    ++numbers;
    if (last) {
      const double own = number->value - *last;
      const double slack = 1e-6 * std::max(std::abs(number->value), 1.0);
      if (own <= 0 || (step && std::abs(own - *step) > slack)) return std::nullopt;
      step = own;
    }
    last = number->value;
  }
  return numbers;
}

bool is_number_or_missing(const std::string& cell) { return is_missing(cell) || is_number(cell); }

/// Whether a column has text in the first row and below it only numbers.
bool is_text_above_numbers(std::span<const std::string> first, std::span<const CsvRow> below, std::size_t c) {
  if (is_missing(first[c]) || is_number(first[c])) return false;
  std::size_t numbers = 0;
  for (const CsvRow& row : below) {
    if (!is_number_or_missing(row[c])) return false;
    numbers += is_missing(row[c]) ? 0 : 1;
  }
  return numbers > 1;
}

/// Whether a column has text in the first row that no row below it has, though texts there repeat; or a
/// number above texts alone.
bool is_unlike_texts_below(std::span<const std::string> first, std::span<const CsvRow> below, std::size_t c) {
  if (is_missing(first[c])) return false;
  if (is_number(first[c]))
    return std::ranges::none_of(below, [&](const CsvRow& row) { return is_number_or_missing(row[c]); });
  std::map<std::string, std::size_t> counts;
  for (const CsvRow& row : below) ++counts[row[c]];
  return !counts.contains(first[c]) && counts.size() < below.size();
}

}  // namespace

char find_separator(std::string_view text) {
  constexpr std::array kCandidates{';', '\t', '|', ',', kBlanks};
  CsvRows first(text, '\0');
  try {
    if (first.next()) {
      if (const auto told = told_separator(first.first_line())) return *told;
    }
  } catch (const Error&) {  // a long or badly quoted line tells nothing
  }
  char best = ',';
  double best_share = 0;
  std::size_t best_width = 0;
  for (const char separator : kCandidates) {
    const std::vector<std::size_t> found = widths(text, separator);
    const auto [width, count] = usual(found);
    if (width < 2) continue;
    const double share = static_cast<double>(count) / static_cast<double>(found.size());
    constexpr double kSure = 0.9;
    if (separator == kBlanks && best_share >= kSure) continue;
    // "1,<tab>2" has commas between cells and tabs after them.
    const bool beside_tabs = separator == ',' && best == '\t' && width == best_width && share == best_share;
    if (share <= best_share && !beside_tabs) continue;
    best = separator, best_share = share, best_width = width;
  }
  return best;
}

char separator_of(std::string_view text, const TableForm& form) {
  switch (form.separator) {
    case TableSeparator::automatic:
      return find_separator(text);
    case TableSeparator::semicolon:
      return ';';
    case TableSeparator::tab:
      return '\t';
    case TableSeparator::bar:
      return '|';
    case TableSeparator::blanks:
      return kBlanks;
    case TableSeparator::comma:
      break;
  }
  return ',';
}

bool names_columns(std::span<const std::string> first, std::span<const CsvRow> below) {
  const auto missing = static_cast<std::size_t>(std::ranges::count_if(first, is_missing));
  if (std::ranges::none_of(first, is_number)) return 2 * missing < first.size();
  constexpr std::size_t kFew = 2;
  if (below.size() < kFew || first.size() != below.front().size()) return false;
  bool above_numbers = false, above_texts = false;
  for (std::size_t c = 0; c < first.size(); ++c) {
    above_numbers = above_numbers || is_text_above_numbers(first, below, c);
    above_texts = above_texts || is_unlike_texts_below(first, below, c);
  }
  const std::optional<std::size_t> numbers = counts_up(first);
  if (!numbers) return false;
  constexpr std::size_t kManyRows = 10;
  const std::size_t few = above_numbers ? (below.size() < kManyRows ? 2 : 1) : above_texts ? 2 : 4;
  if (*numbers < few) return false;
  return std::ranges::none_of(below, [&](const CsvRow& row) {
    const auto own = counts_up(row);
    return own && *own == *numbers;
  });
}

TableRows::TableRows(std::string_view text, std::string name, const TableForm& form,
                     std::span<const std::string> expected, int lines_above)
    : text_(text), name_(std::move(name)), separator_(separator_of(text, form)), lines_above_(lines_above) {
  find_start(form, expected);
}

/// Finds the columns, and the first row that has them.
void TableRows::find_start(const TableForm& form, std::span<const std::string> expected) {
  struct TopRow {
    CsvRow cells;
    int line = 0;
    bool may_be_comment = false, may_be_title = false;
  };
  std::vector<TopRow> top;
  std::vector<std::size_t> found;
  CsvRows rows(text_, separator_);
  std::optional<Error> trouble;
  while (top.size() < kInspectedRows) {
    try {
      const auto cells = rows.next();
      if (!cells) break;
      if (top.empty() && told_separator(rows.first_line())) continue;
      const std::size_t values = values_in(*cells);
      if (values == 0) continue;
      const bool is_comment = may_be_comment(rows.first_line());
      top.push_back({{cells->begin(), cells->end()}, rows.line(), is_comment, values < 2});
      if (!is_comment) found.push_back(cells->size());
    } catch (const Error& error) {
      if (!trouble) trouble.emplace(error.kind(), error.message(), place(name_, rows.line()));
    }
  }
  if (top.empty() && trouble) throw Error(*trouble);
  require(!top.empty(), Kind::input, "is empty; a row of values and a label for each sample is expected",
          name_);
  if (found.empty()) {
    for (const TopRow& row : top) found.push_back(row.cells.size());
  }
  columns_ = usual(found).first;
  // With few rows, the first one decides.
  const auto first_found = std::ranges::find_if(top, [](const TopRow& row) { return !row.may_be_comment; });
  const bool few = found.size() < 3;
  if (few && first_found != top.end()) columns_ = first_found->cells.size();

  // "# a b c" above rows of three cells.
  const auto above = first_found == top.begin() || first_found == top.end() ? top.end() : first_found - 1;
  if (above != top.end() && above->cells.size() == columns_ + 1 && above->cells.front().size() == 1 &&
      std::ranges::any_of(first_found->cells, is_number)) {
    above->cells.erase(above->cells.begin());
  }

  // Titles have one cell, or the wrong number of them. One name may lack in a header.
  auto first = top.begin();
  const auto fits = [&](const TopRow& row) {
    return row.cells.size() == columns_ || row.cells.size() + 1 == columns_;
  };
  while (first + 1 != top.end() && !few) {
    const bool is_comment = first->may_be_comment && first->cells.size() != columns_;
    const bool is_title = columns_ > 2 && (first->may_be_title || !fits(*first)) && fits(*(first + 1));
    if (!is_comment && !is_title) break;
    ++(is_comment ? skipped_.comments : skipped_.titles);
    ++first;
  }
  if (few) {
    while (first + 1 != top.end() && first->may_be_comment && first->cells.size() != columns_)
      ++skipped_.comments, ++first;
  }
  first_line_ = first->line;
  line_ = first_line_;
  std::vector<CsvRow> kept;
  for (auto row = first; row != top.end(); ++row)
    if (row == first || row->cells.size() >= columns_) kept.push_back(row->cells);
  choose_header(kept, form, expected);
}

void TableRows::choose_header(const std::vector<CsvRow>& top, const TableForm& form,
                              std::span<const std::string> expected) {
  CsvRow first = top.front();
  std::vector<CsvRow> below(top.begin() + 1, top.end());
  for (CsvRow& row : below) row.resize(columns_);
  const bool lacks_name = first.size() + 1 == columns_;
  const bool last_is_empty = std::ranges::all_of(below, [](const CsvRow& row) { return row.back().empty(); });
  if (lacks_name) first.insert(last_is_empty ? first.end() : first.begin(), "");
  if (first.size() > columns_) first.resize(columns_);
  if (first.size() != columns_) return;
  const bool has_expected = !expected.empty() && std::ranges::all_of(expected, [&](const std::string& name) {
    return std::ranges::find(first, name) != first.end();
  });
  const bool is_header =
      form.header == TableHeader::yes ||
      (form.header == TableHeader::automatic && (has_expected || names_columns(top.front(), below)));
  if (!is_header) return;
  header_ = std::move(first);
  // "#a,b,c"
  std::string& name = header_.front();
  if (name.starts_with('#') && name.size() > 1) name = std::string(trim(std::string_view(name).substr(1)));
}

void TableRows::keep_columns(std::size_t count) {
  columns_ = count;
  if (header_.size() > count) header_.resize(count);
}

CsvRows TableRows::restart() const {
  CsvRows rows(text_, separator_);
  for (CsvRows ahead = rows;;) {
    // Rows above the first one are skipped, and so is the header.
    try {
      const auto cells = ahead.next();
      if (!cells || ahead.line() > first_line_) return rows;
      const bool is_first = ahead.line() == first_line_;
      if (is_first && header_.empty()) return rows;
      rows = ahead;
      if (is_first) return rows;
    } catch (const Error&) {
      rows = ahead;
    }
  }
}

bool TableRows::is_skipped(std::span<const std::string_view> cells, const CsvRows& rows) const {
  if (columns_ > 1 && values_in(cells) == 0) return true;
  return cells.size() != columns_ && may_be_comment(rows.first_line());
}

std::span<const std::string_view> TableRows::cut(std::span<const std::string_view> cells) const {
  if (cells.size() <= columns_) return cells;
  const auto beyond = cells.subspan(columns_);
  return std::ranges::any_of(beyond, is_value) ? cells : cells.first(columns_);
}

std::string TableRows::wrong_width(std::size_t cells) const {
  return "has " + std::to_string(cells) + (cells == 1 ? " column" : " columns") + ", but the table has " +
         std::to_string(columns_);
}

}  // namespace ocelli::internal
