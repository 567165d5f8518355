#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"
#include "ocelli/boosting/cascade/real_boost.hpp"

namespace ocelli {

/// The error rate eps(H) that backtracking works against: what misses and false alarms cost at a threshold. Never
/// negative; smaller is better.
struct ErrorMeasure {
  double miss_cost = 0, false_alarm_cost = 1;
  /// Sets the threshold: at least this share of the positives passes. Without it the threshold is 0.
  std::optional<double> detection_rate{};

  double operator()(std::span<const float> positives, std::span<const float> negatives) const;
  /// Where these shares of positives and negatives pass.
  double at(double hits, double false_alarms) const {
    return miss_cost * (1 - hits) + false_alarm_cost * false_alarms;
  }
};

/// The share of negatives that pass when the threshold lets at least `detection_rate` of the positives pass
/// (floatboost section 5 fixes it at 0.995).
ErrorMeasure false_alarms_at_detection(double detection_rate);

/// miss_cost x miss rate + false_alarm_cost x false-alarm rate at threshold 0 (floatboost section 3).
ErrorMeasure weighted_errors(double miss_cost, double false_alarm_cost);

struct FloatBoostOptions {
  BoostOptions boost;
  ErrorMeasure error = false_alarms_at_detection(0.995);
  /// Weak classifiers that one round may remove; 0 never looks back, which is RealBoost.
  std::size_t max_removals = SIZE_MAX;
};

/// What a round did.
struct FloatBoostRound {
  LookupTable added;                 ///< by the forward step, even if it was taken out again
  std::size_t size = 0;              ///< M after the round
  double loss = 0;                   ///< J(H_M)
  double error = 0;                  ///< eps(H_M)
  std::vector<std::size_t> removed;  ///< places that were removed, in order
};

/// FloatBoost (floatboost fig. 2): after each forward step, weak classifiers are taken out again as long as the best
/// removal gives a lower error than any ensemble of that size has had.
///
/// Ends in finite time: each removal strictly lowers the least error of a size, which takes finitely many
/// values. Cost of a round: one search of the pool, and for each look at what to remove one sort of the scores and,
/// for every weak classifier, the samples whose score lies within the range of its votes of the threshold.
class FloatBoost {
 public:
  FloatBoost(Ensemble ensemble, FloatBoostOptions options);

  /// Goes on from the weak classifiers and least errors of an earlier run on the same samples.
  void restore(std::span<const LookupTable> weak, std::span<const double> least_error);

  FloatBoostRound step();

  const Ensemble& ensemble() const { return ensemble_; }
  /// eps_M^min for M = 1, 2, ...; infinite where no ensemble of that size has been seen.
  std::span<const double> least_error() const { return least_error_; }

 private:
  struct Removal {
    double error;
    std::size_t place;
    friend auto operator<=>(const Removal&, const Removal&) = default;
  };
  Removal best_removal() const;
  double& least_error_at(std::size_t size);

  Ensemble ensemble_;
  FloatBoostOptions options_;
  std::vector<double> least_error_;
};

}  // namespace ocelli
