#include "ocelli/metrics/logistic_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace ocelli::internal {
namespace {

constexpr int kMaxSteps = 100;
constexpr double kPenalty = 1e-3, kMinStep = 1e-9, kLongestStep = 4;

/// The target probabilities: nearly 1 and 0, less so with fewer samples (Platt 1999), so that separable
/// samples do not lead to infinite weights.
struct Targets {
  explicit Targets(std::span<const LogisticSample> samples) {
    const auto positives = std::ranges::count_if(samples, &LogisticSample::positive);
    positive = static_cast<double>(positives + 1) / static_cast<double>(positives + 2);
    negative = 1 / static_cast<double>(std::ssize(samples) - positives + 2);
  }
  double positive, negative;
};

/// A Newton step from these weights, no longer than kLongestStep, because long steps overshoot where the
/// likelihood is flat.
Eigen::Vector3d newton_step(std::span<const LogisticSample> samples, const Targets& targets,
                            const Eigen::Vector3d& weights, bool with_second) {
  Eigen::Vector3d gradient(-kPenalty * weights[0], -kPenalty * weights[1], 0);
  Eigen::Matrix3d curvature = Eigen::Vector3d(kPenalty, kPenalty, 1e-9).asDiagonal();
  for (const LogisticSample& sample : samples) {
    const Eigen::Vector3d x(sample.first, with_second ? sample.second : 0, 1);
    const double probability = 1 / (1 + std::exp(-weights.dot(x)));
    gradient += x * ((sample.positive ? targets.positive : targets.negative) - probability);
    curvature += probability * (1 - probability) * (x * x.transpose());
  }
  const Eigen::Vector3d step = curvature.ldlt().solve(gradient);
  return step * std::min(1.0, kLongestStep / std::max(step.norm(), kMinStep));
}

Eigen::Vector3d fit(std::span<const LogisticSample> samples, bool with_second) {
  const Targets targets(samples);
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  for (int i = 0; i < kMaxSteps; ++i) {
    const Eigen::Vector3d step = newton_step(samples, targets, weights, with_second);
    weights += step;
    if (step.norm() < kMinStep) break;
  }
  return weights;
}

}  // namespace

LogisticWeights fit_logistic(std::span<const LogisticSample> samples) {
  Eigen::Vector3d weights = fit(samples, true);
  if (weights[1] < 0) weights = fit(samples, false);
  return {weights[0], weights[1], weights[2]};
}

}  // namespace ocelli::internal
