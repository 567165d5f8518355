#include "ocelli/recognition/training/blend_choice.hpp"

#include <algorithm>
#include <limits>

#include "ocelli/core/parallel.hpp"
#include "ocelli/recognition/training/calibration.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxSteps = 6;
/// A classifier must lower the log-loss by at least this share to be added.
constexpr double kMinGain = 0.005;

/// The log-loss at the best temperature.
double fitted_log_loss(const SampleValues& scores, std::span<const std::uint16_t> labels) {
  return smoothed_log_loss(scores, labels, fitted_temperature(scores, labels));
}

std::size_t errors_of(const SampleValues& scores, std::span<const std::uint16_t> labels) {
  std::size_t errors = 0;
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    Eigen::Index best = 0;
    scores.row(i).maxCoeff(&best);
    if (best != labels[static_cast<std::size_t>(i)]) ++errors;
  }
  return errors;
}

}  // namespace

std::size_t BlendChoice::members() const {
  return static_cast<std::size_t>(std::ranges::count_if(weights, [](double weight) { return weight > 0; }));
}

BlendChoice choose_blend(std::span<const SampleValues> scores, std::span<const std::uint16_t> labels) {
  std::vector<double> factors(scores.size());
  std::vector<SampleValues> scaled(scores.size());
  parallel_for(std::size_t{0}, scores.size(), [&](std::size_t m) {
    factors[m] = 1 / fitted_temperature(scores[m], labels);
    scaled[m] = static_cast<float>(factors[m]) * scores[m];
  });
  SampleValues sum = SampleValues::Zero(scores[0].rows(), scores[0].cols());
  BlendChoice choice{std::vector<double>(scores.size())};
  double min = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMaxSteps; ++step) {
    std::vector<double> losses(scores.size());
    parallel_for(std::size_t{0}, scores.size(),
                 [&](std::size_t m) { losses[m] = fitted_log_loss(sum + scaled[m], labels); });
    const auto best = std::ranges::min_element(losses);
    if (*best > (1 - kMinGain) * min) break;
    min = *best;
    const auto m = static_cast<std::size_t>(best - losses.begin());
    sum += scaled[m];
    choice.weights[m] += factors[m];
  }
  choice.errors = errors_of(sum, labels);
  choice.temperature = fitted_temperature(sum, labels);
  return choice;
}

}  // namespace ocelli::internal
