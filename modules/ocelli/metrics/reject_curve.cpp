#include "ocelli/metrics/reject_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/outcome_counts.hpp"

namespace ocelli::internal {

double RejectPoint::rejected_share() const { return share(rejected, rejected + accepted); }

double RejectPoint::error() const { return share(errors, accepted); }

std::vector<RejectPoint> reject_curve(std::span<const GradedAnswer> answers) {
  require(std::ranges::none_of(answers, [](const GradedAnswer& a) { return std::isnan(a.margin); }),
          Kind::usage, "an answer's margin is not a number");
  std::vector<GradedAnswer> ascending(answers.begin(), answers.end());
  std::ranges::stable_sort(ascending, {}, &GradedAnswer::margin);
  const auto wrong = std::ranges::count(ascending, false, &GradedAnswer::right);

  std::vector<RejectPoint> curve;
  RejectPoint left{.accepted = ascending.size(), .errors = static_cast<std::size_t>(wrong)};
  for (const auto& [margin, right] : ascending) {
    if (curve.empty() || curve.back().margin != margin) {
      left.margin = margin;
      curve.push_back(left);
    }
    ++left.rejected;
    --left.accepted;
    if (!right) --left.errors;
  }
  left.margin = std::numeric_limits<float>::infinity();
  curve.push_back(left);
  return curve;
}

RejectPoint point_at_rejection(std::span<const RejectPoint> curve, double rejected_share) {
  require(!curve.empty(), Kind::usage, "the curve has no points");
  // Slightly more, for the rounding of a share such as 0.02 of 150.
  const double max = rejected_share * (1 + 1e-12);
  const auto beyond = std::ranges::upper_bound(curve, max, {}, &RejectPoint::rejected_share);
  return beyond == curve.begin() ? curve.front() : *std::prev(beyond);
}

double area_under(std::span<const RejectPoint> curve) {
  double area = 0;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
    area += curve[i].error() * (curve[i + 1].rejected_share() - curve[i].rejected_share());
  }
  return area;
}

LineChart reject_chart(const std::string& name, std::span<const RejectPoint> curve) {
  LineChart chart{.title = "Error among the accepted",
                  .x = {.label = "rejected, %", .low = 0},
                  .y = {.label = "error, %", .low = 0},
                  .series = {{.name = name, .points = {}}}};
  for (const RejectPoint& point : curve) {
    chart.series[0].points.push_back({100 * point.rejected_share(), 100 * point.error()});
    if (point.errors == 0) break;
  }
  return chart;
}

}  // namespace ocelli::internal
