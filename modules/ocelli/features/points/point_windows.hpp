#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/imaging/integral_image.hpp"
#include "ocelli/imaging/interest_points.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Options for windows around interest points.
struct PointWindowOptions {
  InterestPointOptions points = {};
  int side = 11;  ///< of the square windows around points; odd
  /// Responses are divided by the standard deviation of the window's gray levels, or by this value if it is
  /// larger.
  float deviation = 4;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    InterestPointOptions::describe(self.points, visit);
    visit("window-side", self.side, "side of the windows around interest points",
          option::from(3).to(63).in("pixels"));
    visit("min-deviation", self.deviation, "minimum standard deviation for the normalization of wavelets",
          option::from(1).to(255).in("gray levels").fixed());
  }

  friend bool operator==(const PointWindowOptions&, const PointWindowOptions&) = default;
};

/// An image's interest points and the square windows around them. Pixels beyond the image's edge repeat the
/// nearest pixel. Buffers are reused for all images.
class PointWindows {
 public:
  /// Processes an image with gray levels 0 .. 255, row by row, rounded to integers.
  void assign(std::span<const float> image, ImageShape shape, const PointWindowOptions& options);

  std::span<const InterestPoint> points() const { return points_; }
  /// z = response / max(deviation, least) of a wavelet in each point's window, as in training.
  void respond(std::span<const WeightedCorner> wavelet, std::span<float> z) const;
  /// The window of a point.
  cv::Mat window(std::size_t point) const;

 private:
  std::vector<InterestPoint> points_;
  cv::Mat padded_;
  int side_ = 0;
  IntegralTable sum_, squared_;
  std::vector<std::size_t> origins_;  ///< of the points' windows in sum_
  std::vector<float> inverse_deviations_;
};

}  // namespace ocelli::internal
