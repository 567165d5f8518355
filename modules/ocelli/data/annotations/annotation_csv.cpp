#include "ocelli/data/annotations/annotation_csv.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_strip.hpp"
#include "ocelli/data/annotations/box_columns.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeparators = ",;\t";

CsvRow cells_or_none(std::string_view line, char separator) try {
  return split_cells(line, separator);
} catch (const Error&) {
  return {};
}

/// How a table is written and what its columns mean.
struct BoxDialect {
  char separator = ',';
  bool has_header = true;
  std::optional<BoxColumns> columns{};  ///< none: it is no table of boxes
};

/// What the first line of a table tells of it.
BoxDialect dialect_of(std::string_view line) {
  for (const char separator : kSeparators) {
    const CsvRow cells = cells_or_none(line, separator);
    if (auto columns = BoxColumns::of_header(cells)) return {separator, true, std::move(columns)};
    if (auto columns = BoxColumns::without_header(cells, true)) return {separator, false, std::move(columns)};
  }
  return {};
}

std::string_view first_line(std::string_view text) {
  return LineReader(text).next_with_text().value_or(NumberedLine{}).text;
}

/// What all numbers of a table tell of it.
struct BoxCensus {
  std::size_t boxes = 0, with_order = 0, fractions = 0, beyond_shares = 0;
};

BoxCensus take_census(std::string_view text, const BoxDialect& dialect) {
  constexpr double kMaxShare = 2;
  BoxCensus census;
  LineReader lines(text);
  if (dialect.has_header) lines.next_with_text();
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    const auto numbers = dialect.columns->numbers(cells_or_none(line->text, dialect.separator));
    if (!numbers) continue;
    const auto& [x, y, third, fourth] = *numbers;
    ++census.boxes;
    census.with_order += third > x && fourth > y ? 1 : 0;
    for (const double number : *numbers) {
      census.fractions += number != std::floor(number) ? 1 : 0;
      census.beyond_shares += std::abs(number) > kMaxShare ? 1 : 0;
    }
  }
  return census;
}

/// Whether boxes without a header are corners: nearly all of them can be. A few can be by chance where they
/// are sides.
bool are_corners(const BoxCensus& census, std::string_view name) {
  if (20 * census.with_order >= 19 * census.boxes) return true;
  require(2 * census.with_order <= census.boxes, Kind::input,
          "has no header row, and its numbers can be corners (x1,y1,x2,y2) as well as sides (x,y,w,h): add a "
          "header such as 'image,x1,y1,x2,y2,class'",
          name);
  return false;
}

bool is_strip_table(std::string_view text) {
  const CsvRow names = cells_or_none(first_line(text), ',');
  return std::ranges::count(names, "index") > 0 && std::ranges::count(names, "image") == 0;
}

fs::path stem_folder(const fs::path& path) { return path.parent_path() / path.stem(); }

fs::path find_strip(const fs::path& path) {
  fs::path beside = fs::path(path).replace_extension(".pgm");
  std::error_code failure;
  if (fs::exists(beside, failure)) return beside;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(stem_folder(path), failure)) {
    if (entry.path().extension() == ".pgm") found.push_back(entry.path());
  }
  require(
      found.size() == 1, Kind::input,
      [&] {
        return "lists the cells of a strip; there must be " + beside.string() + " or one .pgm file in " +
               stem_folder(path).string();
      },
      path.native());
  return found.front();
}

bool is_csv_name(const fs::path& path) { return has_extension(path, ".csv") || has_extension(path, ".tsv"); }

/// Whether a line could be the first of a table without a header, not of something else.
bool names_image_file(const BoxDialect& dialect, std::string_view line) {
  const CsvRow cells = cells_or_none(line, dialect.separator);
  return has_image_extension(cells[dialect.columns->image()]);
}

bool is_csv(const AnnotationInput& input) {
  if (input.is_folder) return only_file(input, ".csv").has_value();
  if (is_csv_name(input.path) || is_strip_table(input.text)) return true;
  const std::string_view line = first_line(input.text);
  const BoxDialect dialect = dialect_of(line);
  return dialect.columns && (dialect.has_header || names_image_file(dialect, line));
}

Annotations read_csv(const AnnotationInput& given) {
  const AnnotationInput input = only_file(given, ".csv").value();
  if (is_strip_table(input.text))
    return parse_strip_csv(input.text, read_strip(find_strip(input.path)), input.name());
  BoxTable table = parse_box_csv(input.text, {}, input.name());
  std::vector<fs::path> folders = {input.beside()};
  std::error_code failure;
  const fs::path of_its_name = stem_folder(input.path), images = input.beside() / "images";
  if (fs::is_directory(of_its_name, failure)) folders.insert(folders.begin(), of_its_name);
  if (fs::is_directory(images, failure)) folders.push_back(images);
  find_images(table, folders, input.reading);
  if (table.in_shares) scale_to_pixels(table);
  return table;
}

}  // namespace

BoxTable parse_box_csv(std::string_view text, const fs::path& folder, std::string_view name) {
  LineReader lines(text);
  const CsvHeader header(lines, name);  // which refuses what has no first row
  BoxDialect dialect = dialect_of(first_line(text));
  require(
      dialect.columns.has_value(), Kind::input,
      [&] { return BoxColumns::missing_in(cells_or_none(first_line(text), ',')); }, name);
  const BoxCensus census = take_census(text, dialect);
  BoxTable table;
  table.in_shares = dialect.columns->is_open_images() || (census.fractions > 0 && census.beyond_shares == 0);
  if (!dialect.has_header) {
    lines = LineReader(text);
    const bool corners = are_corners(census, name);
    dialect.columns = BoxColumns::without_header(cells_or_none(first_line(text), dialect.separator), corners);
    table.notes.push_back(std::string(name) + " has no header row: its numbers are read as " +
                          (corners ? "x1, y1, x2, y2" : "x, y, width, height"));
  }
  AnnotationBuilder builder(folder, name);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      const CsvRow row = split_cells(line->text, dialect.separator);
      if (row.size() != dialect.columns->count()) {
        throw Error(Kind::input, "has " + std::to_string(row.size()) + " columns where the " +
                                     (dialect.has_header ? "header has " : "first row has ") +
                                     std::to_string(dialect.columns->count()));
      }
      dialect.columns->read(row, line->number, builder);
    });
  }
  append(table, std::move(builder).take());
  return table;
}

const AnnotationFormat csv_format{"a CSV table of boxes", "one .csv file", is_csv, read_csv};

}  // namespace ocelli::internal
