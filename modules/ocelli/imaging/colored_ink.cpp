#include "ocelli/imaging/colored_ink.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

constexpr int kColored = 32;  ///< difference of channels; blurred edges of print in JPEG files reach 30
constexpr int kVivid = 56;    ///< the same for ink that is worth a closer look
constexpr int kDark = 150;    ///< maximum of the greatest channel of print
constexpr std::size_t kHues = 36;
constexpr std::uint8_t kNoHue = 255;

using Levels = std::array<std::array<std::uint8_t, 256>, 3>;

/// A pixel's greatest channel, and by how much it exceeds the least.
struct Tone {
  int value, chroma;
};

Tone tone_of(const std::uint8_t* pixel, const Levels& levels) {
  const int b = levels[0][pixel[0]], g = levels[1][pixel[1]], r = levels[2][pixel[2]];
  const int most = std::max({b, g, r});
  return {most, most - std::min({b, g, r})};
}

/// The color of the paper: of each channel, the value that a tenth of the pixels exceed.
std::array<double, 3> paper_color(const cv::Mat& bgr, int step) {
  std::array<std::array<std::size_t, 256>, 3> counts{};
  std::size_t all = 0;
  for (int y = 0; y < bgr.rows; y += step) {
    const std::uint8_t* const row = bgr.ptr(y);
    for (int x = 0; x < bgr.cols; x += step, ++all)
      for (std::size_t c = 0; c < 3; ++c) ++counts[c][row[3 * static_cast<std::size_t>(x) + c]];
  }
  std::array<double, 3> paper{};
  for (std::size_t c = 0; c < 3; ++c) {
    std::size_t above = 0, value = 255;
    while (value > 1 && (above += counts[c][value]) * 10 < all) --value;
    paper[c] = static_cast<double>(value);
  }
  return paper;
}

/// The levels with which paper becomes white.
Levels balanced(const std::array<double, 3>& paper) {
  Levels levels{};
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t value = 0; value < 256; ++value)
      levels[c][value] =
          static_cast<std::uint8_t>(std::min(255.0, std::round(255 * static_cast<double>(value) / paper[c])));
  }
  return levels;
}

/// Whether some of the page is vivid, and most of it is not.
bool has_colored_ink(const cv::Mat& bgr, const Levels& levels, int step) {
  constexpr double kMin = 5e-5, kMax = 0.3;
  double vivid = 0, all = 0;
  for (int y = 0; y < bgr.rows; y += step) {
    const std::uint8_t* const row = bgr.ptr(y);
    for (int x = 0; x < bgr.cols; x += step, ++all) vivid += tone_of(row + 3 * x, levels).chroma > kVivid;
  }
  return vivid > kMin * all && vivid < kMax * all;
}

std::uint8_t hue_of(const std::uint8_t* pixel, const Levels& levels) {
  const double b = levels[0][pixel[0]], g = levels[1][pixel[1]], r = levels[2][pixel[2]];
  const double turn = std::atan2(std::numbers::sqrt3 * (g - b), 2 * r - g - b) / (2 * std::numbers::pi);
  return static_cast<std::uint8_t>(static_cast<std::size_t>((turn + 1) * static_cast<double>(kHues)) % kHues);
}

/// The hue of each colored pixel, and the dark pixels.
struct Hues {
  cv::Mat of_pixels, dark;
  std::array<double, kHues> counts{};

  Hues(const cv::Mat& bgr, const Levels& levels)
      : of_pixels(bgr.size(), CV_8U, cv::Scalar(kNoHue)), dark(bgr.size(), CV_8U, cv::Scalar(0)) {
    for (int y = 0; y < bgr.rows; ++y) {
      check_canceled();
      const std::uint8_t* const row = bgr.ptr(y);
      std::uint8_t* const hues = of_pixels.ptr(y);
      std::uint8_t* const darks = dark.ptr(y);
      for (int x = 0; x < bgr.cols; ++x) {
        const Tone tone = tone_of(row + 3 * x, levels);
        if (tone.chroma > kColored) {
          hues[x] = hue_of(row + 3 * x, levels);
          counts[hues[x]] += tone.chroma > kVivid;
        } else if (tone.value <= kDark) {
          darks[x] = 255;
        }
      }
    }
  }
};

std::size_t hues_between(std::size_t one, std::size_t other) {
  const std::size_t apart = one > other ? one - other : other - one;
  return std::min(apart, kHues - apart);
}

/// The most frequent hues.
std::vector<std::size_t> peaks_of(std::array<double, kHues> counts) {
  constexpr std::size_t kMost = 4, kReach = 3;
  constexpr double kFew = 60, kRare = 0.02;  ///< pixels; share of those of the first
  std::vector<std::size_t> peaks;
  double first = 0;
  while (peaks.size() < kMost) {
    std::array<double, kHues> smooth{};
    for (std::size_t hue = 0; hue < kHues; ++hue)
      smooth[hue] = counts[(hue + kHues - 1) % kHues] + counts[hue] + counts[(hue + 1) % kHues];
    const auto peak = static_cast<std::size_t>(std::ranges::max_element(smooth) - smooth.begin());
    first = std::max(first, smooth[peak]);
    if (smooth[peak] < kFew || smooth[peak] < kRare * first) break;
    peaks.push_back(peak);
    for (std::size_t hue = 0; hue < kHues; ++hue)
      if (hues_between(hue, peak) <= kReach) counts[hue] = 0;
  }
  return peaks;
}

/// For each hue, the nearest peak; peaks.size() if none is near.
std::array<std::size_t, kHues> nearest_peaks(const std::vector<std::size_t>& peaks) {
  constexpr std::size_t kFarthest = 6;
  std::array<std::size_t, kHues> nearest{};
  for (std::size_t hue = 0; hue < kHues; ++hue) {
    std::size_t least = kFarthest;
    nearest[hue] = peaks.size();
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      if (const std::size_t apart = hues_between(hue, peaks[i]); apart < least)
        least = apart, nearest[hue] = i;
    }
  }
  return nearest;
}

std::vector<cv::Mat> masks_of(const Hues& hues) {
  const std::vector<std::size_t> peaks = peaks_of(hues.counts);
  const std::array<std::size_t, kHues> nearest = nearest_peaks(peaks);
  std::vector<cv::Mat> masks(peaks.size());
  for (cv::Mat& mask : masks) mask = cv::Mat::zeros(hues.of_pixels.size(), CV_8U);
  for (int y = 0; y < hues.of_pixels.rows; ++y) {
    const std::uint8_t* const row = hues.of_pixels.ptr(y);
    for (int x = 0; x < hues.of_pixels.cols; ++x) {
      if (row[x] != kNoHue && nearest[row[x]] < masks.size()) masks[nearest[row[x]]].ptr(y)[x] = 255;
    }
  }
  return masks;
}

}  // namespace

std::optional<ColoredInk> colored_ink(const cv::Mat& bgr) {
  constexpr int kStep = 3;        ///< pixels between those that are sampled
  constexpr double kLight = 140;  ///< least channel of light paper
  if (bgr.empty()) return std::nullopt;
  const std::array<double, 3> paper = paper_color(bgr, kStep);
  if (std::ranges::min(paper) < kLight) return std::nullopt;
  const Levels levels = balanced(paper);
  if (!has_colored_ink(bgr, levels, kStep)) return std::nullopt;
  Hues hues(bgr, levels);
  ColoredInk ink{hues.dark, masks_of(hues), paper};
  if (ink.inks.empty()) return std::nullopt;
  return ink;
}

}  // namespace ocelli::internal
