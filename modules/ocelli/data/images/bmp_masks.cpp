#include "ocelli/data/images/bmp_pixels.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// Offsets in a file with masks.
struct MaskedBmp {
  static constexpr std::size_t kPixels = 10, kHeader = 14, kHeight = 22, kBits = 28, kCoding = 30,
                               kMasks = 54;
  static constexpr std::int64_t kInfoHeader = 40, kHasMasks = 3, kHasAlpha = 6;
};

/// The bits of a color in a pixel.
class ColorMask {
 public:
  ColorMask(Bytes file, std::size_t color)
      : bits_(static_cast<std::uint32_t>(little(file, MaskedBmp::kMasks + 4 * color, 4))),
        shift_(bits_ == 0 ? 0 : std::countr_zero(bits_)) {}

  /// 0 .. 255.
  unsigned char of(std::uint32_t pixel) const {
    constexpr std::uint64_t kWhite = 255;
    const std::uint64_t max = bits_ >> shift_, value = (pixel & bits_) >> shift_;
    return static_cast<unsigned char>(max == 0 ? 0 : (kWhite * value + max / 2) / max);
  }

 private:
  std::uint32_t bits_;
  int shift_;
};

bool has_masks(Bytes file) {
  if (!has_at(file, 0, "BM") || little(file, MaskedBmp::kHeader, 4) < MaskedBmp::kInfoHeader) return false;
  const std::int64_t coding = little(file, MaskedBmp::kCoding, 4);
  return coding == MaskedBmp::kHasMasks || coding == MaskedBmp::kHasAlpha;
}

/// Whether there is a nonempty alpha mask, in the header or after it.
bool has_alpha_mask(Bytes file) {
  constexpr std::int64_t kVersion3 = 56;
  const bool is_there = little(file, MaskedBmp::kHeader, 4) >= kVersion3 ||
                        little(file, MaskedBmp::kCoding, 4) == MaskedBmp::kHasAlpha;
  return is_there && little(file, MaskedBmp::kMasks + 12, 4) != 0;
}

/// Programs without alpha support leave its bits zero.
bool is_empty(const cv::Mat& alpha) { return cv::countNonZero(alpha) == 0; }

/// As blue, green, red and alpha.
cv::Mat unmasked(Bytes file, const ImageHeader& header, const InputClock& clock, const std::string& name) {
  const ColorMask red(file, 0), green(file, 1), blue(file, 2), alpha(file, 3);
  const auto width = static_cast<std::size_t>(header.width);
  const auto rows = static_cast<int>(header.height);
  const auto pixels_at = static_cast<std::size_t>(little(file, MaskedBmp::kPixels, 4));
  const auto pixel_bytes = static_cast<std::size_t>(little(file, MaskedBmp::kBits, 2)) / 8;
  const std::size_t row_bytes = (pixel_bytes * width + 3) / 4 * 4;
  const bool from_top = static_cast<std::int32_t>(little(file, MaskedBmp::kHeight, 4)) < 0;
  cv::Mat pixels(rows, static_cast<int>(width), CV_8UC4);
  for (int row = 0; row < rows; ++row) {
    clock.check(name);
    cv::Vec4b* place = pixels.ptr<cv::Vec4b>(from_top ? row : rows - 1 - row);
    const std::size_t row_at = pixels_at + static_cast<std::size_t>(row) * row_bytes;
    for (std::size_t x = 0; x < width; ++x) {
      const auto pixel = static_cast<std::uint32_t>(little(file, row_at + pixel_bytes * x, pixel_bytes));
      *place++ = {blue.of(pixel), green.of(pixel), red.of(pixel), alpha.of(pixel)};
    }
  }
  return pixels;
}

/// Without alpha.
cv::Mat opaque(const cv::Mat& bgra, bool over_white) {
  cv::Mat alpha, bgr;
  cv::extractChannel(bgra, alpha, 3);
  if (over_white && !is_empty(alpha)) return blended_over_white(bgra);
  cv::cvtColor(bgra, bgr, cv::COLOR_BGRA2BGR);
  return bgr;
}

}  // namespace

bool has_bmp_masks(Bytes file) {
  constexpr std::int64_t kTwoBytes = 16;
  return has_masks(file) && little(file, MaskedBmp::kBits, 2) == kTwoBytes;
}

bool has_bmp_alpha(Bytes file) {
  constexpr std::int64_t kFourBytes = 32;
  return has_masks(file) && has_alpha_mask(file) && little(file, MaskedBmp::kBits, 2) == kFourBytes;
}

DecodedImage decode_bmp_masks(Bytes file, Decoding decoding, const InputLimits& limits,
                              const std::string& name) {
  const InputClock clock(limits);
  const std::optional<ImageHeader> header = read_image_header(file);
  require(header.has_value(), Kind::input, "cannot be decoded: it is damaged", name);
  const cv::Mat bgra = unmasked(file, *header, clock, name);
  const cv::Mat bgr = opaque(bgra, decoding.is_over_white() && has_alpha_mask(file));
  return with_gray({bgr}, decoding.colors);
}

}  // namespace ocelli::internal
