#include "ocelli/features/points/point_windows.hpp"

#include <opencv2/core.hpp>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

void PointWindowOptions::validate() const {
  check_options(*this);
  points.validate();
  require(
      side % 2 == 1, Kind::usage, [&] { return "must be odd, got " + to_text(side); }, "--window-side");
}

void PointWindows::assign(std::span<const float> image, ImageShape shape, const PointWindowOptions& options) {
  // OpenCV has no const matrix; nothing writes to this one.
  const cv::Mat numbers(shape.height, shape.width, CV_32F, const_cast<float*>(image.data()));
  cv::Mat gray;
  numbers.convertTo(gray, CV_8U);
  points_ = interest_points(gray, options.points);

  side_ = options.side;
  const int reach = side_ / 2;
  cv::copyMakeBorder(gray, padded_, reach, reach, reach, reach, cv::BORDER_REPLICATE);
  integrate(padded_, sum_, squared_);
  origins_.clear();
  inverse_deviations_.clear();
  for (const InterestPoint& point : points_) {
    origins_.push_back(sum_.index(point.y, point.x));
    inverse_deviations_.push_back(inverse_deviation(sum_.sum(point.x, point.y, side_, side_),
                                                    squared_.sum(point.x, point.y, side_, side_),
                                                    side_ * side_, options.deviation));
  }
}

void PointWindows::respond(std::span<const WeightedCorner> wavelet, std::span<float> z) const {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::uint32_t* const origin = sum_.data() + origins_[k];
    std::uint32_t response = 0;
    for (const WeightedCorner& corner : wavelet) {
      response += static_cast<std::uint32_t>(corner.weight) * origin[corner.y * sum_.stride() + corner.x];
    }
    z[k] = static_cast<float>(static_cast<std::int32_t>(response)) * inverse_deviations_[k];
  }
}

cv::Mat PointWindows::window(std::size_t point) const {
  return padded_(cv::Rect(points_[point].x, points_[point].y, side_, side_));
}

}  // namespace ocelli::internal
