#pragma once

#include <cstdint>
#include <span>

#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The mean log-loss of n labels under softmax(scores / temperature). Each label is replaced, with
/// probability 1 / (n + 2), by a uniformly drawn one: a few labels that are all correct do not prove that
/// none is ever wrong.
/// Requires  one row of scores per label, at least one.
/// Source    Platt, Probabilistic outputs for support vector machines, 1999, section 2.2, for more than two
/// classes.
double smoothed_log_loss(const SampleValues& scores, std::span<const std::uint16_t> labels,
                         double temperature);

/// The temperature T > 0 that minimizes the labels' smoothed_log_loss() under softmax(scores / T), between
/// 1e-4 and 1e4 times the standard deviation of the scores. It is 1 if all scores are equal.
/// Requires  one row of scores per label, at least one.
/// Source    temperature scaling: Guo et al., On calibration of modern neural networks, 2017. The loss is
/// convex in 1 / T.
double fitted_temperature(const SampleValues& scores, std::span<const std::uint16_t> labels);

/// The classifier with the temperature that fits held-out samples.
/// Requires  labels of its classes, at least one sample.
Classifier calibrated(const Classifier& classifier, const Samples& held_out);

}  // namespace ocelli::internal
