#include "ocelli/data/formats/idx_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMagicBytes = 4, kSizeBytes = 4, kMaxDimensions = 3;
constexpr std::size_t kMaxHeader = kMagicBytes + kMaxDimensions * kSizeBytes;

/// The magic number's third byte.
enum Type : std::int64_t { kBytes = 0x08, kInt16 = 0x0B, kInt32 = 0x0C };

std::optional<std::size_t> bytes_of_value(std::int64_t type) {
  if (type == kBytes) return 1;
  if (type == kInt16) return 2;
  if (type == kInt32) return 4;
  return std::nullopt;
}

struct IdxHeader {
  std::int64_t type = 0;
  std::vector<std::uint32_t> shape;

  std::size_t bytes() const { return kMagicBytes + shape.size() * kSizeBytes; }
};

bool has_magic(Bytes front) {
  const std::int64_t dimensions = big(front, 3, 1);
  return front.size() >= kMagicBytes && big(front, 0, 2) == 0 && bytes_of_value(big(front, 2, 1)) &&
         dimensions >= 1 && dimensions <= std::int64_t{kMaxDimensions};
}

IdxHeader parse_header(Bytes front, const std::string& name) {
  require(has_magic(front), Kind::input,
          "is not an IDX file of bytes, 16- or 32-bit integers in 1 to 3 dimensions", name);
  IdxHeader header{big(front, 2, 1), std::vector<std::uint32_t>(static_cast<std::size_t>(big(front, 3, 1)))};
  require(
      front.size() >= header.bytes(), Kind::input,
      [&] {
        return "is truncated: its header has " + std::to_string(header.bytes()) + " bytes, the file " +
               std::to_string(front.size());
      },
      name);
  for (std::size_t i = 0; i < header.shape.size(); ++i)
    header.shape[i] = static_cast<std::uint32_t>(big(front, kMagicBytes + i * kSizeBytes, kSizeBytes));
  return header;
}

