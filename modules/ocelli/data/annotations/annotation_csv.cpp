#include "ocelli/data/annotations/annotation_csv.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_strip.hpp"
#include "ocelli/data/annotations/box_columns.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeparators = ",;\t|";

CsvRow cells_or_none(std::string_view line, char separator) try {
  return split_cells(line, separator);
} catch (const Error&) {
  return {};
}

/// How a table is written and what its columns mean.
struct BoxDialect {
  char separator = ',';
  bool has_header = true;
  std::optional<BoxColumns> columns{};  ///< empty if it is not a table of boxes
};

/// The dialect that the first line of a table suggests. `separators` are the possible ones.
BoxDialect dialect_of(std::string_view line, std::string_view separators) {
  for (const char separator : separators) {
    const CsvRow cells = cells_or_none(line, separator);
    if (auto columns = BoxColumns::of_header(cells)) return {separator, true, std::move(columns)};
    if (auto columns = BoxColumns::without_header(cells, true)) return {separator, false, std::move(columns)};
  }
  return {};
}

/// The first row of a table, after anything that spreadsheets and tools write before it.
struct TableFront {
  std::string_view row{};   ///< without a '#' before the column names; empty if there is no row
  int line = 0;             ///< its number
  std::string separator{};  ///< from "sep=;", as written by Excel; empty if there is none
  LineReader rows;          ///< from the first row after the header
  BoxDialect dialect{};
};

/// The single character of "sep=;", else nothing.
std::string stated_separator(std::string_view line) {
  constexpr std::string_view kStatement = "sep=";
  std::string_view text = trim(line);
  if (text.size() > 2 && text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
  const bool states =
      text.size() <= kStatement.size() + 1 && in_lower_case(std::string(text)).starts_with(kStatement);
  if (!states) return {};
  return text.size() > kStatement.size() ? std::string(text.substr(kStatement.size())) : "\t";
}

TableFront front_of(std::string_view text) {
  TableFront front{.rows = LineReader(text)};
  LineReader below = front.rows;
  while (const std::optional<NumberedLine> line = below.next_with_text()) {
    const std::string_view separators =
        front.separator.empty() ? kSeparators : std::string_view(front.separator);
    const std::string_view row = trim(line->text);
    const bool is_comment = row.starts_with('#') || row.starts_with("//");
    if (const std::string stated = stated_separator(row); !stated.empty()) {
      front.separator = stated;
    } else {
      front.row = is_comment ? row.substr(std::min(row.find_first_not_of("#/"), row.size())) : line->text;
      front.line = line->number;
      front.dialect = dialect_of(front.row, separators);
      const bool is_header = front.dialect.columns && front.dialect.has_header;
      if (is_header) front.rows = below;
      if (is_header || !is_comment) return front;
    }
    front.rows = below;
  }
  return {.rows = below};
}

/// Statistics over all numbers of a table.
struct BoxCensus {
  std::size_t boxes = 0, with_order = 0, fractions = 0, in_shares = 0, beyond_as_sides = 0;
};

/// The cells of a row. If there are too many, those of an unquoted "[5, 10, 70, 80]" are joined into one.
CsvRow with_joined_brackets(CsvRow row, const BoxDialect& dialect) {
  if (row.size() <= dialect.columns->count()) return row;
  CsvRow joined;
  bool is_open = false;
  for (std::string& cell : row) {
    const bool begins = cell.starts_with('[') || cell.starts_with('(');
    const bool ends = cell.ends_with(']') || cell.ends_with(')');
    if (is_open) {
      joined.back() += "," + cell;
    } else {
      joined.push_back(std::move(cell));
    }
    is_open = (is_open || begins) && !ends;
  }
  return joined;
}

BoxCensus take_census(LineReader lines, const BoxDialect& dialect) {
  constexpr double kMaxShare = 2;
  BoxCensus census;
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    const CsvRow row = with_joined_brackets(cells_or_none(line->text, dialect.separator), dialect);
    const auto numbers = dialect.columns->numbers(row);
    if (!numbers) continue;
    const auto& [x, y, third, fourth] = *numbers;
    ++census.boxes;
    census.beyond_as_sides += dialect.columns->reaches_beyond(row, *numbers) ? 1 : 0;
    census.with_order += third > x && fourth > y ? 1 : 0;
    bool fits = true;
    for (const double number : *numbers) {
      census.fractions += number != std::floor(number) ? 1 : 0;
      fits = fits && std::abs(number) <= kMaxShare;
    }
    census.in_shares += fits ? 1 : 0;
  }
  return census;
}

/// Whether boxes are fractions of their images: nearly all of them can be, whatever the columns are called.
/// The few that cannot are considered wrong.
bool are_shares(const BoxCensus& census, const BoxColumns& columns) {
  if (census.boxes == 0 || 20 * census.in_shares < 19 * census.boxes) return false;
  return census.fractions > 0 || columns.is_open_images();
}

/// Whether boxes without a header are corners: nearly all of them can be. If they are sides, a few can be by
/// chance.
bool are_corners(const BoxCensus& census, std::string_view name) {
  if (20 * census.with_order >= 19 * census.boxes) return true;
  require(2 * census.with_order <= census.boxes, Kind::input,
          "has no header row, and its numbers could be x1,y1,x2,y2 or x,y,w,h: add a "
          "header such as 'image,x1,y1,x2,y2,class'",
          name);
  return false;
}

bool is_strip_table(std::string_view text) {
  if (front_of(text).dialect.columns) return false;
  const CsvRow names = cells_or_none(LineReader(text).next_with_text().value_or(NumberedLine{}).text, ',');
  return std::ranges::count(names, "index") > 0 && std::ranges::count(names, "image") == 0;
}

