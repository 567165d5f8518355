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
  /// Sets the threshold so that at least this share of the positives passes. If empty, the threshold is 0.
  std::optional<double> detection_rate{};

  double operator()(std::span<const float> positives, std::span<const float> negatives) const;
  /// The error when these shares of the positives and negatives are accepted.
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

/// The result of one round.
struct FloatBoostRound {
  LookupTable added;                 ///< of the forward step, even if it was removed again
  std::size_t size = 0;              ///< M after the round
  double loss = 0;                   ///< J(H_M)
  double error = 0;                  ///< eps(H_M)
  std::vector<std::size_t> removed;  ///< positions, in order of removal
};

/// FloatBoost (floatboost fig. 2): after each forward step, removes weak classifiers as long as the best
/// removal has a lower error than any earlier ensemble of that size.
///
/// It terminates: each removal strictly lowers the minimum error of its size, which has finitely many values.
/// Cost  per round, one search of the pool. Each candidate removal takes one sort of the scores and, for
/// every weak classifier, a pass over the samples with scores within its vote range of the threshold.
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
