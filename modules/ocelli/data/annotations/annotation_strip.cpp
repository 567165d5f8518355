#include "ocelli/data/annotations/annotation_strip.hpp"

#include <fstream>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// Reads the header of an open strip. Checks that the file contains all the pixels that it promises.
ImageHeader read_header(std::ifstream& stream, const fs::path& path) {
  std::vector<std::byte> front(4096);
  stream.read(reinterpret_cast<char*>(front.data()), static_cast<std::streamsize>(front.size()));
  front.resize(static_cast<std::size_t>(stream.gcount()));
  const std::optional<ImageHeader> header = read_image_header(front);
  require(header && header->is_gray_pgm, Kind::input, "expected an 8-bit binary PGM for a strip image",
          path.native());
  require(header->width * header->height <= std::int64_t{1} << 31, Kind::input, "has too many pixels",
          path.native());
  stream.clear();
  stream.seekg(0, std::ios::end);
  const std::int64_t expected = static_cast<std::int64_t>(header->pixels_at) + header->width * header->height;
  require(
      stream.tellg() >= expected, Kind::input,
      [&] {
        return "is truncated: has " + std::to_string(stream.tellg()) + " bytes, but its header states " +
               std::to_string(expected);
      },
      path.native());
  return *header;
}

int count_rows(LineReader lines) {
  int count = 0;
  while (lines.next_with_text()) ++count;
  return count;
}

int cell_height(const Strip& strip, int cells, std::string_view name) {
  require(cells > 0, Kind::input, "lists no cells", name);
  require(
      strip.height % cells == 0, Kind::input,
      [&] {
        return "lists " + std::to_string(cells) + " cells, but the " + std::to_string(strip.height) +
               " rows of " + strip.path.string() + " are not a multiple of that; list every cell once";
      },
      name);
  return strip.height / cells;
}

int parse_index(const std::string& cell, int cells) {
  const std::optional<int> index = parse_count(cell);
  require(index && *index < cells, Kind::input, [&] {
    return "index must be an integer from 0 to " + std::to_string(cells - 1) + ", got " + in_quotes(cell);
  });
  return *index;
}

}  // namespace

Strip read_strip(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const ImageHeader header = read_header(stream, path);
  return {path, static_cast<int>(header.width), static_cast<int>(header.height)};
}

cv::Mat read_strip_cell(const fs::path& path, const StripCell& cell) {
  std::ifstream stream(path, std::ios::binary);
  const ImageHeader header = read_header(stream, path);
  const std::int64_t first_row = std::int64_t{cell.index} * cell.height;
  require(
      cell.index >= 0 && cell.height > 0 && first_row + cell.height <= header.height, Kind::input,
      [&] { return "has no cell " + std::to_string(cell.index); }, path.native());
  cv::Mat pixels(cell.height, static_cast<int>(header.width), CV_8UC1);
  stream.seekg(static_cast<std::int64_t>(header.pixels_at) + first_row * header.width);
  stream.read(pixels.ptr<char>(), static_cast<std::streamsize>(pixels.total()));
  require(stream.good(), Kind::input, "cannot be read", path.native());
  return pixels;
}

Annotations parse_strip_csv(std::string_view text, const Strip& strip, std::string_view name) {
  LineReader lines(text);
  const CsvHeader header(lines, name);
  const std::size_t index_column = header.at("index");
  const int cells = count_rows(lines);
  const int height = cell_height(strip, cells, name);
  const Box whole{0, 0, static_cast<float>(strip.width), static_cast<float>(height)};
  AnnotationBuilder builder(strip.path.parent_path(), name);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      const int index = parse_index(header.row(line->text)[index_column], cells);
      AnnotatedImage& image = builder.image("cell " + std::to_string(index), line->number);
      require(image.objects.empty(), Kind::input,
              [&] { return "lists cell " + std::to_string(index) + " again"; });
      image.path = strip.path;
      image.strip_cell = StripCell{index, height};
      image.objects.push_back({.box = whole, .line = line->number});
    });
  }
  return std::move(builder).take();
}

}  // namespace ocelli::internal
