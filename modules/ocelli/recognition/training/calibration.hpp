#pragma once

#include <cstdint>
#include <span>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/recognition/classifier.hpp"

namespace ocelli {

/// The temperature T > 0 for which softmax(scores / T) gives the labels the least mean log-loss, between 1e-4 and 1e4 times the
/// standard deviation of the scores; 1 where all scores are equal.
/// Requires  a row of scores a label, one at least.
/// Source    temperature scaling: Guo et al., On calibration of modern neural networks, 2017. The loss is convex in 1 / T.
double fitted_temperature(const SampleValues& scores, std::span<const std::uint16_t> labels);

/// The classifier with the temperature that fits samples that it has not learnt from.
/// Requires  labels of its classes, one sample at least.
Classifier calibrated(const Classifier& classifier, const Samples& held_out);

}  // namespace ocelli
