#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/transparency.hpp"
#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// A decoded image and its decoder's warning, empty if there is none. With a warning, some of the pixels may
/// be wrong. A note explains an unusual conversion; the pixels are right.
struct DecodedImage {
  cv::Mat pixels;
  std::string warning = {};
  std::string note = {};
  cv::Mat colors = {};  ///< the same picture as stored, for Colors::both
};

/// The weights of a color's channels in its gray, ITU-R BT.601 rounded to so many bits, and what is added
/// before the bits are cut off.
struct GrayWeights {
  unsigned blue, green, red, bits, added = 1U << (bits - 1);

  constexpr unsigned gray(unsigned b, unsigned g, unsigned r) const {
    return (blue * b + green * g + red * r + added) >> bits;
  }
};
inline constexpr GrayWeights kWeightsOfOpenCvDecoders{1868, 9617, 4899, 14};
inline constexpr GrayWeights kWeightsOfConversion{3735, 19235, 9798, 15};  ///< of cv::cvtColor()
inline constexpr GrayWeights kWeightsOfLibpng{3737, 19234, 9797, 15, 0};   ///< of 8 bits
inline constexpr GrayWeights kWeightsOfPoppler{7209, 38666, 19661, 16};
inline constexpr GrayWeights kWeightsOfDeepLibpng{3737, 19234, 9797, 15};  ///< of 16 bits

/// The requested pixel format: gray, or gray for gray files and BGR for all others.
enum class Colors { gray, as_stored, both };

/// The requested form of the pixels.
struct Decoding {
  Colors colors = Colors::gray;
  Transparency transparency = Transparency::over_white;

  // NOLINTNEXTLINE(google-explicit-constructor)
  Decoding(Colors wanted, Transparency of_pixels = Transparency::over_white)
      : colors(wanted), transparency(of_pixels) {}

  bool is_gray() const { return colors != Colors::as_stored; }
  bool is_over_white() const { return transparency == Transparency::over_white; }
};

/// Gray of BGR or BGRA pixels of 8 or 16 bits.
cv::Mat gray_of(const cv::Mat& pixels, const GrayWeights& weights = kWeightsOfOpenCvDecoders);

/// The image in gray unless it is wanted as stored; with its colors where both are wanted.
DecodedImage with_gray(DecodedImage image, Colors wanted,
                       const GrayWeights& weights = kWeightsOfOpenCvDecoders);

/// Decoded pixels of 8 or 16 bits with alpha as the last channel, blended over white and without alpha.
/// Requires  two or four channels.
cv::Mat blended_over_white(const cv::Mat& pixels, Alpha kind = Alpha::straight);

/// The orientation, 1 to 8, in a block of EXIF data (from its byte order mark on); 1 if it has none.
/// Source  EXIF 2.3 section 4.6.4; TIFF 6.0 section 8.
int exif_orientation(Bytes exif);

/// The image as displayed: mirrored and rotated for orientation 1 to 8, unchanged for others.
cv::Mat oriented(const cv::Mat& image, int orientation);

/// Pixels of 8 bits, and a note on how they were converted if that is unusual.
struct EightBits {
  cv::Mat pixels;
  std::string note = {};
};

/// Converts 16-bit values to 8 bits. Cameras and microscopes store 10, 12 or 14 bits in 16. An image that
/// leaves more than three quarters of the range unused is stretched, because it would be nearly black
/// otherwise. Its greatest value becomes white. If only a thousandth of the values (such as hot pixels) lies
/// in those three quarters, the greatest of all others becomes white, and so do they. Alpha is not counted.
/// Requires  16 bits, one to four channels; a second or fourth channel is alpha.
/// Cost      one pass for the maximum, and one for a histogram if it is large.
EightBits in_eight_bits(const cv::Mat& deep);

}  // namespace ocelli::internal
