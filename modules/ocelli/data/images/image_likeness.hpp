#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// A 280-byte descriptor of an image, for finding near duplicates.
struct ImageSketch {
  std::uint64_t content = 0;  ///< hash of size and pixels: equal images have equal hashes
  /// Difference hash: one bit per step from left to right in a 9 x 8 reduction, set where it rises.
  std::uint64_t gist = 0;
  std::array<std::int8_t, 256> tiny = {};  ///< 16 x 16 reduction without its mean, scaled to full contrast
  bool is_flat = false;                    ///< one gray level everywhere
};

/// Requires  8-bit gray.
/// Cost      one pass over the pixels (about 1 ms per megapixel), little compared with decoding.
ImageSketch sketch(const cv::Mat& gray);

/// Whether one image is a copy of the other up to size, compression, brightness or a slight shift. Their
/// gists differ in few bits, and the tiny images correlate by kMinLikeness or more. Successive frames of a
/// fixed camera are copies, too. Different pictures of similar objects are not. An image without contrast
/// matches only identical ones.
inline constexpr double kMinLikeness = 0.98;
bool are_near_copies(const ImageSketch& a, const ImageSketch& b);

/// Pairs of near duplicates, (earlier, later), that link all similar images, in ascending order.
///
/// An image is compared with those that share a quarter of its gist, at most 64 of them per quarter, so that
/// the cost is O(n log n). In groups of a few hundred similar images some pairs are not listed.
using LikePair = std::pair<std::uint32_t, std::uint32_t>;
std::vector<LikePair> find_near_copies(std::span<const ImageSketch> sketches);

/// The connected components of the pairs among `count` items: for each item the first item of its group,
/// itself if it is alone.
std::vector<std::uint32_t> group_pairs(std::uint32_t count, std::span<const LikePair> pairs);

}  // namespace ocelli::internal
