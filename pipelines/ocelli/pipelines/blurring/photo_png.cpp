#include <array>
#include <cstring>
#include <opencv2/imgcodecs.hpp>
#include <string_view>

#include <zlib.h>

#include "ocelli/core/plugin.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/pipelines/blurring/exif_cleaning.hpp"
#include "ocelli/pipelines/blurring/photo_blurring.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kPngSignature = 8, kAroundChunk = 12;  // bytes of a chunk besides its content

/// A chunk of a PNG file.
struct PngChunk {
  std::string_view name;
  Bytes content, whole;
};

std::vector<PngChunk> png_chunks_of(Bytes file) {
  std::vector<PngChunk> chunks;
  for (std::size_t at = kPngSignature; at + kAroundChunk <= file.size();) {
    const auto length = static_cast<std::size_t>(big(file, at, 4));
    if (length > file.size() - at - kAroundChunk) break;
    chunks.push_back({{reinterpret_cast<const char*>(file.data()) + at + 4, 4},
                      file.subspan(at + 8, length),
                      file.subspan(at, kAroundChunk + length)});
    at += kAroundChunk + length;
  }
  return chunks;
}

void add_bytes(std::vector<std::byte>& file, Bytes bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
}

void add_number(std::vector<std::byte>& file, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) file.push_back(static_cast<std::byte>(number >> shift & 0xFF));
}

void add_chunk(std::vector<std::byte>& file, std::string_view name, Bytes content) {
  add_number(file, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = file.size();
  add_bytes(file, std::as_bytes(std::span(name)));
  add_bytes(file, content);
  add_number(
      file, static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const unsigned char*>(file.data()) + begin,
                                               static_cast<unsigned>(file.size() - begin))));
}

/// Adds a chunk of the old file to the new one. Only what is known to hold no picture is kept.
void keep_chunk(std::vector<std::byte>& file, const PngChunk& chunk, const PhotoEdit& edit) {
  constexpr std::array<std::string_view, 9> kKept{"gAMA", "cHRM", "sRGB", "iCCP", "cICP",
                                                  "mDCV", "cLLI", "pHYs", "tIME"};
  constexpr std::array<std::string_view, 3> kTexts{"tEXt", "zTXt", "iTXt"};
  const bool is_text = std::ranges::count(kTexts, chunk.name) > 0;
  // XMP and the metadata of ImageMagick may contain thumbnails.
  const bool may_hold_picture =
      has_at(chunk.content, 0, "Raw profile type") || has_at(chunk.content, 0, "XML:com.adobe.xmp");
  const bool keeps_text = is_text && !may_hold_picture && !edit.without_place && !edit.without_device;
  if (keeps_text || std::ranges::count(kKept, chunk.name) > 0) return add_bytes(file, chunk.whole);
  if (chunk.name != "eXIf") return;
  std::vector<std::byte> exif(chunk.content.begin(), chunk.content.end());
  clean_exif(exif, edit.without_place, edit.without_device);
  if (!exif.empty()) add_chunk(file, chunk.name, exif);
}

}  // namespace

std::vector<std::byte> blurred_png(Bytes file, const PhotoEdit& edit) {
  const std::vector<PngChunk> chunks = png_chunks_of(file);
  require(std::ranges::count(chunks, "acTL", &PngChunk::name) == 0, Kind::input,
          "is an animation: convert it to a video first");
  const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1, const_cast<std::byte*>(file.data()));
  std::string why;
  const cv::Mat picture = plugin<ImageCodecs>(Kind::input).decode(bytes, cv::IMREAD_UNCHANGED, why);
  require(!picture.empty(), Kind::input, [&] { return "cannot be decoded: " + why; });
  conceal(picture, edit.objects, edit.how);
  const std::vector<unsigned char> pixels = encode_png(picture, {.compression = 6});
  const std::vector<PngChunk> encoded = png_chunks_of(std::as_bytes(std::span(pixels)));

  std::vector<std::byte> result(file.begin(), file.begin() + kPngSignature);
  add_bytes(result, encoded.front().whole);
  bool is_before = true;  // the pixels
  const auto write_pixels = [&] {
    for (const PngChunk& chunk : encoded)
      if (chunk.name == "IDAT") add_bytes(result, chunk.whole);
    is_before = false;
  };
  for (const PngChunk& chunk : chunks) {
    if (is_before && chunk.name == "IDAT") write_pixels();
    keep_chunk(result, chunk, edit);
  }
  add_bytes(result, encoded.back().whole);
  return result;
}

}  // namespace ocelli::internal
