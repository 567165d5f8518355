#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Limit for the content of an IDX file, inflated, in bytes.
inline constexpr std::uint64_t kMaxIdxBytes = std::uint64_t{1} << 31;

/// An array of integers from an IDX file: its shape, outermost dimension first, and its values, with the last
/// dimension varying fastest.
struct IdxArray {
  std::vector<std::uint32_t> shape;
  std::variant<std::vector<std::uint8_t>, std::vector<std::int16_t>, std::vector<std::int32_t>> values;
};

/// Reads an IDX file in memory, plain or gzip. `name` is for messages.
///
/// Its values may be bytes (type 0x08), or 16- or 32-bit integers (0x0B, 0x0C), big-endian, in 1 to 3
/// dimensions of at least 1. A gzip file is inflated only as far as its header requires.
/// Throws  Error(Kind::input) naming the file when it is not such a file, or has more or fewer values than
/// its header states, or more than kMaxIdxBytes.
/// Source  LeCun, Cortes and Burges, The MNIST database: "the IDX file format".
IdxArray parse_idx(std::span<const std::byte> file, const std::string& name);

/// The same from disk.
IdxArray read_idx(const std::filesystem::path& path);

/// Whether a file is meant to be IDX: by its first bytes, inflated if it is gzip, or else by its name
/// (*.idx, *-ubyte, *-short, *-int; each also with .gz).
bool is_idx_file(const std::filesystem::path& path);

/// Gray images of equal size, one after the other.
struct IdxImages {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;

  std::size_t count() const { return pixels.size() / shape.pixels(); }
  std::span<const std::uint8_t> image(std::size_t index) const {
    return std::span(pixels).subspan(index * shape.pixels(), shape.pixels());
  }
};

/// Reads an IDX file of images: bytes in three dimensions, images x rows x columns. Throws like parse_idx(),
/// and for arrays of other types and dimensions.
IdxImages read_idx_frames(const std::filesystem::path& path);

/// The images as samples, gray levels 0 .. 255, without labels.
Samples read_idx_images(const std::filesystem::path& images);

/// The images with their labels, an IDX file of one dimension. The classes are named by their numbers, "0" to
/// the largest label. Throws Error(Kind::input) also when the two files differ in count, and for labels
/// beyond kMaxClasses.
Samples read_labeled_idx(const std::filesystem::path& images, const std::filesystem::path& labels);

}  // namespace ocelli::internal
