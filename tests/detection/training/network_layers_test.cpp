#include "ocelli/detection/training/network_layers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::network_layers_test {
namespace {

constexpr std::size_t kSide = 8, kSamples = 3;

NetworkMap random_map(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  NetworkMap map(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  Random random(seed);
  for (std::size_t i = 0; i < rows * columns; ++i) map.data()[i] = static_cast<float>(random.normal());
  return map;
}

TEST(NetworkLayers, DerivativesAreThoseOfTheScores) {
  const NetworkLayers layers(kSide, kSide);
  std::vector<float> parameters = layers.begin(1);
  const NetworkMap planes = random_map(kSamples * kSide * kSide, 2, 2),
                   by_scores = random_map(kSamples, 1, 3);
  NetworkLayers::Pass pass;
  const auto loss = [&] {
    return layers.scores(parameters, planes, Random(4), pass).cwiseProduct(by_scores).sum();
  };
  loss();
  std::vector<float> gradient(layers.parameters());
  layers.add_gradient(parameters, by_scores, pass, gradient);

  int checked = 0, wrong = 0;
  for (const LayerShape& shape : layers.shapes()) {
    const std::size_t step = std::max<std::size_t>(1, (shape.end() - shape.begin) / 12);
    for (std::size_t p = shape.begin; p < shape.end(); p += step) {
      constexpr float kStep = 2e-3F;
      const float before = parameters[p];
      parameters[p] = before + kStep;
      const float above = loss();
      parameters[p] = before - kStep;
      const float below = loss();
      parameters[p] = before;
      const float slope = (above - below) / (2 * kStep);
      ++checked;
      wrong += std::abs(slope - gradient[p]) > 0.02F + 0.05F * std::abs(slope) ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 80);
  EXPECT_LE(wrong, checked / 20) << "of " << checked << ": a step may change which place is the greatest";
}

TEST(NetworkLayers, NormalizeWhatConvolutionsSumUp) {
  const NetworkLayers layers(kSide, kSide);
  NetworkLayers::Pass pass;
  layers.scores(layers.begin(5), random_map(kSamples * kSide * kSide, 2, 6), Random(7), pass);
  for (std::size_t l = 0; l < layers.shapes().size(); ++l) {
    if (!layers.shapes()[l].convolves) continue;
    const NetworkMap& normal = pass.layers[l].normal;
    const auto count = static_cast<float>(normal.rows());
    EXPECT_LT((normal.colwise().sum() / count).cwiseAbs().maxCoeff(), 1e-4F) << l;
    EXPECT_LT(((normal.colwise().squaredNorm() / count).array() - 1).abs().maxCoeff(), 1e-2F) << l;
  }
}

}  // namespace
}  // namespace ocelli::internal::network_layers_test
