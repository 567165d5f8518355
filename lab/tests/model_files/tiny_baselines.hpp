#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "ocelli/baselines/training/mixed_norm_training.hpp"
#include "ocelli/baselines/training/one_against_rest_training.hpp"
#include "pipelines/model_files/tiny_trainings.hpp"

/// A training of each baseline that takes milliseconds.
namespace ocelli::internal::test {

inline TinyTraining tiny_one_against_rest() {
  GreedyTrainingOptions options;
  options.candidates = small_candidates("balls");
  options.boost.rounds = kTinyRounds;
  return tiny_training<baselines::OneAgainstRestState>(
      [options, samples = tiny_samples()](auto from, const auto& watch) {
        baselines::train_one_against_rest(*samples, options, {.round = watch, .resume = std::move(from)});
      });
}

inline TinyTraining tiny_mixed_norm() {
  baselines::MixedNormTrainingOptions options;
  options.candidates = small_candidates("stumps");
  options.path.points = kTinyRounds;
  options.path.max_steps = 60;  // from weights that are far off, all of them are taken
  return tiny_training<baselines::MixedNormState>(
      [options, samples = tiny_samples()](auto from, const auto& watch) {
        baselines::train_mixed_norm(*samples, options, {.round = watch, .resume = std::move(from)});
      });
}

inline const std::vector<TinyKind>& tiny_baselines() {
  static constexpr std::size_t n = kTinyRounds;
  static const std::vector<TinyKind> kinds{
      {"OneAgainstRest", tiny_one_against_rest},
      {"MixedNorm", tiny_mixed_norm},
      {"MultiBoost",
       [] {
         return tiny_stumps(boosting(baselines::multi_boost, {{n}, {}}, 1));
       }},
      {"AdaBoostMh", [] { return tiny_stumps(boosting(baselines::ada_boost_mh, {{n}}, 1)); }},
      {"AdaBoostEcc", [] { return tiny_stumps(boosting(baselines::ada_boost_ecc, {{n}}, 1)); }},
      {"AdaBoostMo", [] { return tiny_stumps(boosting(baselines::ada_boost_mo, {{n}}, 1)); }},
      {"JointBoost", [] { return tiny_stumps(boosting(baselines::joint_boost, {{n}}, 1)); }}};
  return kinds;
}

}  // namespace ocelli::internal::test
