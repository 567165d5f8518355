#include "ocelli/data/images/image_formats.hpp"

#include <png.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <csetjmp>
#include <cstring>
#include <new>
#include <opencv2/core.hpp>
#include <string_view>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// "tEXt: CRC error" is about a damaged file, "iCCP: known incorrect sRGB profile" about the program that
/// wrote it. No pixel depends on a chunk with a name that begins with a lower case letter.
bool is_about_damage(std::string_view message) {
  const bool is_addition =
      message.size() > 6 && message.substr(4, 2) == ": " && std::islower(message[0]) != 0;
  return !is_addition || message.find("CRC") != std::string_view::npos;
}

/// A codec of libpng with everything that its callbacks need. Errors leave the library by longjmp(), so code
/// between setjmp() and there must have nothing to destroy.
struct PngCodec {
  ::png_structp state = nullptr;
  ::png_infop front = nullptr, back = nullptr;
  Bytes rest;
  std::string failure, warning;

  explicit PngCodec(Bytes file);
  ~PngCodec() { ::png_destroy_read_struct(&state, &front, &back); }
  PngCodec(const PngCodec&) = delete;
  PngCodec& operator=(const PngCodec&) = delete;
};

[[noreturn]] void leave(::png_structp state, ::png_const_charp message) {
  static_cast<PngCodec*>(::png_get_error_ptr(state))->failure = message;
  ::png_longjmp(state, 1);
}

void take_warning(::png_structp state, ::png_const_charp message) {
  std::string& warning = static_cast<PngCodec*>(::png_get_error_ptr(state))->warning;
  if (warning.empty() && is_about_damage(message)) warning = message;
}

void give_bytes(::png_structp state, ::png_bytep bytes, std::size_t count) {
  Bytes& rest = static_cast<PngCodec*>(::png_get_io_ptr(state))->rest;
  if (count > rest.size()) ::png_error(state, "it ends before its pixels do");
  std::memcpy(bytes, rest.data(), count);
  rest = rest.subspan(count);
}

PngCodec::PngCodec(Bytes file) : rest(file) {
  state = ::png_create_read_struct(PNG_LIBPNG_VER_STRING, this, leave, take_warning);
  if (state != nullptr) front = ::png_create_info_struct(state);
  if (state != nullptr) back = ::png_create_info_struct(state);
  if (front == nullptr || back == nullptr) {
    ::png_destroy_read_struct(&state, &front, &back);
    throw std::bad_alloc();
  }
  ::png_set_read_fn(state, this, give_bytes);
}

/// Returns false if the library gave up, like the functions below.
bool read_front(PngCodec& codec) {
  if (setjmp(png_jmpbuf(codec.state)) != 0) return false;
  ::png_read_info(codec.state, codec.front);
  return true;
}

/// Sets the requested pixel format. libpng determines the order of these calls. The weights are OpenCV's.
bool prepare(PngCodec& codec, bool is_gray, bool with_alpha) {
  if (setjmp(png_jmpbuf(codec.state)) != 0) return false;
  const unsigned kind = ::png_get_color_type(codec.state, codec.front);
  const unsigned bits = ::png_get_bit_depth(codec.state, codec.front);
  const bool has_color = (kind & PNG_COLOR_MASK_COLOR) != 0;
  if constexpr (std::endian::native == std::endian::little) ::png_set_swap(codec.state);
  if (!with_alpha) ::png_set_strip_alpha(codec.state);
  if (with_alpha && (kind & PNG_COLOR_MASK_ALPHA) == 0) ::png_set_tRNS_to_alpha(codec.state);
  if (kind == PNG_COLOR_TYPE_PALETTE) ::png_set_palette_to_rgb(codec.state);
  if (!has_color && bits < 8) ::png_set_expand_gray_1_2_4_to_8(codec.state);
  if (has_color && !is_gray) ::png_set_bgr(codec.state);
  if (!has_color && !is_gray) ::png_set_gray_to_rgb(codec.state);
  constexpr int kSilently = 1;
  constexpr double kRed = 0.299, kGreen = 0.587;
  if (is_gray) ::png_set_rgb_to_gray(codec.state, kSilently, kRed, kGreen);
  ::png_set_interlace_handling(codec.state);
  ::png_read_update_info(codec.state, codec.front);
  return true;
}

/// In each pixel, for one color or in a palette.
bool has_alpha(const PngCodec& codec) {
  return (::png_get_color_type(codec.state, codec.front) & PNG_COLOR_MASK_ALPHA) != 0 ||
         ::png_get_valid(codec.state, codec.front, PNG_INFO_tRNS) != 0;
}

/// One pass of an interlaced image covers all its rows, so the caller iterates over passes and rows.
bool read_row(PngCodec& codec, unsigned char* row) {
  if (setjmp(png_jmpbuf(codec.state)) != 0) return false;
  ::png_read_row(codec.state, row, nullptr);
  return true;
}

