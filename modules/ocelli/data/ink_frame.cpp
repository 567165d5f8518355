#include "ocelli/data/ink_frame.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/error.hpp"
#include "ocelli/data/image_fit.hpp"

namespace ocelli {
namespace {

constexpr float kInkShare = 0.25f;  ///< of the strongest ink, from which on a pixel counts as ink
constexpr double kLeastInk = 32;    ///< grey levels; an image with less is taken to be empty
constexpr double kSizeTolerance = 1.0 / 7, kPlaceTolerance = 2;
constexpr double kBright = 127.5;

/// How far each pixel differs from the background, 0 .. 255.
cv::Mat ink_of(const cv::Mat& image, double background) {
  cv::Mat ink = background > kBright ? cv::Mat(background - image) : cv::Mat(image - background);
  return cv::max(ink, 0);
}

cv::Point2d centre_of_mass(const cv::Mat& ink) {
  const cv::Moments moments = cv::moments(ink);
  return {moments.m10 / moments.m00, moments.m01 / moments.m00};
}

/// The part of `ink` in its box, scaled and laid with its centre of mass in the middle of `out`.
void lay(const cv::Mat& ink, const cv::Rect& box, double scale, cv::Mat& out) {
  const auto scaled_side = [scale](int side) {
    return std::max(1, static_cast<int>(std::lround(side * scale)));
  };
  cv::Mat scaled;
  cv::resize(ink(box), scaled, {scaled_side(box.width), scaled_side(box.height)}, 0, 0,
             scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  const cv::Point2d centre = centre_of_mass(scaled);
  const cv::Point corner(static_cast<int>(std::lround((out.cols - 1) / 2.0 - centre.x)),
                         static_cast<int>(std::lround((out.rows - 1) / 2.0 - centre.y)));
  const cv::Rect target = cv::Rect(corner, scaled.size()) & cv::Rect({}, out.size());
  out = 0;
  if (!target.empty()) scaled(target - corner).copyTo(out(target));
}

}  // namespace

void frame_ink(std::span<const float> image, ImageShape shape, double side, std::span<float> out) {
  const cv::Mat grey(shape.height, shape.width, CV_32FC1, const_cast<float*>(image.data()));
  std::ranges::copy(image, out.begin());
  const double background = border_median(grey);
  const cv::Mat ink = ink_of(grey, background);
  double most = 0;
  cv::minMaxLoc(ink, nullptr, &most);
  if (most < kLeastInk) return;

  const cv::Rect box = cv::boundingRect(ink >= kInkShare * most);
  const double longer = std::max(box.width, box.height);
  const cv::Point2d centre = centre_of_mass(ink);
  const double off =
      std::max(std::abs(centre.x - (shape.width - 1) / 2.0), std::abs(centre.y - (shape.height - 1) / 2.0));
  const bool in_place =
      background < kLeastInk && std::abs(longer - side) <= kSizeTolerance * side && off <= kPlaceTolerance;
  if (in_place) return;

  cv::Mat framed(shape.height, shape.width, CV_32FC1, out.data());
  lay(ink * (255 / most), box, side / longer, framed);
}

Samples frame_ink(Samples samples, double side) {
  require(samples.shape.has_value(), Kind::training,
          "only images have ink to frame, not the rows of a table");
  tbb::parallel_for(std::size_t{0}, samples.count(), [&](std::size_t i) {
    const std::vector<float> image(samples.row(i).begin(), samples.row(i).end());
    const std::span out(samples.values.row(static_cast<Eigen::Index>(i)).data(), samples.width());
    frame_ink(image, *samples.shape, side, out);
  });
  return samples;
}

}  // namespace ocelli
