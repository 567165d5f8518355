#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ocelli/baselines/mixed_norm.hpp"
#include "ocelli/baselines/one_against_rest.hpp"
#include "ocelli/boosting/classifier_checkpoint.hpp"

/// A checkpoint of each baseline with a state of its own.
namespace ocelli::internal::test {

/// Three classes; one point without groups and two points with groups of two columns.
inline ClassifierCheckpoint<baselines::MixedNormState> sample_mixed_norm_checkpoint() {
  const auto point = [](double lambda, std::vector<std::uint64_t> groups) {
    const auto columns = static_cast<Eigen::Index>(2 * groups.size() + 1);
    return baselines::MixedNormPoint{.lambda = lambda,
                                     .objective = 2 * lambda,
                                     .gap = 0.0625,
                                     .classifier = {std::move(groups), ClassWeights::Random(3, columns)},
                                     .training_errors = 30,
                                     .validation_errors = 12,
                                     .steps = 77};
  };
  baselines::MixedNormState state;
  state.rounds = {point(4, {}), point(2, {std::uint64_t{1} << 40}), point(1, {std::uint64_t{1} << 40, 3})};
  return {0x1357'9BDF'0246'8ACE, state};
}

/// Three classes with one, two and no rounds of groups of two columns; the first round is the best.
inline ClassifierCheckpoint<baselines::OneAgainstRestState> sample_one_against_rest_checkpoint() {
  baselines::OneAgainstRestState state;
  state.rounds = {{2, 2, 30, 12}, {3, 2, 20, 13}};
  state.classes.resize(3);
  state.classes[0].rounds = {{7, 1.5, 30, 12, 4}};
  state.classes[1].rounds = {{std::uint64_t{1} << 40, 1.25, 20, 8, 6}, {7, 1, 10, 9, 5}};
  for (ShareBoostState& own : state.classes)
    own.weights = ClassWeights::Random(2, static_cast<Eigen::Index>(2 * own.rounds.size() + 1));
  state.best = {{7, std::uint64_t{1} << 40}, ClassWeights::Random(3, 5)};
  return {0xECA8'6420'FDB9'7531, state};
}

}  // namespace ocelli::internal::test
