#include "ocelli/data/images/image_likeness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <span>
#include <tuple>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxBits = 8;   ///< maximum number of bits in which the gists of copies differ
constexpr int kQuarters = 4;  ///< per gist, 16 bits each
constexpr std::size_t kNeighbors = 64;

std::uint64_t content_of(const cv::Mat& gray) {
  Fingerprint print;
  print.add(gray.cols).add(gray.rows);
  for (int y = 0; y < gray.rows; ++y) {
    print.add(std::span<const std::uint8_t>(gray.ptr<std::uint8_t>(y), static_cast<std::size_t>(gray.cols)));
  }
  return print.value();
}

/// Samples a large image at regular steps. Enough pixels remain for the averages that follow.
cv::Mat thinned(const cv::Mat& gray) {
  constexpr int kEnough = 256;
  const int step = std::max(1, std::min(gray.cols, gray.rows) / kEnough);
  cv::Mat thin;
  cv::resize(gray, thin, {gray.cols / step, gray.rows / step}, 0, 0, cv::INTER_NEAREST);
  return thin;
}

cv::Mat reduced(const cv::Mat& gray, int width, int height) {
  cv::Mat small;
  cv::resize(gray, small, {width, height}, 0, 0, cv::INTER_AREA);
  return small;
}

std::uint64_t gist_of(const cv::Mat& gray) {
  const cv::Mat small = reduced(gray, 9, 8);
  std::uint64_t gist = 0;
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) {
      gist = gist << 1 | (small.at<std::uint8_t>(y, x) < small.at<std::uint8_t>(y, x + 1) ? 1u : 0u);
    }
  }
  return gist;
}

std::array<std::int8_t, 256> tiny_of(const cv::Mat& gray) {
  const cv::Mat small = reduced(gray, 16, 16);
  const double mean = cv::mean(small)[0];
  double max = 0;
  for (const std::uint8_t pixel : cv::Mat_<std::uint8_t>(small)) max = std::max(max, std::abs(pixel - mean));
  std::array<std::int8_t, 256> tiny{};
  if (max < 2) return tiny;
  std::transform(
      small.begin<std::uint8_t>(), small.end<std::uint8_t>(), tiny.begin(),
      [&](std::uint8_t pixel) { return static_cast<std::int8_t>(std::lround(127 * (pixel - mean) / max)); });
  return tiny;
}

double correlation(const std::array<std::int8_t, 256>& a, const std::array<std::int8_t, 256>& b) {
  const auto product = [](const auto& one, const auto& other) {
    return std::inner_product(one.begin(), one.end(), other.begin(), 0);
  };
  const double norm = std::sqrt(static_cast<double>(product(a, a)) * product(b, b));
  return norm > 0 ? product(a, b) / norm : 0;
}

std::uint64_t quarter(std::uint64_t gist, int which) { return gist >> (16 * which) & 0xFFFF; }

}  // namespace

ImageSketch sketch(const cv::Mat& gray) {
  require(gray.type() == CV_8UC1 && !gray.empty(), Kind::image, "expected a nonempty 8-bit gray image");
  double low = 0, high = 0;
  cv::minMaxLoc(gray, &low, &high);
  const cv::Mat thin = thinned(gray);
  return {content_of(gray), gist_of(thin), tiny_of(thin), low == high};
}

bool are_near_copies(const ImageSketch& a, const ImageSketch& b) {
  if (a.content == b.content) return true;
  return std::popcount(a.gist ^ b.gist) <= kMaxBits && correlation(a.tiny, b.tiny) >= kMinLikeness;
}

std::vector<LikePair> find_near_copies(std::span<const ImageSketch> sketches) {
  std::vector<LikePair> pairs;
  std::vector<std::uint32_t> order(sketches.size());
  for (int which = 0; which < kQuarters; ++which) {
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t i) {
      const ImageSketch& one = sketches[i];
      return std::tuple(quarter(one.gist, which), one.gist, one.content, i);
    };
    std::ranges::sort(order, {}, key);
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < std::min(order.size(), i + 1 + kNeighbors); ++j) {
        const ImageSketch &one = sketches[order[i]], &other = sketches[order[j]];
        if (quarter(one.gist, which) != quarter(other.gist, which)) break;
        if (are_near_copies(one, other)) pairs.push_back(std::minmax(order[i], order[j]));
      }
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<std::uint32_t> group_pairs(std::uint32_t count, std::span<const LikePair> pairs) {
  std::vector<std::uint32_t> first(count);
  std::iota(first.begin(), first.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (first[i] != i) i = first[i] = first[first[i]];
    return i;
  };
  for (const auto& [a, b] : pairs) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    first[high] = low;
  }
  for (std::uint32_t i = 0; i < count; ++i) first[i] = root(i);
  return first;
}

}  // namespace ocelli::internal
