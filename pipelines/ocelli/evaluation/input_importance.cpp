#include "ocelli/evaluation/input_importance.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>

namespace ocelli::internal {
namespace {

double range_of(const Binning& binning) { return std::abs(binning.value(255) - binning.value(0)); }

/// The standard deviation of a column's weights over the classes.
double spread_of(const ScoreWeights& weights, Eigen::Index column) {
  const Eigen::VectorXd each = weights.col(column).cast<double>();
  return std::sqrt((each.array() - each.mean()).square().mean());
}

double group_importance(const Classifier& classifier, std::size_t group) {
  const std::size_t columns = width(classifier.features());
  double sum = 0;
  for (std::size_t c = group * columns; c < (group + 1) * columns; ++c)
    sum += range_of(binning(classifier.features(), c)) *
           spread_of(classifier.weights(), static_cast<Eigen::Index>(c));
  return sum;
}

void add(const InputShares& shares, double importance, std::vector<double>& inputs) {
  double whole = 0;
  for (const InputShare& share : shares) whole += share.part;
  if (whole <= 0) return;
  for (const InputShare& share : shares) inputs[share.input] += importance * share.part / whole;
}

}  // namespace

std::vector<double> input_importance(const Classifier& classifier) {
  std::vector<double> inputs(ocelli::internal::inputs(classifier.features()));
  for (std::size_t g = 0; g < groups(classifier.features()); ++g)
    add(input_shares(classifier.features(), g), group_importance(classifier, g), inputs);
  const double sum = std::accumulate(inputs.begin(), inputs.end(), 0.0);
  if (sum > 0) {
    for (double& input : inputs) input /= sum;
  }
  return inputs;
}

}  // namespace ocelli::internal
