#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/transparency.hpp"

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

}  // namespace ocelli::internal
