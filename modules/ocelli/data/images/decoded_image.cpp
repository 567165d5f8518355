#include "ocelli/data/images/decoded_image.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/data/images/tiff_fields.hpp"

namespace ocelli::internal {
namespace {

constexpr int kWhole = 65535, kFourteenBits = (1 << 14) - 1, kEightBits = 255;
constexpr std::size_t kOneHotPixelOf = 64, kHotPixelsOf = 1000;

bool is_with_alpha(const cv::Mat& image) { return image.channels() == 2 || image.channels() == 4; }

int greatest_value(const cv::Mat& image) {
  double greatest = 0;
  cv::minMaxLoc(image.reshape(1), nullptr, &greatest);
  return static_cast<int>(greatest);
}

/// The greatest value apart from hot pixels.
int greatest_but_hot(const cv::Mat& colors) {
  std::vector<std::size_t> counts(kWhole + 1);
  const auto samples = static_cast<std::size_t>(colors.cols * colors.channels());
  for (int y = 0; y < colors.rows; ++y) {
    const auto* const row = colors.ptr<std::uint16_t>(y);
    for (std::size_t x = 0; x < samples; ++x) ++counts[row[x]];
  }
  const std::size_t all = samples * static_cast<std::size_t>(colors.rows);
  std::size_t left = std::max<std::size_t>(all / kHotPixelsOf, all >= kOneHotPixelOf ? 1 : 0);
  int level = kWhole;
  for (; level > 0 && counts[static_cast<std::size_t>(level)] <= left; --level)
    left -= counts[static_cast<std::size_t>(level)];
  return level;
}

/// The value that becomes white, and the note on it.
struct White {
  int level = kWhole;
  std::string note = {};
};

std::string stretch_note(int reached, int white, bool has_hot_pixels) {
  return "its 16-bit values reach only " + std::to_string(reached) + " of 65535" +
         (has_hot_pixels ? ", except for 0.1 % of the pixels" : "") + ": they are stretched, and " +
         std::to_string(white) + " is white";
}

White white_of(const cv::Mat& colors) {
  const int greatest = greatest_value(colors);
  const bool is_deep = greatest > kFourteenBits;
  const int reached = is_deep ? greatest_but_hot(colors) : greatest;
  if (reached == 0 || reached > kFourteenBits) return {};
  const int white = std::max(reached, kEightBits);
  return {white, stretch_note(reached, white, is_deep)};
}

cv::Mat scaled_to_bytes(const cv::Mat& deep, int white) {
  cv::Mat bytes;
  deep.convertTo(bytes, CV_8U, kEightBits / static_cast<double>(white));
  return bytes;
}

/// Programs write opaque pixels with as many bits as colors, or with all bits set.
EightBits with_alpha_in_eight_bits(const cv::Mat& deep) {
  std::vector<cv::Mat> channels;
  cv::split(deep, channels);
  const cv::Mat alpha = channels.back();
  channels.pop_back();
  cv::Mat colors;
  cv::merge(channels, colors);
  const White white = white_of(colors);
  const int opaque = greatest_value(alpha) <= white.level ? white.level : kWhole;
  cv::split(scaled_to_bytes(colors, white.level), channels);
  channels.push_back(scaled_to_bytes(alpha, opaque));
  EightBits result{.pixels = {}, .note = white.note};
  cv::merge(channels, result.pixels);
  return result;
}

constexpr int kBothAxes = -1, kUpsideDown = 0, kMirrored = 1;

cv::Mat flipped(const cv::Mat& image, int axis) {
  cv::Mat result;
  cv::flip(image, result, axis);
  return result;
}

}  // namespace

cv::Mat gray_of(const cv::Mat& pixels, const GrayWeights& weights) {
  cv::Mat gray(pixels.size(), CV_MAKETYPE(pixels.depth(), 1));
  const auto convert = [&]<class Sample>(Sample) {
    const int channels = pixels.channels();
    for (int y = 0; y < pixels.rows; ++y) {
      const auto* pixel = pixels.ptr<Sample>(y);
      auto* level = gray.ptr<Sample>(y);
      for (int x = 0; x < pixels.cols; ++x, pixel += channels)
        *level++ = static_cast<Sample>(weights.gray(pixel[0], pixel[1], pixel[2]));
    }
  };
  pixels.depth() == CV_8U ? convert(std::uint8_t{}) : convert(std::uint16_t{});
  return gray;
}

DecodedImage with_gray(DecodedImage image, Colors wanted, const GrayWeights& weights) {
  if (wanted == Colors::as_stored) return image;
  if (wanted == Colors::both) image.colors = image.pixels;
  if (image.pixels.channels() > 1) image.pixels = gray_of(image.pixels, weights);
  return image;
}

cv::Mat blended_over_white(const cv::Mat& pixels, Alpha kind) {
  const int samples = pixels.channels();
  const auto width = static_cast<std::size_t>(pixels.cols);
  cv::Mat opaque(pixels.size(), CV_MAKETYPE(pixels.depth(), samples - 1));
  for (int y = 0; y < pixels.rows; ++y) {
    if (pixels.depth() == CV_16U)
      lay_over_white(pixels.ptr<std::uint16_t>(y), width, samples, kind, opaque.ptr<std::uint16_t>(y));
    else
      lay_over_white(pixels.ptr(y), width, samples, kind, opaque.ptr(y));
  }
  return opaque;
}

int exif_orientation(Bytes exif) { return is_tiff(exif) ? first_tiff_directory(exif).orientation() : 1; }

cv::Mat oriented(const cv::Mat& image, int orientation) {
  switch (orientation) {
    case 2:
      return flipped(image, kMirrored);
    case 3:
      return flipped(image, kBothAxes);
    case 4:
      return flipped(image, kUpsideDown);
    case 5:
      return image.t();
    case 6:
      return flipped(image.t(), kMirrored);
    case 7:
      return flipped(image.t(), kBothAxes);
    case 8:
      return flipped(image.t(), kUpsideDown);
    default:
      return image;
  }
}

EightBits in_eight_bits(const cv::Mat& deep) {
  if (is_with_alpha(deep)) return with_alpha_in_eight_bits(deep);
  const White white = white_of(deep);
  return {scaled_to_bytes(deep, white.level), white.note};
}

}  // namespace ocelli::internal
