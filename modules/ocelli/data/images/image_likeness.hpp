#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <utility>
#include <vector>

namespace ocelli {

/// What an image looks like in 280 bytes, so that copies can be found among many.
struct ImageSketch {
  std::uint64_t content = 0;  ///< of extent and pixels: equal images have equal ones
  std::uint64_t gist =
      0;  ///< a bit for each step from left to right, whether it is upwards in a 9 x 8 reduction
  std::array<std::int8_t, 256> tiny = {};  ///< 16 x 16 reduction without its mean, scaled to full contrast
  bool is_flat = false;                    ///< of one grey level everywhere
};

/// Requires  8-bit grey. Cost  a pass over the pixels (about 1 ms a megapixel), little beside decoding.
ImageSketch sketch(const cv::Mat& grey);

/// Whether one image is a copy of the other but for size, compression, light or a slight shift: their gists differ in few
/// bits, and the tiny images correlate by kLeastLikeness or more. Neighbouring pictures of a still camera are, too;
/// different pictures of one kind of thing are not. An image without contrast is like its equals alone.
inline constexpr double kLeastLikeness = 0.98;
bool are_near_copies(const ImageSketch& a, const ImageSketch& b);

/// Pairs of near copies, (earlier, later), by which all that are alike are linked; in ascending order.
///
/// An image is compared with those that agree with it in a quarter of the gist, and at most 64 of them for each quarter, so
/// that the cost grows with count log(count): of a few hundred alike some pairs are not listed, of a few all are.
using LikePair = std::pair<std::uint32_t, std::uint32_t>;
std::vector<LikePair> find_near_copies(std::span<const ImageSketch> sketches);

/// The groups that pairs among `count` items make: for each item the first of its group, itself where it is alone.
std::vector<std::uint32_t> group_pairs(std::uint32_t count, std::span<const LikePair> pairs);

}  // namespace ocelli
