#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// The estimate of a coordinate and its velocity, and their covariance.
struct CoordinateEstimate {
  double place = 0, velocity = 0;  ///< pixels, and pixels per frame
  double p_place = 0, p_both = 0, p_velocity = 0;
};

/// The motion of a box: a Kalman filter with constant velocity for the center and the size.
///
/// No coordinate depends on another, so the filter of eight states is four filters of two. As in DeepSORT,
/// the standard deviations are shares of the box's height: 1/20 for places, 1/160 per frame for velocities.
///
/// Source  Kalman 1960; Wojke et al. 2017, "Simple online and realtime tracking with a deep association
///         metric" (the noise).
class BoxMotion {
 public:
  /// A box at rest, as first detected.
  explicit BoxMotion(const Box& first);

  /// Moves on by a frame.
  void predict();
  /// Corrects the estimate by a detected box.
  void correct(const Box& seen);

  Box box() const;

 private:
  friend std::vector<Box> smoothed(std::span<const std::optional<Box>> seen);

  double height() const;  ///< at least 1

  /// Center x, center y, width, height.
  std::array<CoordinateEstimate, 4> coordinates_;
};

/// The boxes of consecutive frames, each estimated from all that were seen. The first is not a gap.
/// Source  Rauch, Tung and Striebel 1965, "Maximum likelihood estimates of linear dynamic systems".
std::vector<Box> smoothed(std::span<const std::optional<Box>> seen);

}  // namespace ocelli::internal
