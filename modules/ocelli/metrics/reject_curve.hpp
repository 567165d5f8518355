#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/metrics/plot.hpp"

namespace ocelli {

/// One sample's answer: how sure the classifier was of it, and whether it was right.
struct GradedAnswer {
  float margin = 0;
  bool right = false;
};

/// What is left when all answers with a margin below `margin` are rejected.
struct RejectPoint {
  float margin = 0;  ///< the least that is accepted; infinite where nothing is
  std::size_t rejected = 0, accepted = 0;
  std::size_t errors = 0;  ///< among the accepted

  double rejected_share() const;
  /// Errors over accepted, 0 of nothing.
  double error() const;
  friend bool operator==(const RejectPoint&, const RejectPoint&) = default;
};

/// All the choices that there are between errors and rejections: from nothing rejected to everything, one point for
/// each different margin and one for the end. Equal margins are rejected together.
/// Throws  Error(Kind::usage) for a margin that is not a number.
std::vector<RejectPoint> reject_curve(std::span<const GradedAnswer> answers);

/// The point that rejects most, but no more than the given share. Requires a curve made by reject_curve().
RejectPoint point_at_rejection(std::span<const RejectPoint> curve, double rejected_share);

/// The mean of point_at_rejection().error() over all shares: about the error rate where margins say nothing, and the
/// lower, the more of the errors are among the least sure answers.
double area_under(std::span<const RejectPoint> curve);

/// Error against share rejected, both in per cent, up to where no error is left.
LineChart reject_chart(const std::string& name, std::span<const RejectPoint> curve);

}  // namespace ocelli
