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
namespace ocelli::internal::baselines {

template <class Visit>
void each_field(MixedNormState& state, Visit&& visit) {
  for (MixedNormPoint& p : state.rounds) {
    visit(p.lambda), visit(p.objective), visit(p.gap), visit(p.training_errors), visit(p.validation_errors),
        visit(p.steps);
    for (std::uint64_t& group : p.classifier.groups) visit(group);
    test::each_field(p.classifier.weights, visit);
    visit.list(p.classifier.groups);
  }
  visit.list(state.rounds);
}

template <class Visit>
void each_field(OneAgainstRestState& state, Visit&& visit) {
  for (auto& r : state.rounds)
    visit(r.features), visit(r.distinct), visit(r.training_errors), visit(r.validation_errors);
  for (ShareBoostState& own : state.classes) {
    for (ShareBoostRound& r : own.rounds) visit(r.group), visit(r.objective), visit(r.evaluations);
    test::each_field(own.weights, visit);
    visit.list(own.rounds);
  }
  visit(state.best_round);
  for (std::uint64_t& group : state.best.groups) visit(group);
  test::each_field(state.best.weights, visit);
  visit.list(state.rounds), visit.list(state.classes), visit.list(state.best.groups);
}

}  // namespace ocelli::internal::baselines

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
