#include "ocelli/detection/training/synthesis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/option_table.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

/// Viewing distance, in longer sides of the picture.
constexpr float kDistance = 2;

using Quad = std::array<cv::Point2f, 4>;

Quad corners_of(cv::Size size) {
  const auto w = static_cast<float>(size.width), h = static_cast<float>(size.height);
  return {{{0, 0}, {w, 0}, {w, h}, {0, h}}};
}

cv::Matx33f rotation(double x, double y, double z) {
  const auto c = [](double angle) { return static_cast<float>(std::cos(angle)); };
  const auto s = [](double angle) { return static_cast<float>(std::sin(angle)); };
  const cv::Matx33f about_x(1, 0, 0, 0, c(x), -s(x), 0, s(x), c(x));
  const cv::Matx33f about_y(c(y), 0, s(y), 0, 1, 0, -s(y), 0, c(y));
  const cv::Matx33f about_z(c(z), -s(z), 0, s(z), c(z), 0, 0, 0, 1);
  return about_x * about_y * about_z;
}

/// The corners of the rotated picture in perspective.
Quad seen(cv::Size picture, const SynthesisOptions& options, Random& random) {
  const auto angle = [&](double largest) {
    return random.uniform(-largest, largest) * std::numbers::pi / 180;
  };
  const double x = angle(options.x_angle), y = angle(options.y_angle), z = angle(options.z_angle);
  const cv::Matx33f turn = rotation(x, y, z);
  const float eye = kDistance * static_cast<float>(std::max(picture.width, picture.height));
  Quad quad = corners_of(picture);
  for (cv::Point2f& corner : quad) {
    const cv::Vec3f place(corner.x - static_cast<float>(picture.width) / 2,
                          corner.y - static_cast<float>(picture.height) / 2, 0);
    const cv::Vec3f turned = turn * place;
    corner = {eye * turned[0] / (eye + turned[2]), eye * turned[1] / (eye + turned[2])};
  }
  return quad;
}

/// The same, scaled and shifted to fill a sample of this size around its center.
Quad fitted(Quad quad, cv::Size sample) {
  const auto [left, right] = std::ranges::minmax(quad, {}, &cv::Point2f::x);
  const auto [top, bottom] = std::ranges::minmax(quad, {}, &cv::Point2f::y);
  const auto width = static_cast<float>(sample.width), height = static_cast<float>(sample.height);
  const float scale = std::min(width / (right.x - left.x), height / (bottom.y - top.y));
  const cv::Point2f middle((left.x + right.x) / 2, (top.y + bottom.y) / 2);
  for (cv::Point2f& corner : quad) corner = (corner - middle) * scale + cv::Point2f(width / 2, height / 2);
  return quad;
}

/// Reduced by averaging, so that warping samples it finely enough.
cv::Mat reduced(const cv::Mat& picture, cv::Size sample) {
  const double scale = std::max(2.0 * sample.width / picture.cols, 2.0 * sample.height / picture.rows);
  if (scale >= 1) return picture;
  cv::Mat small;
  cv::resize(picture, small, {}, scale, scale, cv::INTER_AREA);
  return small;
}

/// 255 where the picture is visible, 0 where the background is.
cv::Mat mask_of(const cv::Mat& picture, const SynthesisOptions& options) {
  if (!options.transparent_level) return {picture.size(), CV_8UC1, cv::Scalar(255)};
  cv::Mat transparent;
  cv::inRange(picture, *options.transparent_level - options.transparent_range,
              *options.transparent_level + options.transparent_range, transparent);
  return ~transparent;
}

/// The picture with the inversion and brightness of the sample.
cv::Mat lit(const cv::Mat& picture, const SynthesisOptions& options, Random& random) {
  const bool inverted =
      options.invert == Inversion::random ? random.below(2) == 1 : options.invert == Inversion::yes;
  return inverted ? cv::Mat(~picture) : picture;
}

/// A random part of an image, with the sample's shape if the image is large enough.
cv::Mat random_part(const cv::Mat& image, cv::Size sample, Random& random) {
  const double max = std::min(1.0 * image.cols / sample.width, 1.0 * image.rows / sample.height);
  const double scale = std::max(1.0, max) > 1 ? std::exp(random.uniform(0, std::log(max))) : max;
  const cv::Size size(std::clamp(static_cast<int>(scale * sample.width), 1, image.cols),
                      std::clamp(static_cast<int>(scale * sample.height), 1, image.rows));
  const auto begin = [&](int room) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(room) + 1));
  };
  const int x = begin(image.cols - size.width), y = begin(image.rows - size.height);
  cv::Mat part;
  cv::resize(image(cv::Rect({x, y}, size)), part, sample, 0, 0, cv::INTER_AREA);
  return part;
}

}  // namespace

void SynthesisOptions::validate() const { check_options(*this); }

cv::Mat synthesize(const cv::Mat& picture, const cv::Mat& background, cv::Size sample,
                   const SynthesisOptions& options, Random random) {
  require_gray(picture);
  require_gray(background);
  cv::Mat result = random_part(background, sample, random);
  const cv::Mat mask = mask_of(picture, options);
  const cv::Mat small = reduced(lit(picture, options, random), sample), small_mask = reduced(mask, sample);
  const Quad place = fitted(seen(picture.size(), options, random), sample);
  const cv::Mat warp = cv::getPerspectiveTransform(corners_of(small.size()).data(), place.data());
  const double change = random.uniform(-options.intensity_change, options.intensity_change);
  cv::Mat object, opacity;
  cv::warpPerspective(small, object, warp, sample, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::warpPerspective(small_mask, opacity, warp, sample, cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  for (int y = 0; y < result.rows; ++y) {
    for (int x = 0; x < result.cols; ++x) {
      const double share = opacity.at<std::uint8_t>(y, x) / 255.0;
      const double level = std::clamp(object.at<std::uint8_t>(y, x) + change, 0.0, 255.0);
      std::uint8_t& pixel = result.at<std::uint8_t>(y, x);
      pixel = cv::saturate_cast<std::uint8_t>(share * level + (1 - share) * pixel);
    }
  }
  return result;
}

}  // namespace ocelli::internal
