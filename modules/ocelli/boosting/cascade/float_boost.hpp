#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/ensemble.hpp"
#include "ocelli/boosting/cascade/real_boost.hpp"

namespace ocelli::internal {

/// The error rate eps(H) that backtracking minimizes: the cost of misses and false alarms at a threshold.
/// Never negative; smaller is better.
struct ErrorMeasure {
  double miss_cost = 0, false_alarm_cost = 1;
  /// Sets the threshold: at least this share of the positives passes. Without it the threshold is 0.
  std::optional<double> detection_rate{};

  double operator()(std::span<const float> positives, std::span<const float> negatives) const;
  /// The error at these shares of accepted positives and negatives.
  double at(double hits, double false_alarms) const {
    return miss_cost * (1 - hits) + false_alarm_cost * false_alarms;
  }
};

/// The share of accepted negatives when the threshold accepts at least `detection_rate` of the positives
/// (floatboost section 5 fixes it at 0.995).
ErrorMeasure false_alarms_at_detection(double detection_rate);

/// miss_cost x miss rate + false_alarm_cost x false-alarm rate at threshold 0 (floatboost section 3).
ErrorMeasure weighted_errors(double miss_cost, double false_alarm_cost);

struct FloatBoostOptions {
  BoostOptions boost;
  ErrorMeasure error = false_alarms_at_detection(0.995);
  /// Maximum number of weak classifiers removed per round; 0 disables backtracking, which is RealBoost.
  std::size_t max_removals = SIZE_MAX;
};

/// The result of a round.
struct FloatBoostRound {
  LookupTable added;                 ///< by the forward step, even if it was removed again
  std::size_t size = 0;              ///< M after the round
  double loss = 0;                   ///< J(H_M)
  double error = 0;                  ///< eps(H_M)
  std::vector<std::size_t> removed;  ///< removed positions, in order
};

/// FloatBoost (floatboost fig. 2): after each forward step, removes weak classifiers as long as the best
/// removal has a lower error than any earlier ensemble of that size.
///
/// Terminates: each removal strictly lowers the least error of a size, which takes finitely many
/// values. Cost of a round: one search of the pool, and for each candidate removal one sort of the scores
/// and, for every weak classifier, the samples whose score is within the range of its votes around the
/// threshold.
class FloatBoost {
 public:
  FloatBoost(Ensemble ensemble, FloatBoostOptions options);

  /// Resumes from the weak classifiers and least errors of an earlier run on the same samples.
  void restore(std::span<const LookupTable> weak, std::span<const double> min_error);

  FloatBoostRound step();

  const Ensemble& ensemble() const { return ensemble_; }
  /// eps_M^min for M = 1, 2, ...; infinite for sizes not reached.
  std::span<const double> min_error() const { return min_error_; }

 private:
  struct Removal {
    double error;
    std::size_t place;
    friend auto operator<=>(const Removal&, const Removal&) = default;
  };
  Removal best_removal() const;
  double& min_error_at(std::size_t size);

  Ensemble ensemble_;
  FloatBoostOptions options_;
  std::vector<double> min_error_;
};

}  // namespace ocelli::internal
