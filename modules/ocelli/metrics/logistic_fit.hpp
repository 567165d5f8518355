#pragma once

#include <span>

namespace ocelli::internal {

/// Two features, larger for the positive class, and the class.
struct LogisticSample {
  double first = 0, second = 0;
  bool positive = false;
};

/// The log-odds of the positive class: first * x.first + second * x.second + offset.
struct LogisticWeights {
  double first = 0, second = 0, offset = 0;
};

/// The maximum likelihood weights, with a small penalty on both slopes. Probabilities are fitted to (P + 1) /
/// (P + 2) and 1 / (N + 2), with P positives and N others, so that separable classes do not lead to infinite
/// weights. A second slope below 0 is considered chance: it becomes 0, and the others are fitted without it.
///
/// Requires  samples of both classes.
/// Cost      a pass over the samples for each of at most 100 Newton steps.
/// Source    Platt, Probabilistic outputs for support vector machines, 1999, section 2.2.
LogisticWeights fit_logistic(std::span<const LogisticSample> samples);

}  // namespace ocelli::internal
