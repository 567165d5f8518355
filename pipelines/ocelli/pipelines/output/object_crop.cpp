#include "ocelli/pipelines/output/object_crop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/imaging/rotated_picture.hpp"

namespace ocelli::internal {
namespace {

using Place = std::complex<double>;  ///< x + i y

Place as_place(const Point& point) { return {static_cast<double>(point.x), static_cast<double>(point.y)}; }

/// A rotation, a scale and a shift: from places in a crop to places in its picture. Both count from the
/// outer corner of the first pixel.
struct CropPlacement {
  Place factor, shift;
  cv::Size size;

  Place operator()(Place place) const { return factor * place + shift; }
  /// Pixels of the picture for each pixel of the crop.
  double scale() const { return std::abs(factor); }
};

/// Pixels of the box that are in the picture; at least one.
cv::Rect part_in_picture(const Box& box, const cv::Size& picture) {
  const auto pixel = [](double place, int end) {
    return static_cast<int>(std::lround(std::clamp(place, 0.0, static_cast<double>(end))));
  };
  const double x = static_cast<double>(box.x), y = static_cast<double>(box.y);
  const int left = std::min(pixel(x, picture.width), picture.width - 1);
  const int top = std::min(pixel(y, picture.height), picture.height - 1);
  const int right = std::max(pixel(x + static_cast<double>(box.w), picture.width), left + 1);
  const int bottom = std::max(pixel(y + static_cast<double>(box.h), picture.height), top + 1);
  return {left, top, right - left, bottom - top};
}

Box with_margin(const Box& box, double margin) {
  const auto share = static_cast<float>(margin);
  return {box.x - share * box.w, box.y - share * box.h, (1 + 2 * share) * box.w, (1 + 2 * share) * box.h};
}

/// A size of these proportions whose longer side has this many pixels.
cv::Size size_with_longer_side(double width, double height, double side) {
  const double scale = side / std::max(width, height);
  return {std::max(1, static_cast<int>(std::lround(width * scale))),
          std::max(1, static_cast<int>(std::lround(height * scale)))};
}

/// The box with its margin, turned back by the quarter turns nearest to the roll.
cv::Mat plain_crop(const cv::Mat& picture, const Detection& detection, int quarters,
                   const CropOptions& options) {
  const std::optional<int>& size = options.size;
  const cv::Mat part = picture(part_in_picture(with_margin(detection.box, options.margin), picture.size()));
  const cv::Mat upright = turned(part, (4 - quarters) % 4);
  if (!size) return upright.clone();
  cv::Mat resized;
  const cv::Size wanted = size_with_longer_side(upright.cols, upright.rows, *size);
  const bool shrinks = wanted.width < upright.cols;
  cv::resize(upright, resized, wanted, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  return resized;
}

/// The similarity from the crop's places of the landmarks, by least squares in the crop. In the plane, with
/// places as complex numbers, the solution is a quotient of two sums.
CropPlacement placement_of(const Landmarks& landmarks, int side) {
  const double unit = static_cast<double>(side) / kAlignedSide;
  constexpr auto kCount = static_cast<double>(kAlignedLandmarks.size());
  Place center, goal_center;
  for (std::size_t i = 0; i < landmarks.size(); ++i) {
    center += as_place(landmarks[i]) / kCount;
    goal_center += unit * as_place(kAlignedLandmarks[i]) / kCount;
  }
  Place along;
  double spread = 0;
  for (std::size_t i = 0; i < landmarks.size(); ++i) {
    const Place from = as_place(landmarks[i]) - center;
    along += std::conj(from) * (unit * as_place(kAlignedLandmarks[i]) - goal_center);
    spread += std::norm(from);
  }
  const Place factor = std::abs(along) > 0 ? spread / along : Place(1);
  return {factor, center - factor * goal_center, {side, side}};
}

/// The box with its margin, turned by the roll about its center.
CropPlacement placement_of(const Box& box, double roll, const CropOptions& options) {
  const std::optional<int>& side = options.size;
  const bool is_on_side = nearest_quarters(roll) % 2 == 1;
  const Box whole = with_margin(box, options.margin);
  auto width = static_cast<double>(is_on_side ? whole.h : whole.w),
       height = static_cast<double>(is_on_side ? whole.w : whole.h);
  if (options.aspect) {
    width = std::max(width, height * *options.aspect);
    height = std::max(height, width / *options.aspect);
  }
  const double longer = std::max({width, height, 1.0});
  const double wanted = side ? *side : std::min<double>(longer, kMaxCropSide);
  const cv::Size size = size_with_longer_side(width, height, wanted);
  const Place factor = std::polar(longer / wanted, roll * std::numbers::pi / 180);
  const Place center(static_cast<double>(whole.center_x()), static_cast<double>(whole.center_y()));
  return {factor, center - factor * Place(size.width, size.height) / 2.0, size};
}

/// The part of the picture that a crop shows, and a pixel of the crop around it; at least one pixel.
cv::Rect part_shown(const CropPlacement& placement, const cv::Size& picture) {
  const double width = placement.size.width, height = placement.size.height;
  const std::array corners = {placement({0, 0}), placement({width, 0}), placement({0, height}),
                              placement({width, height})};
  const auto [left, right] = std::ranges::minmax(corners, {}, [](const Place& p) { return p.real(); });
  const auto [top, bottom] = std::ranges::minmax(corners, {}, [](const Place& p) { return p.imag(); });
  const double around = placement.scale() + 1;
  const double x = left.real() - around, y = top.imag() - around;
  return part_in_picture(
      {static_cast<float>(x), static_cast<float>(y), static_cast<float>(right.real() + around - x),
       static_cast<float>(bottom.imag() + around - y)},
      picture);
}

/// Where a crop is smaller than its part of the picture, that part is first reduced by averaging, so that no
/// pixel is skipped.
cv::Mat resampled(const cv::Mat& picture, const CropPlacement& placement) {
  const cv::Rect part = part_shown(placement, picture.size());
  const double step = std::max(1.0, std::floor(placement.scale()));
  const auto fewer = [&](int pixels) { return std::max(1, static_cast<int>(std::ceil(pixels / step))); };
  cv::Mat reduced;
  cv::resize(picture(part), reduced, {fewer(part.width), fewer(part.height)}, 0, 0, cv::INTER_AREA);
  const double unit_x = static_cast<double>(part.width) / reduced.cols,
               unit_y = static_cast<double>(part.height) / reduced.rows;
  const Place first = placement({0.5, 0.5});  // OpenCV counts from the center of the first pixel
  const double a = placement.factor.real(), b = placement.factor.imag();
  const cv::Matx23d to_reduced(a / unit_x, -b / unit_x, (first.real() - part.x) / unit_x - 0.5,  //
                               b / unit_y, a / unit_y, (first.imag() - part.y) / unit_y - 0.5);
  cv::Mat result;
  cv::warpAffine(reduced, result, to_reduced, placement.size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  return result;
}

void check(const CropOptions& options) {
  require(
      !options.size || (*options.size >= 1 && *options.size <= kMaxCropSide), Kind::usage,
      [] { return "must be from 1 to " + std::to_string(kMaxCropSide) + " pixels"; }, "--crop-size");
  require(options.margin >= 0 && options.margin <= kMaxCropMargin, Kind::usage, "must be from 0 to 4",
          "--crop-margin");
  require(!options.aspect || (*options.aspect >= kMinCropAspect && *options.aspect <= kMaxCropAspect),
          Kind::usage, "must be from 0.1 to 10", "--crop-aspect");
}

}  // namespace

cv::Mat crop(const cv::Mat& picture, const Detection& detection, const CropOptions& options) {
  check(options);
  if (!options.align && !options.aspect) return plain_crop(picture, detection, 0, options);
  if (!options.align) return resampled(picture, placement_of(detection.box, 0, options));
  if (detection.landmarks && !options.aspect)
    return resampled(picture, placement_of(*detection.landmarks, options.size.value_or(kAlignedSide)));
  require(detection.pose.has_value(), Kind::usage,
          "requires landmarks or a rotation: use a model that places landmarks, such as "
          "face.ocelli, or --rotation",
          "--align");
  const auto roll = static_cast<double>(detection.pose->roll);
  if (tilt_of(roll) == 0 && !options.aspect)
    return plain_crop(picture, detection, nearest_quarters(roll), options);
  return resampled(picture, placement_of(detection.box, roll, options));
}

}  // namespace ocelli::internal
