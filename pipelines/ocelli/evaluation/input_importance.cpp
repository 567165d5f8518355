#include "ocelli/evaluation/input_importance.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <variant>

namespace ocelli::internal {
namespace {

/// An input that a group of features reads, and how much of the group depends on it; those of a group need
/// not sum to 1.
struct Share {
  std::size_t input = 0;
  double part = 1;
};
using Shares = std::vector<Share>;

Shares shares(const LinearFeatures& features, std::size_t group) { return {{features.chosen()[group]}}; }

Shares shares(const ProductFeatures& features, std::size_t group) {
  return {{features.pairs()[group].first}, {features.pairs()[group].second}};
}

Shares shares(const StumpFeatures& features, std::size_t group) { return {{features.stumps()[group].input}}; }

Shares shares(const TemplateFeatures& features, std::size_t group) {
  Shares all;
  for (const float part : features.masks().mask(features.templates()[group].mask, features.shape()))
    all.push_back({all.size(), static_cast<double>(part)});
  return all;
}

Shares shares(const ChannelTemplates& features, std::size_t group) {
  Shares all;
  for (const float part : features.pixel_mask(group)) all.push_back({all.size(), static_cast<double>(part)});
  return all;
}

/// A distance depends on all inputs.
Shares shares_of_distance(std::size_t inputs) {
  Shares all;
  for (std::size_t input = 0; input < inputs; ++input) all.push_back({input});
  return all;
}

Shares shares(const BallFeatures& features, std::size_t) { return shares_of_distance(features.inputs()); }

Shares shares(const GaussianFeatures& features, std::size_t) { return shares_of_distance(features.inputs()); }

Shares shares(const DisjunctionFeatures& features, std::size_t group) {
  const PlaceArea& area = features.disjunctions()[group].area;
  Shares all;
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x)
      all.push_back({static_cast<std::size_t>(y * features.shape().width + x)});
  }
  return all;
}

/// In equal parts for the tests of its branches, those of two inputs in equal parts again.
Shares shares(const TreeFeatures& features, std::size_t group) {
  Shares all;
  for (const TreeBranch& branch : features.tree(group)) {
    const bool both = branch.second_scale != 0;
    all.push_back({branch.first, both ? 0.5 : 1.0});
    if (both) all.push_back({branch.second, 0.5});
  }
  return all;
}

/// The pixels of a cell in equal parts.
Shares shares(const cv::Rect& cell, ImageShape shape) {
  Shares all;
  for (int y = cell.y; y < cell.br().y; ++y) {
    for (int x = cell.x; x < cell.br().x; ++x) all.push_back({static_cast<std::size_t>(y * shape.width + x)});
  }
  return all;
}

Shares shares(const OrientationFeatures& features, std::size_t group) {
  return shares(features.cell(group), features.shape());
}
Shares shares(const BinaryPatternFeatures& features, std::size_t group) {
  return shares(features.cell(group), features.shape());
}

/// The colors of a pixel count where its gray level does.
Shares shares(const ColorFeatures& features, std::size_t group) {
  return shares(features.cell(group), features.shape());
}

Shares shares(const CombinedFeatures& features, std::size_t group) {
  const std::size_t number = features.number_in_part(group);
  return std::visit([&](const auto& part) { return shares(part, number / part.width()); },
                    features.parts()[features.part_of(group)].features);
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

void add(const Shares& shares, double importance, std::vector<double>& inputs) {
  double whole = 0;
  for (const Share& share : shares) whole += share.part;
  if (whole <= 0) return;
  for (const Share& share : shares) inputs[share.input] += importance * share.part / whole;
}

}  // namespace

std::vector<double> input_importance(const Classifier& classifier) {
  std::vector<double> inputs(ocelli::internal::inputs(classifier.features()));
  std::visit(
      [&](const auto& features) {
        for (std::size_t g = 0; g < features.groups(); ++g)
          add(shares(features, g), group_importance(classifier, g), inputs);
      },
      classifier.features());
  const double sum = std::accumulate(inputs.begin(), inputs.end(), 0.0);
  if (sum > 0) {
    for (double& input : inputs) input /= sum;
  }
  return inputs;
}

}  // namespace ocelli::internal
