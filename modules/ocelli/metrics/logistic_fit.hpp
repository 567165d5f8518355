#pragma once

#include <span>

namespace ocelli::internal {

/// Two numbers that speak for the positive class the larger they are, and the class.
struct LogisticSample {
  double first = 0, second = 0;
  bool positive = false;
};

/// The log-odds of the positive class: first * x.first + second * x.second + offset.
struct LogisticWeights {
  double first = 0, second = 0, offset = 0;
};

/// The weights of largest likelihood, with a small penalty on both slopes. Probabilities are fitted to (P +
/// 1) / (P + 2) and 1 / (N + 2), with P positives and N others, so that classes that can be parted do not ask
/// for infinite weights. A second slope below 0 is taken for chance: it is 0, and the others are fitted
/// without it.
///
/// Source    Platt, Probabilistic outputs for support vector machines, 1999, section 2.2.
///
/// Requires  samples of both classes.
/// Cost      a pass over the samples for each of at most 100 steps of Newton's method.
LogisticWeights fit_logistic(std::span<const LogisticSample> samples);

}  // namespace ocelli::internal
