#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "ocelli/boosting/multiboost/column_generation.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/samples/samples.hpp"

/// Samples and master problems to boost stumps on.
namespace ocelli::internal::test {

/// Classes as overlapping clouds on a grid of values, so that there are ties: sample i is of class i %
/// classes.
inline Samples clouds(std::size_t count, std::size_t classes, std::size_t inputs, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> centers(classes * inputs);
  for (double& center : centers) center = random.uniform(-2, 2);
  Samples samples;
  samples.values.resize(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(inputs));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t label = i % classes;
    for (std::size_t v = 0; v < inputs; ++v) {
      const double value = centers[label * inputs + v] + random.normal();
      samples.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(v)) =
          static_cast<float>(std::round(8 * value) / 8);
    }
    samples.labels.push_back(static_cast<std::uint16_t>(label));
  }
  for (std::size_t c = 0; c < classes; ++c) samples.classes.push_back(std::to_string(c));
  return samples;
}

/// A master problem with random stumps, several for each class, all weights 0; mu is that of the weights.
struct RandomMaster {
  Samples samples;
  SortedInputs inputs;
  BinaryOutputs outputs;
  std::vector<ColumnWeight> weights;
  PairWeights mu;
  double cost;

  RandomMaster(std::size_t count, std::size_t classes, std::size_t stumps, double c, std::uint64_t seed)
      : samples(clouds(count, classes, 4, seed)),
        inputs(samples, count),
        mu(samples.labels, classes),
        cost(c) {
    Random random(seed + 1);
    for (std::size_t j = 0; j < stumps; ++j) {
      const std::size_t below = 1 + random.below(count - 1);
      const int sign = random.below(2) == 0 ? 1 : -1;
      outputs.add(answers(samples, inputs.stump(SortedInputs::name(random.below(4), below)), sign));
      weights.push_back({static_cast<std::uint32_t>(j), static_cast<std::uint16_t>(j % classes), 0});
    }
    mu.assign(problem().scores(weights, count));
  }
  RandomMaster(const RandomMaster&) = delete;
  RandomMaster& operator=(const RandomMaster&) = delete;

  MasterProblem problem() const { return {outputs, samples.labels, samples.classes.size(), cost}; }
  double objective() const { return problem().objective(weights, mu); }
};

/// Eq. 2 of multiboost-cw by plain loops.
inline double plain_objective(const MasterProblem& problem, std::span<const ColumnWeight> weights) {
  const auto score = [&](std::size_t c, std::size_t i) {
    double sum = 0;
    for (const ColumnWeight& weight : weights) {
      if (weight.label != c) continue;
      const bool above = (problem.answers(weight)[i / 64] >> (i % 64) & 1) != 0;
      sum += above ? weight.value : -weight.value;
    }
    return sum;
  };
  double norm = 0, loss = 0;
  for (const ColumnWeight& weight : weights) norm += weight.value;
  for (std::size_t i = 0; i < problem.samples(); ++i) {
    for (std::size_t c = 0; c < problem.classes; ++c) {
      if (c != problem.labels[i]) loss += std::exp(score(c, i) - score(problem.labels[i], i));
    }
  }
  return norm + problem.factor() * loss;
}

}  // namespace ocelli::internal::test