bool read_back(PngCodec& codec) {
  if (setjmp(png_jmpbuf(codec.state)) != 0) return false;
  ::png_read_end(codec.state, codec.back);
  return true;
}

int orientation_of(const PngCodec& codec) {
  for (::png_infop info : {codec.front, codec.back}) {
    ::png_uint_32 count = 0;
    ::png_bytep exif = nullptr;
    if (::png_get_eXIf_1(codec.state, info, &count, &exif) != 0 && exif != nullptr)
      return exif_orientation(std::as_bytes(std::span(exif, count)));
  }
  return 1;
}

void require_success(bool success, const PngCodec& codec, const std::string& name) {
  require(
      success, Kind::input, [&] { return "cannot be decoded: " + codec.failure; }, name);
}

void read_rows(PngCodec& codec, cv::Mat& pixels, const InputClock& clock, const std::string& name) {
  const int passes = ::png_get_interlace_type(codec.state, codec.front) == PNG_INTERLACE_NONE ? 1 : 7;
  for (int pass = 0; pass < passes; ++pass) {
    for (int y = 0; y < pixels.rows; ++y) {
      if (y % 64 == 0) clock.check(name);
      require_success(read_row(codec, pixels.ptr(y)), codec, name);
    }
  }
}

/// Gray as prepare() asks libpng for it. Alpha stays.
cv::Mat gray_as_libpng(const cv::Mat& pixels) {
  cv::Mat gray = gray_of(pixels, pixels.depth() == CV_8U ? kWeightsOfLibpng : kWeightsOfDeepLibpng);
  if (pixels.channels() != 4) return gray;
  cv::Mat alpha, both;
  cv::extractChannel(pixels, alpha, 3);
  cv::merge(std::array{gray, alpha}, both);
  return both;
}

/// Decodes 16-bit files to 16 bits, all others to 8. Suppresses warnings about color profiles and other
/// chunks that no pixel depends on.
DecodedImage decode_png(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  const InputClock clock(limits);
  PngCodec codec(file);
  require_success(read_front(codec), codec, name);
  const ::png_uint_32 width = ::png_get_image_width(codec.state, codec.front),
                      height = ::png_get_image_height(codec.state, codec.front);
  require_pixels(width, height, limits, name);
  const bool is_stored_gray = ::png_get_color_type(codec.state, codec.front) == PNG_COLOR_TYPE_GRAY;
  const bool is_gray = decoding.colors == Colors::gray || is_stored_gray;
  const bool with_alpha = decoding.is_over_white() && has_alpha(codec);
  require_success(prepare(codec, is_gray, with_alpha), codec, name);

  const int depth = ::png_get_bit_depth(codec.state, codec.front) == 16 ? CV_16U : CV_8U;
  cv::Mat pixels(static_cast<int>(height), static_cast<int>(width),
                 CV_MAKETYPE(depth, (is_gray ? 1 : 3) + (with_alpha ? 1 : 0)), cv::Scalar::all(0));
  require(::png_get_rowbytes(codec.state, codec.front) == pixels.cols * pixels.elemSize(), Kind::input,
          "cannot be decoded: unsupported pixel format", name);
  read_rows(codec, pixels, clock, name);
  require_success(read_back(codec), codec, name);
  DecodedImage image{pixels, codec.warning};
  if (decoding.colors == Colors::both) {
    image.colors = pixels;
    if (!is_stored_gray) image.pixels = gray_as_libpng(pixels);
  }
  const int orientation = orientation_of(codec);
  for (cv::Mat* const plane : {&image.pixels, &image.colors}) {
    if (plane->empty()) continue;
    if (with_alpha) *plane = blended_over_white(*plane);
    *plane = oriented(*plane, orientation);
  }
  return image;
}

std::optional<ImageHeader> read_png_header(Bytes file) {
  return header_of_size(big(file, 16, 4), big(file, 20, 4));
}

/// From the Exif chunk among those before the pixels.
int png_orientation(Bytes file) {
  for (std::size_t at = 8; at + 12 <= file.size() && !has_at(file, at + 4, "IDAT");) {
    if (has_at(file, at + 4, "eXIf")) return exif_orientation(file.subspan(at + 8));
    at += 12 + static_cast<std::size_t>(big(file, at, 4));
  }
  return 1;
}

/// Reads the chunks up to the one that ends the image.
bool png_ends_early(Bytes file, const ImageHeader&) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const bool is_last = has_at(file, at + 4, "IEND");
    at += 12 + static_cast<std::size_t>(big(file, at, 4));
    if (is_last) return at > file.size();
  }
  return true;
}

}  // namespace

ImageFormat png_format() {
  return {.name = "png",
          .endings = {".png"},
          .mark = "\x89PNG",
          .begins = [](Bytes front) { return has_at(front, 0, "\x89PNG\r\n\x1A\n"); },
          .header = read_png_header,
          .orientation = png_orientation,
          .ends_early = png_ends_early,
          .resolution = png_resolution,
          .decode = decode_png};
}

}  // namespace ocelli::internal
