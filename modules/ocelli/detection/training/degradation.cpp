#include "ocelli/detection/training/object_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/detection/training/positives.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr double kMiddleGray = 127.5;

/// A copy of a copy: levels away from the mean saturate to black and white.
void steepen(cv::Mat& picture, double slope) {
  const double mean = cv::mean(picture)[0];
  map_levels(picture, [=](int level) { return 255 / (1 + std::exp(-slope * (level - mean) / 255)); });
}

/// Fog and dim light: levels are compressed around one of them.
void flatten(cv::Mat& picture, double contrast, double middle) {
  const double mean = cv::mean(picture)[0];
  map_levels(picture, [=](int level) { return middle + contrast * (level - mean); });
}

/// Dots of ink on a screen rotated by 45 degrees, `pitch` pixels apart, as scanned.
void screen(cv::Mat& picture, double pitch) {
  constexpr int kFiner = 3;
  constexpr double kScannerBlur = 1.4;
  cv::Mat fine;
  cv::resize(picture, fine, {}, kFiner, kFiner, cv::INTER_LINEAR);
  const auto wave = [=](int length) {
    std::vector<double> values(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] =
          std::cos(std::numbers::sqrt2 * std::numbers::pi * static_cast<double>(i) / (kFiner * pitch));
    return values;
  };
  const std::vector<double> across = wave(fine.cols), down = wave(fine.rows);
  for (int y = 0; y < fine.rows; ++y) {
    auto* const row = fine.ptr<std::uint8_t>(y);
    const double amplitude = kMiddleGray * down[static_cast<std::size_t>(y)];
    for (std::size_t x = 0; x < across.size(); ++x)
      row[x] = row[x] > kMiddleGray + amplitude * across[x] ? 255 : 0;
  }
  cv::GaussianBlur(fine, fine, {}, kScannerBlur);
  cv::resize(fine, picture, picture.size(), 0, 0, cv::INTER_AREA);
}

}  // namespace

void degrade(cv::Mat& picture, Random random) {
  require_gray(picture);
  if (random.below(2) == 0) {
    steepen(picture, random.uniform(4, 10));
  } else {
    const double contrast = random.uniform(0.2, 0.9);
    flatten(picture, contrast, random.uniform(40, 215));
  }
  const std::uint64_t print = random.below(3);
  if (print == 0) screen(picture, random.uniform(1.3, 2.5));
  if (print == 1) cv::GaussianBlur(picture, picture, {}, random.uniform(0.3, 1.2));
  add_noise(picture, random.uniform(0, 15), random);
}

}  // namespace ocelli::internal
