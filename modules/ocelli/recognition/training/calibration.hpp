#pragma once

#include <cstdint>
#include <span>

#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The mean log-loss of n labels under softmax(scores / temperature), each label taken for another one, any
/// of them alike, with a share of 1 / (n + 2): a few labels that are all right are no proof that none is ever
/// wrong.
/// Requires  a row of scores a label, one at least.
/// Source    Platt, Probabilistic outputs for support
/// vector machines, 1999, section 2.2, for more than two classes.
double smoothed_log_loss(const SampleValues& scores, std::span<const std::uint16_t> labels,
                         double temperature);

/// The temperature T > 0 for which softmax(scores / T) gives the labels the least smoothed_log_loss(),
/// between 1e-4 and 1e4 times the standard deviation of the scores; 1 where all scores are equal.
/// Requires  a
/// row of scores a label, one at least.
/// Source    temperature scaling: Guo et al., On calibration of modern
/// neural networks, 2017. The loss is convex in 1 / T.
double fitted_temperature(const SampleValues& scores, std::span<const std::uint16_t> labels);

/// The classifier with the temperature that fits samples that it has not learned from.
/// Requires  labels of its classes, one sample at least.
Classifier calibrated(const Classifier& classifier, const Samples& held_out);

}  // namespace ocelli::internal
