#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/transparency.hpp"
#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// A decoded image and its decoder's warning: empty if there is none. With a warning, some
/// of the pixels may be wrong. A note says how the pixels were read where that is unusual; they are right.
struct DecodedImage {
  cv::Mat pixels;
  std::string warning = {};
  std::string note = {};
};

/// The brightness of a color as OpenCV's decoders compute it: the weights of ITU-R BT.601 in 14 bits.
inline unsigned char brightness(int blue, int green, int red) {
  constexpr int kBlue = 1868, kGreen = 9617, kRed = 4899, kBits = 14;
  return static_cast<unsigned char>((kBlue * blue + kGreen * green + kRed * red + (1 << (kBits - 1))) >>
                                    kBits);
}

/// The requested pixel format: gray, or gray for gray files and BGR for all others.
enum class Colors { gray, as_stored };

/// How pixels are wanted.
struct Decoding {
  Colors colors = Colors::gray;
  Transparency transparency = Transparency::over_white;

  // NOLINTNEXTLINE(google-explicit-constructor)
  Decoding(Colors wanted, Transparency of_pixels = Transparency::over_white)
      : colors(wanted), transparency(of_pixels) {}

  bool is_over_white() const { return transparency == Transparency::over_white; }
};

/// Decoded pixels of 8 or 16 bits whose last channel is alpha, over white and without it.
/// Requires  two or four channels.
cv::Mat blended_over_white(const cv::Mat& pixels, Alpha kind = Alpha::straight);

/// The orientation, 1 to 8, in a block of EXIF data (from its byte order mark on); 1 if it has none.
/// Source  EXIF 2.3 section 4.6.4; TIFF 6.0 section 8.
int exif_orientation(Bytes exif);

/// The image as displayed: mirrored and rotated for orientation 1 to 8, unchanged for others.
cv::Mat oriented(const cv::Mat& image, int orientation);

/// Pixels of 8 bits, and what was done to get them where that is unusual.
struct EightBits {
  cv::Mat pixels;
  std::string note = {};
};

/// Brings values of 16 bits to 8. Cameras and microscopes write 10, 12 or 14 bits into 16: an image that
/// leaves more than three quarters of the range unused is stretched, or it would be nearly black. Its
/// greatest value becomes white; where only a thousandth of the values, hot pixels say, lies in those three
/// quarters, the greatest of all others does, and those are white, too. Alpha is not counted. Requires  16
/// bits, one to four channels, of which a second or fourth is alpha. Cost      one pass for the maximum, and
/// one for a histogram where it is large.
EightBits in_eight_bits(const cv::Mat& deep);

}  // namespace ocelli::internal
