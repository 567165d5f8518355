#pragma once

#include <span>
#include <string>
#include <vector>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal {

/// A grid line: its position along the axis, 0 to 1, and its label; minor lines have none.
struct Tick {
  double position = 0;
  std::string label;
};

/// An axis with fixed limits: maps values to positions, 0 at the low end and 1 at the high one.
class AxisMap {
 public:
  /// Limits that the axis does not set are round numbers around `values`. Throws Error(Kind::usage) for
  /// limits that are not in order, or not positive on a logarithmic scale.
  AxisMap(const Axis& axis, std::span<const double> values);

  /// Whether the value can be placed on the axis: finite, and positive if logarithmic. It may lie beyond the
  /// limits.
  bool has_place_for(double value) const;
  double position(double value) const;
  /// Round numbers within the limits, ascending.
  std::vector<Tick> ticks() const;

 private:
  std::vector<Tick> linear_ticks() const;
  std::vector<Tick> decade_ticks() const;

  Scale scale_;
  double low_ = 0, high_ = 1;  ///< of the value, or of its decimal logarithm
};

/// A number as text, the same in any locale: in its shortest form, or with a fixed number of decimals.
std::string format_number(double value);
std::string format_number(double value, int decimals);

}  // namespace ocelli::internal
