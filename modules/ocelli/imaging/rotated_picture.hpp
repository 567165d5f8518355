#pragma once

#include <opencv2/core/mat.hpp>
#include <utility>

namespace ocelli::internal {

/// The number of quarter turns, 0 to 3, nearest to a clockwise rotation by this many degrees; of two, the
/// smaller rotation.
int nearest_quarters(double degrees);
/// The rest of the rotation after the nearest quarter turns: above -45, up to 45.
double tilt_of(double degrees);

/// A picture rotated clockwise about its center, in the smallest upright picture that contains it whole.
///
/// Quarter turns are exact. By other angles, pixels are interpolated linearly, and the corners outside the
/// source repeat the pixels at its edge: constant ones would have an edge that looks like an object's.
class RotatedPicture {
 public:
  RotatedPicture(cv::Size source, double degrees);

  cv::Size size() const { return size_; }
  /// Computes the rotated picture.
  ///
  /// Requires  8-bit gray of the source's size.
  /// Cost  one pass over the pixels of the result.
  void draw(const cv::Mat& source, cv::Mat& rotated) const;

  /// The place in the source that a place in the rotated picture shows.
  cv::Point2d to_source(cv::Point2d place) const;
  /// The least and greatest x at which this row of the rotated picture shows the source. If none does, the
  /// least is above the greatest.
  std::pair<double, double> columns(double y) const;

 private:
  /// The columns in which any of these rows shows the source.
  cv::Range columns_showing_source(cv::Range rows) const;
  void interpolate(const cv::Mat& source, cv::Range rows, cv::Range columns, cv::Mat& rotated) const;
  /// Fills pixels outside the source with the nearest one inside.
  void repeat_edge(const cv::Mat& source, cv::Range rows, cv::Range columns, cv::Mat& rotated) const;

  cv::Size source_, size_;
  double degrees_, cosine_, sine_;
};

}  // namespace ocelli::internal
