#include <webp/decode.h>
#include <webp/encode.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/pipelines/blurring/exif_cleaning.hpp"
#include "ocelli/pipelines/blurring/photo_blurring.hpp"

namespace ocelli::internal {
namespace {

constexpr float kWebPQuality = 90;
constexpr std::size_t kRiffHeader = 12, kRiffChunkHeader = 8;  // bytes

struct FreeWebP {
  void operator()(std::uint8_t* bytes) const { ::WebPFree(bytes); }
};
using WebPBytes = std::unique_ptr<std::uint8_t, FreeWebP>;

/// The chunk with this name; empty if there is none.
Bytes riff_chunk_of(Bytes file, std::string_view name) {
  for (std::size_t at = kRiffHeader; at + kRiffChunkHeader <= file.size();) {
    const auto length = static_cast<std::size_t>(little(file, at + 4, 4));
    if (length > file.size() - at - kRiffChunkHeader) return {};
    if (has_at(file, at, name)) return file.subspan(at + kRiffChunkHeader, length);
    at += kRiffChunkHeader + length + length % 2;
  }
  return {};
}

void add_riff(std::vector<std::byte>& file, Bytes bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
}

void add_riff_number(std::vector<std::byte>& file, std::size_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::byte>(number >> 8 * i & 0xFF));
}

void add_riff_chunk(std::vector<std::byte>& file, std::string_view name, Bytes content) {
  if (content.empty()) return;
  add_riff(file, std::as_bytes(std::span(name)));
  add_riff_number(file, content.size(), 4);
  add_riff(file, content);
  if (content.size() % 2 != 0) file.push_back(std::byte{0});
}

/// The simple file of libwebp with the metadata of the old one, but for XMP, which may contain thumbnails.
/// Source  RFC 9649, 2.7.
std::vector<std::byte> with_metadata(Bytes pixels, Bytes old, cv::Size size, bool has_alpha,
                                     const PhotoEdit& edit) {
  const Bytes profile = riff_chunk_of(old, "ICCP"), exif_chunk = riff_chunk_of(old, "EXIF");
  std::vector<std::byte> exif(exif_chunk.begin(), exif_chunk.end());
  if (!exif.empty()) clean_exif(exif, edit.without_place, edit.without_device);
  std::vector<std::byte> file;
  add_riff(file, std::as_bytes(std::span(std::string_view("WEBPVP8X"))));
  add_riff_number(file, 10, 4);
  const int flags = (profile.empty() ? 0 : 0x20) | (has_alpha ? 0x10 : 0) | (exif.empty() ? 0 : 0x08);
  add_riff_number(file, static_cast<std::size_t>(flags), 4);
  add_riff_number(file, static_cast<std::size_t>(size.width - 1), 3);
  add_riff_number(file, static_cast<std::size_t>(size.height - 1), 3);
  add_riff_chunk(file, "ICCP", profile);
  for (const std::string_view name : {"ALPH", "VP8 ", "VP8L"})
    add_riff_chunk(file, name, riff_chunk_of(pixels, name));
  add_riff_chunk(file, "EXIF", exif);
  std::vector<std::byte> result;
  add_riff(result, std::as_bytes(std::span(std::string_view("RIFF"))));
  add_riff_number(result, file.size(), 4);
  add_riff(result, file);
  return result;
}

}  // namespace

std::vector<std::byte> blurred_webp(Bytes file, const PhotoEdit& edit) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(file.data());
  ::WebPBitstreamFeatures features;
  require(::WebPGetFeatures(data, file.size(), &features) == VP8_STATUS_OK, Kind::input, "cannot be decoded");
  cv::Size size;
  const WebPBytes pixels(::WebPDecodeBGRA(data, file.size(), &size.width, &size.height));
  require(pixels != nullptr, Kind::input, "cannot be decoded: it is damaged");
  const cv::Mat picture(size, CV_8UC4, pixels.get());
  conceal(picture, edit.objects, edit.how);
  std::uint8_t* encoded = nullptr;
  constexpr int kLossless = 2;
  const int stride = static_cast<int>(picture.step);
  const std::size_t count =
      features.format == kLossless
          ? ::WebPEncodeLosslessBGRA(picture.data, size.width, size.height, stride, &encoded)
          : ::WebPEncodeBGRA(picture.data, size.width, size.height, stride, kWebPQuality, &encoded);
  const WebPBytes owner(encoded);
  require(count > 0, Kind::output, "cannot be encoded as WebP");
  return with_metadata({reinterpret_cast<const std::byte*>(encoded), count}, file, size,
                       features.has_alpha != 0, edit);
}

}  // namespace ocelli::internal
