#pragma once

#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// Parameters of the interest point detector (difference of Gaussians).
struct InterestPointOptions {
  int count = 10;      ///< points per image, at most
  double sigma = 1;    ///< deviation of the finest Gaussian, pixels
  double ratio = 1.6;  ///< from one Gaussian's deviation to the next
  int scales = 1;      ///< differences of Gaussians to search
  bool dark = true;    ///< dark blobs as well as bright ones

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("points", self.count, "maximum number of interest points per image", option::from(1).to(256));
    visit("point-sigma", self.sigma, "standard deviation of the finest Gaussian",
          option::from(0.3).to(100).in("pixels").fixed());
    visit("point-ratio", self.ratio, "ratio of the standard deviations of successive Gaussians",
          option::above(1).to(10).fixed());
    visit("point-scales", self.scales, "number of differences of Gaussians to search",
          option::from(1).to(16).fixed());
    visit("point-dark", self.dark, "detect dark blobs in addition to bright ones", option::any().fixed());
  }

  friend bool operator==(const InterestPointOptions&, const InterestPointOptions&) = default;
};

/// A pixel and its response in gray levels, positive if the pixel is brighter than its surroundings.
struct InterestPoint {
  int x = 0, y = 0;
  float response = 0;

  friend bool operator==(const InterestPoint&, const InterestPoint&) = default;
};

/// The strongest extrema of the differences of Gaussians G(sigma) - G(ratio sigma), G(ratio sigma) - ...:
/// pixels with a larger (for dark blobs, smaller) response than all neighbors, in the image and one scale up
/// and down. Of equal neighbors only the first counts, in the order scale, y, x. A pixel that is an extremum
/// at several scales counts once.
///
/// Ensures   strongest first, ties by y, then x; all within the image. Responses below half a gray level do
/// not count. An image with fewer extrema has fewer points than options.count, a blank one has none.
/// Requires  8-bit, one channel.
/// Throws    Error(Kind::image) for any other image.
/// Cost      two passes over the pixels per Gaussian, 9 to 27 comparisons per pixel and scale.
/// Source    multi-layer boosting section 3.1, after Lowe 1999.
std::vector<InterestPoint> interest_points(const cv::Mat& gray, const InterestPointOptions& options);

}  // namespace ocelli::internal
