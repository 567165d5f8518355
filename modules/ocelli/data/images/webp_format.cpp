#include "ocelli/data/images/image_formats.hpp"

#include <webp/decode.h>

#include <cstdint>
#include <new>
#include <string_view>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

const std::uint8_t* data_of(Bytes file) { return reinterpret_cast<const std::uint8_t*>(file.data()); }

void require_success(::VP8StatusCode status, const std::string& name) {
  if (status == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
  require(status != VP8_STATUS_NOT_ENOUGH_DATA && status != VP8_STATUS_SUSPENDED, Kind::input, "is truncated",
          name);
  require(status == VP8_STATUS_OK, Kind::input, "cannot be decoded: it is damaged", name);
}

std::optional<ImageHeader> read_webp_header(Bytes file) {
  constexpr std::int64_t kSideBits = 0x3FFF;
  if (has_at(file, 12, "VP8 "))
    return header_of_size(little(file, 26, 2) & kSideBits, little(file, 28, 2) & kSideBits);
  if (has_at(file, 12, "VP8X")) return header_of_size(little(file, 24, 3) + 1, little(file, 27, 3) + 1);
  if (!has_at(file, 12, "VP8L") || file.size() < 25) return std::nullopt;
  const std::int64_t bits = little(file, 21, 4);
  return header_of_size((bits & kSideBits) + 1, (bits >> 14 & kSideBits) + 1);
}

/// From the EXIF chunk, which comes after the pixels; 1 if there is none.
int webp_orientation(Bytes file) {
  using namespace std::string_view_literals;
  constexpr std::string_view kMark = "Exif\0\0"sv;  // some writers keep it from JPEG
  for (std::size_t at = 12; at + 8 <= file.size();) {
    const auto length = static_cast<std::size_t>(little(file, at + 4, 4));
    at += 8;
    if (has_at(file, at - 8, "EXIF"))
      return exif_orientation(file.subspan(has_at(file, at, kMark) ? at + kMark.size() : at));
    at += length + length % 2;
  }
  return 1;
}

/// One call of libwebp, which cannot be interrupted: a second for 64 megapixels.
DecodedImage decode_webp(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  ::WebPDecoderConfig codec;
  require(::WebPInitDecoderConfig(&codec) != 0, Kind::input,
          "cannot be decoded: libwebp is older than the version this program was built with", name);
  require_success(::WebPGetFeatures(data_of(file), file.size(), &codec.input), name);
  require(codec.input.has_animation == 0, Kind::input,
          "is an animation, which is not supported; save one of its frames as PNG first", name);
  require_pixels(codec.input.width, codec.input.height, limits, name);

  const bool with_alpha = decoding.is_over_white() && codec.input.has_alpha != 0;
  cv::Mat pixels(codec.input.height, codec.input.width, with_alpha ? CV_8UC4 : CV_8UC3, cv::Scalar::all(0));
  codec.output.colorspace = with_alpha ? MODE_BGRA : MODE_BGR;
  codec.output.is_external_memory = 1;
  codec.output.u.RGBA = {.rgba = pixels.data,
                         .stride = static_cast<int>(pixels.step),
                         .size = pixels.total() * pixels.elemSize()};
  require_success(::WebPDecode(data_of(file), file.size(), &codec), name);
  if (with_alpha) pixels = blended_over_white(pixels);
  return with_gray({oriented(pixels, webp_orientation(file))}, decoding.colors, kWeightsOfConversion);
}

}  // namespace

ImageFormat webp_format() {
  return {.name = "webp",
          .endings = {".webp"},
          .begins = [](Bytes front) { return has_at(front, 0, "RIFF") && has_at(front, 8, "WEBP"); },
          .header = read_webp_header,
          .orientation = webp_orientation,
          .decode = decode_webp};
}

}  // namespace ocelli::internal
