#include "ocelli/data/annotations/annotation_csv.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_strip.hpp"
#include "ocelli/data/formats/csv_table.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

using FourNames = std::array<std::string_view, 4>;
using FourValues = std::array<float, 4>;
constexpr FourNames kBoxNames = {"x", "y", "w", "h"};
constexpr FourNames kEyeNames = {"lex", "ley", "rex", "rey"};
constexpr FourNames kMouthNames = {"lmx", "lmy", "rmx", "rmy"};

/// Four columns of coordinates that are given together or not at all.
class FourColumns {
 public:
  FourColumns(const CsvHeader& header, const FourNames& names) : names_(names) {
    std::ranges::transform(names, columns_.begin(),
                           [&header](std::string_view name) { return header.at(name); });
  }

  std::optional<FourValues> read(const CsvRow& row) const {
    if (std::ranges::all_of(columns_, [&row](std::size_t column) { return row[column].empty(); })) return {};
    FourValues values{};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = parse_coordinate(row[columns_[i]], names_[i]);
    return values;
  }

 private:
  FourNames names_;
  std::array<std::size_t, 4> columns_{};
};

std::optional<FourColumns> find(const CsvHeader& header, const FourNames& names) {
  const auto has = [&header](std::string_view name) { return header.find(name).has_value(); };
  if (!std::ranges::all_of(names, has)) return std::nullopt;
  return FourColumns(header, names);
}

/// Faces known to be frontal count; those that are not, or that nobody has judged, do not.
bool is_ignored(std::string_view frontal) {
  if (frontal == "1") return false;
  if (frontal.empty() || frontal == "0") return true;
  throw Error(Kind::input, "frontal is " + in_quotes(frontal) + ", neither 0 nor 1");
}

/// What the columns of one table mean.
class BoxColumns {
 public:
  explicit BoxColumns(const CsvHeader& header)
      : image_(header.at("image")),
        box_(header, kBoxNames),
        eyes_(find(header, kEyeNames)),
        mouth_(find(header, kMouthNames)),
        label_(header.find("label")),
        frontal_(header.find("frontal")) {}

  void read(const CsvRow& row, int line, AnnotationBuilder& builder) const {
    const std::optional<FourValues> box = box_.read(row);
    if (!box) {
      builder.image(row[image_], line);
      return;
    }
    const auto [x, y, w, h] = *box;
    AnnotatedObject object{.box = {x, y, w, h}, .line = line};
    if (frontal_) object.ignored = is_ignored(row[*frontal_]);
    if (label_) object.label = row[*label_];
    if (eyes_) object.eyes = read_eyes(row);
    if (mouth_) object.mouth = read_mouth(row);
    builder.add(row[image_], std::move(object));
  }

 private:
  std::optional<Eyes> read_eyes(const CsvRow& row) const {
    const std::optional<FourValues> eyes = eyes_->read(row);
    if (!eyes) return std::nullopt;
    const auto [left_x, left_y, right_x, right_y] = *eyes;
    return Eyes{{left_x, left_y}, {right_x, right_y}};
  }

  std::optional<Point> read_mouth(const CsvRow& row) const {
    const std::optional<FourValues> corners = mouth_->read(row);
    if (!corners) return std::nullopt;
    const auto [left_x, left_y, right_x, right_y] = *corners;
    return Point{(left_x + right_x) / 2, (left_y + right_y) / 2};
  }

  std::size_t image_;
  FourColumns box_;
  std::optional<FourColumns> eyes_, mouth_;
  std::optional<std::size_t> label_, frontal_;
};

bool is_strip_table(std::string_view text, std::string_view name) {
  LineReader lines(text);
  const CsvHeader header(lines, name);
  return header.find("index") && !header.find("image");
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

bool names_csv_columns(std::string_view line) try {
  const CsvRow cells = split_cells(line);
  return std::ranges::count(cells, "image") > 0 || std::ranges::count(cells, "index") > 0;
} catch (const Error&) {
  return false;
}

bool is_csv(const AnnotationInput& input) {
  if (input.is_folder) return false;
  if (input.path.extension() == ".csv") return true;
  return names_csv_columns(LineReader(input.text).next_with_text().value_or(NumberedLine{}).text);
}

Annotations read_csv(const AnnotationInput& input) {
  if (is_strip_table(input.text, input.name()))
    return parse_strip_csv(input.text, read_strip(find_strip(input.path)), input.name());
  Annotations annotations = parse_box_csv(input.text, {}, input.name());
  std::vector<fs::path> folders = {input.beside()};
  std::error_code failure;
  const fs::path of_its_name = stem_folder(input.path);
  if (fs::is_directory(of_its_name, failure)) folders.insert(folders.begin(), of_its_name);
  find_images(annotations, folders);
  return annotations;
}

}  // namespace

Annotations parse_box_csv(std::string_view text, const fs::path& folder, std::string_view name) {
  LineReader lines(text);
  const CsvHeader header(lines, name);
  const BoxColumns columns(header);
  AnnotationBuilder builder(folder, name);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] { columns.read(header.row(line->text), line->number, builder); });
  }
  return std::move(builder).take();
}

const AnnotationFormat csv_format{"CSV", "", is_csv, read_csv};

}  // namespace ocelli
