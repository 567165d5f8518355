#include "ocelli/recognition/training/calibration.hpp"

#include <cmath>
#include <utility>

namespace ocelli::internal {

double smoothed_log_loss(const SampleValues& scores, std::span<const std::uint16_t> labels,
                         double temperature) {
  const double unsure = 1 / (static_cast<double>(labels.size()) + 2);
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Eigen::ArrayXd row = scores.row(static_cast<Eigen::Index>(i)).cast<double>().array() / temperature;
    const double max = row.maxCoeff();
    const double expected = (1 - unsure) * row[labels[i]] + unsure * row.mean();
    sum += max + std::log((row - max).exp().sum()) - expected;
  }
  return sum / static_cast<double>(labels.size());
}

double fitted_temperature(const SampleValues& scores, std::span<const std::uint16_t> labels) {
  const Eigen::ArrayXXd all = scores.cast<double>().array();
  const double spread = std::sqrt((all - all.mean()).square().mean());
  if (!(spread > 0)) return 1;
  // Golden-section search over log T, where the loss has one minimum.
  constexpr double kShare = 0.6180339887498949, kPrecision = 1e-3;
  double low = std::log(spread) + std::log(1e-4), high = std::log(spread) + std::log(1e4);
  const auto loss = [&](double log_temperature) {
    return smoothed_log_loss(scores, labels, std::exp(log_temperature));
  };
  double left = high - kShare * (high - low), right = low + kShare * (high - low);
  double of_left = loss(left), of_right = loss(right);
  while (high - low > kPrecision) {
    if (of_left <= of_right) {
      high = right, right = left, of_right = of_left;
      left = high - kShare * (high - low), of_left = loss(left);
    } else {
      low = left, left = right, of_left = of_right;
      right = low + kShare * (high - low), of_right = loss(right);
    }
  }
  return std::exp((low + high) / 2);
}

Classifier calibrated(const Classifier& classifier, const Samples& held_out) {
  ClassifierParts parts = classifier.parts();
  parts.temperature = fitted_temperature(classifier.scores(held_out), held_out.labels);
  return Classifier(std::move(parts));
}

}  // namespace ocelli::internal
