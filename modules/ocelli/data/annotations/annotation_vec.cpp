#include "ocelli/data/annotations/annotation_vec.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <regex>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kFrontBytes = 64;  ///< enough to recognize that it is not a .vec file
constexpr int kMaxSamplePixels = 1 << 20;

std::uint64_t bytes_per_sample(std::uint64_t pixels) { return 1 + 2 * pixels; }

struct Shape {
  int width = 0, height = 0;
};

/// The shape in a file's name: "cars-48x24.vec". The last one that fits the pixels counts.
std::optional<Shape> shape_in_name(const fs::path& path, std::int64_t pixels) {
  static const std::regex kShape("([0-9]{1,4})x([0-9]{1,4})");
  const std::string stem = path.stem().string();
  std::optional<Shape> shape;
  for (std::sregex_iterator match(stem.begin(), stem.end(), kShape), end; match != end; ++match) {
    const Shape named{std::stoi((*match)[1]), std::stoi((*match)[2])};
    if (std::int64_t{named.width} * named.height == pixels) shape = named;
  }
  return shape;
}

Shape shape_of(const fs::path& path, std::int64_t pixels) {
  if (const std::optional<Shape> named = shape_in_name(path, pixels)) return *named;
  const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(pixels))));
  require(
      std::int64_t{side} * side == pixels, Kind::input,
      [&] {
        return "has samples of " + std::to_string(pixels) +
               " pixels, which is not a square; put the shape in the file's name, such as cars-48x24.vec";
      },
      path.native());
  return {side, side};
}

std::vector<std::byte> read_bytes(std::ifstream& stream, std::uint64_t offset, std::size_t count) {
  std::vector<std::byte> bytes(count);
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

VecFile read_vec_header(std::ifstream& stream, const fs::path& path) {
  require(stream.is_open(), Kind::input, "cannot be read", path.native());
  const std::vector<std::byte> front = read_bytes(stream, 0, kFrontBytes);
  stream.clear();
  stream.seekg(0, std::ios::end);
  return parse_vec_header(front, static_cast<std::uint64_t>(stream.tellg()), path);
}

Annotations read_vec(const AnnotationInput& input) {
  std::ifstream stream(input.path, std::ios::binary);
  const VecFile file = read_vec_header(stream, input.path);
  const Box whole{0, 0, static_cast<float>(file.width), static_cast<float>(file.height)};
  Annotations annotations;
  annotations.images.reserve(static_cast<std::size_t>(file.samples));
  for (int i = 0; i < file.samples; ++i) {
    annotations.images.push_back({.path = input.path,
                                  .strip_cell = StripCell{i, file.height},
                                  .objects = {{.box = whole, .line = i + 1}},
                                  .source = input.name(),
                                  .line = i + 1});
  }
  return annotations;
}

}  // namespace

bool is_vec_file(const fs::path& path) { return ends_in(path, {".vec"}); }

VecFile parse_vec_header(std::span<const std::byte> front, std::uint64_t bytes, const fs::path& path) {
  if (is_lfs_pointer(front)) throw Error(Kind::input, unreadable_image(front), path.native());
  require(front.size() >= kHeaderBytes, Kind::input, "is too short for a .vec file", path.native());
  const std::int64_t samples = little(front, 0, 4), pixels = little(front, 4, 4);
  require(
      samples > 0 && samples <= static_cast<std::int64_t>(AnnotationLimits::images), Kind::input,
      [&] {
        return "has " + std::to_string(samples) + " samples; expected 1 to " +
               std::to_string(AnnotationLimits::images);
      },
      path.native());
  require(
      pixels > 0 && pixels <= kMaxSamplePixels, Kind::input,
      [&] {
        return "has samples of " + std::to_string(pixels) + " pixels; expected 1 to " +
               std::to_string(kMaxSamplePixels);
      },
      path.native());
  const std::uint64_t expected = kHeaderBytes + static_cast<std::uint64_t>(samples) *
                                                    bytes_per_sample(static_cast<std::uint64_t>(pixels));
  require(
      bytes >= expected, Kind::input,
      [&] {
        return "is truncated: has " + std::to_string(bytes) + " bytes, but its header states " +
               std::to_string(expected);
      },
      path.native());
  const Shape shape = shape_of(path, pixels);
  return {path, static_cast<int>(samples), shape.width, shape.height};
}

cv::Mat parse_vec_sample(std::span<const std::byte> bytes, const VecFile& file, int sample) {
  cv::Mat pixels(file.height, file.width, CV_8UC1);
  require(bytes.size() >= bytes_per_sample(pixels.total()), Kind::input, "cannot be read",
          file.path.native());
  for (std::size_t i = 0; i < pixels.total(); ++i) {
    const std::int64_t level = little(bytes, 1 + 2 * i, 2);
    require(
        level <= 255, Kind::input,
        [&] {
          return "sample " + std::to_string(sample + 1) + " has the value " + std::to_string(level) +
                 ", which is not a gray level from 0 to 255";
        },
        file.path.native());
    pixels.data[i] = static_cast<std::uint8_t>(level);
  }
  return pixels;
}

cv::Mat read_vec_sample(const fs::path& path, const StripCell& cell) {
  std::ifstream stream(path, std::ios::binary);
  const VecFile file = read_vec_header(stream, path);
  require(
      cell.index >= 0 && cell.index < file.samples && cell.height == file.height, Kind::input,
      [&] { return "has no sample " + std::to_string(std::int64_t{cell.index} + 1); }, path.native());
  const std::uint64_t size =
      bytes_per_sample(static_cast<std::uint64_t>(file.width) * static_cast<std::uint64_t>(file.height));
  const std::uint64_t offset = kHeaderBytes + static_cast<std::uint64_t>(cell.index) * size;
  return parse_vec_sample(read_bytes(stream, offset, size), file, cell.index);
}

const AnnotationFormat vec_format{
    "OpenCV's .vec samples", "",
    [](const AnnotationInput& input) { return !input.is_folder && is_vec_file(input.path); }, read_vec};

}  // namespace ocelli::internal