/// "60000 x 28 x 28".
std::string to_string(std::span<const std::uint32_t> shape) {
  std::string text;
  for (const std::uint32_t size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

/// The number of bytes in the header and all values.
std::uint64_t bytes_in_all(const IdxHeader& header, const std::string& name) {
  require(
      std::ranges::count(header.shape, 0u) == 0, Kind::input,
      [&] { return "is empty: it contains " + to_string(header.shape) + " values"; }, name);
  std::uint64_t bytes = *bytes_of_value(header.type);
  for (const std::uint32_t size : header.shape) {
    require(
        size <= kMaxIdxBytes / bytes, Kind::input,
        [&] {
          return "contains " + to_string(header.shape) + " values, more than the " +
                 std::to_string(kMaxIdxBytes) + " bytes allowed";
        },
        name);
    bytes *= size;
  }
  return header.bytes() + bytes;
}

template <class Value>
std::vector<Value> values_in(Bytes bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Value>(big(bytes, i * sizeof(Value), sizeof(Value)));
  return values;
}

template <>
std::vector<std::uint8_t> values_in(Bytes bytes) {
  std::vector<std::uint8_t> values(bytes.size());
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

decltype(IdxArray::values) values_of(std::int64_t type, Bytes bytes) {
  if (type == kInt16) return values_in<std::int16_t>(bytes);
  if (type == kInt32) return values_in<std::int32_t>(bytes);
  return values_in<std::uint8_t>(bytes);
}

void require_size(std::uint64_t found, std::uint64_t expected, const IdxHeader& header,
                  const std::string& name) {
  const std::string promised =
      std::to_string(expected) + " bytes that its header, " + to_string(header.shape) + " values, specifies";
  require(
      found >= expected, Kind::input,
      [&] { return "is truncated: it contains " + std::to_string(found) + " of the " + promised; }, name);
  require(
      found <= expected, Kind::input, [&] { return "contains data after the " + promised; }, name);
}

/// Enough of a file to identify it.
std::vector<std::byte> front_of(const fs::path& path) {
  constexpr std::size_t kEnough = 4096;
  std::vector<std::byte> bytes(kEnough);
  std::ifstream stream(path, std::ios::binary);
  stream.read(reinterpret_cast<char*>(bytes.data()), kEnough);
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

/// Opens only regular files, because data read from a pipe would be lost.
bool opens_as_idx(const fs::path& path) try {
  std::error_code failure;
  return fs::is_regular_file(path, failure) && has_magic(unpack(front_of(path), kMagicBytes, path.string()));
} catch (const Error&) {
  return false;
}

bool is_named_as_idx(const fs::path& path) {
  constexpr std::array<std::string_view, 4> kEnds = {".idx", "-ubyte", "-short", "-int"};
  const std::string name = in_lower_case((ends_in(path, {".gz"}) ? path.stem() : path.filename()).string());
  return std::ranges::any_of(kEnds, [&name](std::string_view end) { return name.ends_with(end); });
}

IdxImages images_of(IdxArray array, const std::string& name) {
  auto* const pixels = std::get_if<std::vector<std::uint8_t>>(&array.values);
  require(
      pixels && array.shape.size() == 3, Kind::input,
      [&] {
        return "contains " + to_string(array.shape) +
               " values; images are bytes in three dimensions: images x rows x columns";
      },
      name);
  const std::uint32_t height = array.shape[1], width = array.shape[2];
  require(
      width <= kMaxPixels / height, Kind::input,
      [&] {
        return "has images of " + std::to_string(width) + " x " + std::to_string(height) +
               " pixels, more than the " + std::to_string(kMaxPixels) + " allowed";
      },
      name);
  return {{static_cast<int>(width), static_cast<int>(height)}, std::move(*pixels)};
}

std::uint16_t as_label(std::int64_t value, const std::string& name) {
  if (value >= 0 && value < std::int64_t{kMaxClasses}) return static_cast<std::uint16_t>(value);
  throw Error(Kind::input,
              "contains the label " + std::to_string(value) + "; labels must be from 0 to " +
                  std::to_string(kMaxClasses - 1),
              name);
}

std::vector<std::uint16_t> labels_of(const IdxArray& array, const std::string& name) {
  require(
      array.shape.size() == 1, Kind::input,
      [&] { return "contains " + to_string(array.shape) + " values; labels are a file of one dimension"; },
      name);
  std::vector<std::uint16_t> labels;
  labels.reserve(array.shape.front());
  std::visit(
      [&](const auto& values) {
        for (const auto value : values) labels.push_back(as_label(value, name));
      },
      array.values);
  return labels;
}

std::vector<std::string> numbers_up_to(std::uint16_t largest) {
  std::vector<std::string> names;
  for (int number = 0; number <= largest; ++number) names.push_back(std::to_string(number));
  return names;
}

}  // namespace

IdxArray parse_idx(std::span<const std::byte> file, const std::string& name) {
  const IdxHeader header = parse_header(unpack(file, kMaxHeader, name), name);
  const std::uint64_t expected = bytes_in_all(header, name);
  const std::vector<std::byte> content = unpack(file, expected + 1, name);
  require_size(content.size(), expected, header, name);
  return {header.shape, values_of(header.type, Bytes(content).subspan(header.bytes()))};
}

IdxArray read_idx(const fs::path& path) {
  return parse_idx(read_file(path, kMaxIdxBytes + kMaxHeader), path.string());
}

bool is_idx_file(const fs::path& path) { return is_named_as_idx(path) || opens_as_idx(path); }

IdxImages read_idx_frames(const fs::path& path) { return images_of(read_idx(path), path.string()); }

Samples read_idx_images(const fs::path& path) {
  const IdxImages images = read_idx_frames(path);
  Samples samples{SampleValues(images.count(), images.shape.pixels()), images.shape, {}, {}};
  std::ranges::copy(images.pixels, samples.values.data());
  return samples;
}

Samples read_labeled_idx(const fs::path& images, const fs::path& labels) {
  Samples samples = read_idx_images(images);
  samples.labels = labels_of(read_idx(labels), labels.string());
  require(
      samples.labels.size() == samples.count(), Kind::input,
      [&] {
        return "contains " + std::to_string(samples.labels.size()) + " labels for the " +
               std::to_string(samples.count()) + " images of " + images.string();
      },
      labels.native());
  samples.classes = numbers_up_to(*std::ranges::max_element(samples.labels));
  return samples;
}

}  // namespace ocelli::internal
