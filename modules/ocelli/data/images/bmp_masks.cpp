#include "ocelli/data/images/bmp_masks.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <optional>

#include "ocelli/core/error.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// Offsets in a file with masks.
struct MaskedBmp {
  static constexpr std::size_t kPixels = 10, kHeader = 14, kHeight = 22, kBits = 28, kCoding = 30,
                               kMasks = 54;
};

/// The bits of a color in a pixel.
class ColorMask {
 public:
  ColorMask(Bytes file, std::size_t color)
      : bits_(static_cast<std::uint32_t>(little(file, MaskedBmp::kMasks + 4 * color, 2))),
        shift_(bits_ == 0 ? 0 : std::countr_zero(bits_)) {}

  /// 0 .. 255.
  unsigned char of(std::uint32_t pixel) const {
    constexpr std::uint32_t kWhite = 255;
    const std::uint32_t most = bits_ >> shift_, value = (pixel & bits_) >> shift_;
    return static_cast<unsigned char>(most == 0 ? 0 : (kWhite * value + most / 2) / most);
  }

 private:
  std::uint32_t bits_;
  int shift_;
};

}  // namespace

bool has_bmp_masks(Bytes file) {
  constexpr std::int64_t kInfoHeader = 40, kHasMasks = 3, kHasAlpha = 6, kTwoBytes = 16;
  if (!has_at(file, 0, "BM") || little(file, MaskedBmp::kHeader, 4) < kInfoHeader) return false;
  const std::int64_t coding = little(file, MaskedBmp::kCoding, 4);
  return little(file, MaskedBmp::kBits, 2) == kTwoBytes && (coding == kHasMasks || coding == kHasAlpha);
}

DecodedImage decode_bmp_masks(Bytes file, Colors colors, const InputLimits& limits, const std::string& name) {
  const InputClock clock(limits);
  const std::optional<ImageHeader> header = read_image_header(file);
  require(header.has_value(), Kind::input, "cannot be decoded: it is damaged", name);
  const ColorMask red(file, 0), green(file, 1), blue(file, 2);
  const auto width = static_cast<std::size_t>(header->width);
  const auto rows = static_cast<int>(header->height);
  const auto pixels_at = static_cast<std::size_t>(little(file, MaskedBmp::kPixels, 4));
  const std::size_t row_bytes = (2 * width + 3) / 4 * 4;
  const bool from_top = static_cast<std::int32_t>(little(file, MaskedBmp::kHeight, 4)) < 0;
  DecodedImage image{cv::Mat(rows, static_cast<int>(width), colors == Colors::gray ? CV_8UC1 : CV_8UC3), {}};
  for (int row = 0; row < rows; ++row) {
    clock.check(name);
    const int y = from_top ? row : rows - 1 - row;
    for (std::size_t x = 0; x < width; ++x) {
      const auto pixel = static_cast<std::uint32_t>(
          little(file, pixels_at + static_cast<std::size_t>(row) * row_bytes + 2 * x, 2));
      const cv::Vec3b bgr(blue.of(pixel), green.of(pixel), red.of(pixel));
      if (colors == Colors::gray)
        image.pixels.at<unsigned char>(y, static_cast<int>(x)) = brightness(bgr[0], bgr[1], bgr[2]);
      else
        image.pixels.at<cv::Vec3b>(y, static_cast<int>(x)) = bgr;
    }
  }
  return image;
}

}  // namespace ocelli::internal