fs::path stem_folder(const fs::path& path) { return path.parent_path() / path.stem(); }

fs::path find_strip(const fs::path& path) {
  fs::path beside = fs::path(path).replace_extension(".pgm");
  std::error_code failure;
  if (fs::exists(beside, failure)) return beside;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(stem_folder(path), failure)) {
    if (ends_in(entry.path(), {".pgm"})) found.push_back(entry.path());
  }
  require(
      found.size() == 1, Kind::input,
      [&] {
        return "lists cells of a strip image; expected " + beside.string() + " or one .pgm file in " +
               stem_folder(path).string();
      },
      path.native());
  return found.front();
}

bool is_csv_name(const fs::path& path) { return has_extension(path, ".csv") || has_extension(path, ".tsv"); }

/// Whether a line could be the first of a table without a header, and nothing else.
bool names_image_file(const TableFront& front) {
  const CsvRow cells = cells_or_none(front.row, front.dialect.separator);
  return has_image_extension(cells[front.dialect.columns->image()]);
}

bool is_csv(const AnnotationInput& input) {
  if (input.is_folder) return only_file(input, ".csv").has_value();
  if (is_csv_name(input.path) || is_strip_table(input.text)) return true;
  const TableFront front = front_of(input.text);
  return front.dialect.columns && (front.dialect.has_header || names_image_file(front));
}

void require_first_row(const TableFront& front, std::string_view name) {
  require(!front.row.empty(), Kind::input, "is empty; expected a header row such as 'image,x,y,w,h'", name);
  if (front.dialect.columns) return;
  try {
    split_cells(front.row);
  } catch (const Error& error) {
    throw Error(error.kind(), error.message(), place(name, front.line));
  }
}

/// The cells of an unrecognized first row, split at its most frequent separator.
CsvRow likely_cells(const TableFront& front) {
  CsvRow max;
  for (const char separator : kSeparators) {
    CsvRow cells = cells_or_none(front.row, separator);
    if (cells.size() > max.size()) max = std::move(cells);
  }
  return max;
}

/// The cells of a row without the empty ones that spreadsheets append.
CsvRow cells_of_row(std::string_view line, const BoxDialect& dialect) {
  const std::size_t count = dialect.columns->count();
  CsvRow row = with_joined_brackets(split_cells(line, dialect.separator), dialect);
  while (row.size() > count && row.back().empty()) row.pop_back();
  if (row.size() == count) return row;
  throw Error(Kind::input, "has " + std::to_string(row.size()) + " columns, but the " +
                               (dialect.has_header ? "header has " : "first row has ") +
                               std::to_string(count));
}

Annotations read_rows(const TableFront& front, const fs::path& folder, std::string_view name) {
  AnnotationBuilder builder(folder, name);
  LineReader lines = front.rows;
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      const bool is_comment =
          trim(line->text).starts_with('#') &&
          cells_or_none(line->text, front.dialect.separator).size() != front.dialect.columns->count();
      if (is_comment) return;
      front.dialect.columns->read(cells_of_row(line->text, front.dialect), line->number, builder);
    });
  }
  return std::move(builder).take();
}

Annotations read_csv(const AnnotationInput& given) {
  const AnnotationInput input = only_file(given, ".csv").value();
  if (is_strip_table(input.text))
    return parse_strip_csv(input.text, read_strip(find_strip(input.path)), input.name());
  BoxTable table = parse_box_csv(input.text, {}, input.name());
  std::vector<fs::path> folders = {input.beside()};
  std::error_code failure;
  const fs::path of_its_name = stem_folder(input.path), images = input.beside() / "images";
  const fs::path above = (input.beside() / ".." / "images").lexically_normal();
  if (fs::is_directory(of_its_name, failure)) folders.insert(folders.begin(), of_its_name);
  for (const fs::path& folder : {images, images / input.path.stem(), above / input.path.stem(), above}) {
    if (fs::is_directory(folder, failure)) folders.push_back(folder);
  }
  find_images(table, folders, input.reading);
  if (table.in_shares) scale_to_pixels(table);
  return table;
}

}  // namespace

BoxTable parse_box_csv(std::string_view text, const fs::path& folder, std::string_view name) {
  TableFront front = front_of(text);
  require_first_row(front, name);
  BoxDialect& dialect = front.dialect;
  require(
      dialect.columns.has_value(), Kind::input, [&] { return BoxColumns::missing_in(likely_cells(front)); },
      name);
  const BoxCensus census = take_census(front.rows, dialect);
  BoxTable table;
  table.in_shares = are_shares(census, *dialect.columns);
  const bool are_cells_corners =
      dialect.columns->is_doubtful() && census.beyond_as_sides > 0 && census.with_order == census.boxes;
  if (are_cells_corners) {
    dialect.columns->take_corners();
    table.notes.push_back(std::string(name) + ": boxes are read as x1, y1, x2, y2; as x, y, width, height " +
                          "they would extend beyond their images");
  }
  if (!dialect.has_header && !dialect.columns->is_known_layout()) {
    const bool corners = are_corners(census, name);
    dialect.columns = BoxColumns::without_header(cells_or_none(front.row, dialect.separator), corners);
    table.notes.push_back(std::string(name) + " has no header row: its numbers are read as " +
                          (corners ? "x1, y1, x2, y2" : "x, y, width, height"));
  }
  append(table, read_rows(front, folder, name));
  return table;
}

const AnnotationFormat csv_format{"a CSV table of boxes", "one .csv file", is_csv, read_csv};

}  // namespace ocelli::internal
