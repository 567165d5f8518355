#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/stumps/stump_search.hpp"

namespace ocelli::internal::baselines {

/// A regression stump that some classes share: a 1[v > theta] + b for these, and a constant k_c for each
/// other class.
struct JointStump {
  std::uint64_t stump = 0;             ///< its name in SortedInputs
  std::vector<std::uint32_t> classes;  ///< that share it, ascending
  double above = 0, below = 0;         ///< a + b and b
  std::vector<double> constants;       ///< k_c, of every class
  double error = 0;  ///< sum of w (z - h)^2 over samples and classes, as a share of the total weight
};

/// The candidate thresholds of each input, and the sums of each class's weights above each of them.
class ThresholdSums {
 public:
  /// Up to `max` thresholds per input, at evenly spaced ranks if more separate the samples.
  /// Cost    two additions per sample, input and class; in parallel over inputs.
  /// Memory  16 bytes per threshold and class.
  ThresholdSums(const SortedInputs& inputs, const TargetWeights& weights, std::size_t max);

  /// Sums of weights, and of weights times targets.
  struct Sums {
    double weight = 0, answer = 0;
  };

  std::size_t classes() const { return totals_.size(); }
  std::size_t inputs() const { return first_.size() - 1; }
  /// Thresholds are numbered across inputs: those of an input are first(input) .. first(input + 1) - 1.
  std::size_t first(std::size_t input) const { return first_[input]; }
  std::uint64_t stump(std::size_t threshold) const { return stumps_[threshold]; }
  /// Of each class, over samples above the threshold.
  std::span<const Sums> above(std::size_t threshold) const {
    return std::span(above_).subspan(threshold * classes(), classes());
  }
  /// Of each class, over all samples.
  std::span<const Sums> totals() const { return totals_; }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::uint64_t> stumps_;
  std::vector<Sums> above_, totals_;
};

/// The best stump for these classes.
/// Requires  at least one threshold; classes ascending, at least one.
JointStump best_stump(const ThresholdSums& sums, std::span<const std::uint32_t> classes);

/// Best-first search over sets of classes. Starts with the class that gains most from its own stump, then
/// repeatedly adds the class for which a shared stump is best, until all classes share it. Returns one stump
/// per set size. Empty if no threshold separates samples.
///
/// The sign of a weight is the target z, +1 or -1. Ties go to the stump with the lower number, then to the
/// lower class.
/// Ensures  a result that does not depend on the number of threads.
/// Cost     classes^2 / 2 times thresholds; in parallel over inputs.
/// Source   Torralba, Murphy and Freeman, Sharing visual features for multiclass and multiview object
/// detection, 2007, section 2.3.
std::vector<JointStump> best_first(const ThresholdSums& sums);

}  // namespace ocelli::internal::baselines
