#include "ocelli/evaluation/input_importance.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <variant>

namespace ocelli {
namespace {

/// Shares of the inputs in a group of features: calls give(input, share); they need not sum to 1.
template <class Give>
void shares(const LinearFeatures& features, std::size_t group, const Give& give) {
  give(features.chosen()[group], 1.0);
}

template <class Give>
void shares(const ProductFeatures& features, std::size_t group, const Give& give) {
  give(features.pairs()[group].first, 1.0);
  give(features.pairs()[group].second, 1.0);
}

template <class Give>
void shares(const StumpFeatures& features, std::size_t group, const Give& give) {
  give(features.stumps()[group].input, 1.0);
}

template <class Give>
void shares(const TemplateFeatures& features, std::size_t group, const Give& give) {
  const std::vector<float> mask = features.masks().mask(features.templates()[group].mask, features.shape());
  for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) give(pixel, static_cast<double>(mask[pixel]));
}

/// A distance depends on all inputs.
template <class Give>
void shares(const BallFeatures& features, std::size_t, const Give& give) {
  for (std::size_t input = 0; input < features.inputs(); ++input) give(input, 1.0);
}

template <class Give>
void shares(const DisjunctionFeatures& features, std::size_t group, const Give& give) {
  const PlaceArea& area = features.disjunctions()[group].area;
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x)
      give(static_cast<std::size_t>(y * features.shape().width + x), 1.0);
  }
}

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

template <class Features>
void add_group(const Features& features, std::size_t group, double importance, std::vector<double>& inputs) {
  double whole = 0;
  shares(features, group, [&](std::size_t, double share) { whole += share; });
  if (whole <= 0) return;
  shares(features, group,
         [&](std::size_t input, double share) { inputs[input] += importance * share / whole; });
}

}  // namespace

std::vector<double> input_importance(const Classifier& classifier) {
  std::vector<double> inputs(ocelli::inputs(classifier.features()));
  std::visit(
      [&](const auto& features) {
        for (std::size_t g = 0; g < features.groups(); ++g)
          add_group(features, g, group_importance(classifier, g), inputs);
      },
      classifier.features());
  const double sum = std::accumulate(inputs.begin(), inputs.end(), 0.0);
  if (sum > 0) {
    for (double& input : inputs) input /= sum;
  }
  return inputs;
}

}  // namespace ocelli
