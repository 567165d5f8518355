#include "ocelli/imaging/tilt.hpp"

#include <algorithm>

namespace ocelli::internal {
namespace {

// Positions are in units of 2^-13 pixel: twice the distance from the center is an integer, and sine and
// cosine have 12 bits.
constexpr int kPlaceBits = 13;
constexpr int kHalfPixel = 1 << (kPlaceBits - 1);
constexpr int kCosine = 4066, kSine = 499;  ///< of 7 degrees
constexpr int kWeightBits = 8;

/// The gray level interpolated at a position.
std::uint8_t level_at(const cv::Mat& picture, int place_x, int place_y) {
  const auto weight = [](int place) {
    return (place & ((1 << kPlaceBits) - 1)) >> (kPlaceBits - kWeightBits);
  };
  const int x = place_x >> kPlaceBits, right = weight(place_x), left = (1 << kWeightBits) - right;
  const int y = place_y >> kPlaceBits, lower = weight(place_y), upper = (1 << kWeightBits) - lower;
  const auto sum_of = [&](const std::uint8_t* above, const std::uint8_t* below, int column, int next) {
    return (above[column] * left + above[next] * right) * upper +
           (below[column] * left + below[next] * right) * lower;
  };
  const auto row = [&](int y_inside) { return picture.ptr<std::uint8_t>(y_inside); };
  const auto across = [&](int any) { return std::clamp(any, 0, picture.cols - 1); };
  const auto down = [&](int any) { return std::clamp(any, 0, picture.rows - 1); };
  const bool inside = x >= 0 && x + 1 < picture.cols && y >= 0 && y + 1 < picture.rows;
  const int sum = inside ? sum_of(row(y), row(y + 1), x, x + 1)
                         : sum_of(row(down(y)), row(down(y + 1)), across(x), across(x + 1));
  return static_cast<std::uint8_t>((sum + (1 << (2 * kWeightBits - 1))) >> (2 * kWeightBits));
}

}  // namespace

void tilt_mirrored(const cv::Mat& picture, Tilt tilt, cv::Mat& result) {
  const int middle_x = (picture.cols - 1) * kHalfPixel, middle_y = (picture.rows - 1) * kHalfPixel;
  const int sine = tilt == Tilt::left ? kSine : -kSine;
  for (int y = 0; y < result.rows; ++y) {
    auto* const out = result.ptr<std::uint8_t>(y);
    const int down = 2 * y - (result.rows - 1);
    for (int x = 0; x < result.cols; ++x) {
      const int across = (result.cols - 1) - 2 * x;
      out[x] = level_at(picture, middle_x + kCosine * across - sine * down,
                        middle_y + sine * across + kCosine * down);
    }
  }
}

}  // namespace ocelli::internal
