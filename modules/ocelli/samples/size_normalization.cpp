#include "ocelli/samples/size_normalization.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal {
namespace {

constexpr float kInkShare = 0.25f;  ///< a pixel with at least this share of the strongest ink counts as ink
constexpr float kMinInk = 32;       ///< gray levels; an image with less is considered empty
constexpr double kSizeTolerance = 1.0 / 7, kPlaceTolerance = 2;
constexpr float kBright = 127.5f;

float background_of(std::span<const float> image, ImageShape shape) {
  return static_cast<float>(
      border_median({shape.height, shape.width, CV_32FC1, const_cast<float*>(image.data())}));
}

/// How far each pixel differs from the background, 0 .. 255.
std::vector<float> ink_of(std::span<const float> image, float background) {
  const float sign = background > kBright ? -1.0f : 1.0f;
  std::vector<float> ink(image.size());
  std::ranges::transform(image, ink.begin(),
                         [&](float gray) { return std::max(0.0f, sign * (gray - background)); });
  return ink;
}

/// The position of an image's ink.
struct InkPlace {
  cv::Rect box;        ///< of the pixels that count as ink
  cv::Point2d center;  ///< of mass
};

InkPlace place_of(std::span<const float> ink, ImageShape shape, float min) {
  int left = shape.width, right = -1, top = shape.height, bottom = -1;
  double mass = 0, across = 0, down = 0;
  for (int y = 0; y < shape.height; ++y) {
    const float* const row = ink.data() + static_cast<std::ptrdiff_t>(y) * shape.width;
    double of_row = 0;
    for (int x = 0; x < shape.width; ++x) {
      of_row += static_cast<double>(row[x]);
      across += static_cast<double>(row[x]) * x;
      if (row[x] < min) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
    mass += of_row;
    down += of_row * y;
  }
  return {{left, top, right - left + 1, bottom - top + 1}, {across / mass, down / mass}};
}

cv::Point2d center_of_mass(const cv::Mat& ink) {
  const cv::Moments moments = cv::moments(ink);
  return {moments.m10 / moments.m00, moments.m01 / moments.m00};
}

/// Scales the part of `ink` in its box and places its center of mass in the middle of `out`.
void lay(const cv::Mat& ink, const cv::Rect& box, double scale, cv::Mat& out) {
  const auto scaled_side = [scale](int side) {
    return std::max(1, static_cast<int>(std::lround(side * scale)));
  };
  cv::Mat scaled;
  cv::resize(ink(box), scaled, {scaled_side(box.width), scaled_side(box.height)}, 0, 0,
             scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  const cv::Point2d center = center_of_mass(scaled);
  const cv::Point corner(static_cast<int>(std::lround((out.cols - 1) / 2.0 - center.x)),
                         static_cast<int>(std::lround((out.rows - 1) / 2.0 - center.y)));
  const cv::Rect target = cv::Rect(corner, scaled.size()) & cv::Rect({}, out.size());
  out = 0;
  if (!target.empty()) scaled(target - corner).copyTo(out(target));
}

}  // namespace

cv::Rect ink_box(std::span<const float> image, ImageShape shape) {
  const std::vector<float> ink = ink_of(image, background_of(image, shape));
  const float max = std::ranges::max(ink);
  return max < kMinInk ? cv::Rect() : place_of(ink, shape, kInkShare * max).box;
}

void frame_ink(std::span<const float> image, ImageShape shape, double side, std::span<float> out) {
  std::ranges::copy(image, out.begin());
  const float background = background_of(image, shape);
  std::vector<float> ink = ink_of(image, background);
  const float max = std::ranges::max(ink);
  if (max < kMinInk) return;

  const auto [box, center] = place_of(ink, shape, kInkShare * max);
  const double longer = std::max(box.width, box.height);
  const double off =
      std::max(std::abs(center.x - (shape.width - 1) / 2.0), std::abs(center.y - (shape.height - 1) / 2.0));
  const bool in_place =
      background < kMinInk && std::abs(longer - side) <= kSizeTolerance * side && off <= kPlaceTolerance;
  if (in_place) return;

  cv::Mat framed(shape.height, shape.width, CV_32FC1, out.data());
  const cv::Mat levels(shape.height, shape.width, CV_32FC1, ink.data());
  lay(levels * (255.0 / static_cast<double>(max)), box, side / longer, framed);
}

Samples frame_ink(Samples samples, double side) {
  require(samples.shape.has_value(), Kind::training,
          "size normalization needs images, not the rows of a table");
  parallel_for(std::size_t{0}, samples.count(), [&](std::size_t i) {
    const std::vector<float> image(samples.row(i).begin(), samples.row(i).end());
    const std::span out(samples.values.row(static_cast<Eigen::Index>(i)).data(), samples.width());
    frame_ink(image, *samples.shape, side, out);
  });
  return samples;
}

}  // namespace ocelli::internal
