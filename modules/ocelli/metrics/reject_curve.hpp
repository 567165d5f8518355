#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal {

/// One classified sample: the margin of the prediction and whether it is correct.
struct GradedAnswer {
  float margin = 0;
  bool right = false;
};

/// The result of rejecting all predictions with a margin below `margin`.
struct RejectPoint {
  float margin = 0;  ///< the smallest accepted margin; infinite if nothing is accepted
  std::size_t rejected = 0, accepted = 0;
  std::size_t errors = 0;  ///< among the accepted

  double rejected_share() const;
  /// Errors divided by accepted; 0 when nothing is accepted.
  double error() const;
  friend bool operator==(const RejectPoint&, const RejectPoint&) = default;
};

/// The error-reject curve: all trade-offs from nothing rejected to everything rejected, with one point for
/// each distinct margin and one for the end. Equal margins are rejected together.
/// Throws  Error(Kind::usage) for a margin that is NaN.
std::vector<RejectPoint> reject_curve(std::span<const GradedAnswer> answers);

/// The point with the most rejections within the given share. Requires a curve from reject_curve().
RejectPoint point_at_rejection(std::span<const RejectPoint> curve, double rejected_share);

/// The mean of point_at_rejection().error() over all shares. It is about the error rate when margins carry no
/// information, and lower when more errors have low margins.
double area_under(std::span<const RejectPoint> curve);

/// Error against rejected share, both in percent, up to where no error remains.
LineChart reject_chart(const std::string& name, std::span<const RejectPoint> curve);

}  // namespace ocelli::internal
