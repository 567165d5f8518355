#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

/// Turns a learner into an algorithm: everything that --algorithm offers besides the learner itself.
namespace ocelli::internal {

/// The number of rounds in a learner's options.
/// Requires  that rounds derived from the data have been resolved: resolve().
template <class Options>
std::size_t max_rounds(const Options& options) {
  if constexpr (requires { options.max_rounds(); }) {
    return options.max_rounds();
  } else if constexpr (requires { options.rounds.value(); }) {
    return options.rounds.value();
  } else if constexpr (requires { options.rounds; }) {
    return options.rounds;
  } else if constexpr (requires { options.generation; }) {
    return max_rounds(options.generation);
  } else {
    return max_rounds(options.boost);
  }
}

template <class Options>
std::uint64_t seed_of(const Options& options) {
  if constexpr (requires { options.preparation.seed; }) {
    return options.preparation.seed;
  } else if constexpr (requires { options.seed; }) {
    return options.seed;
  } else {
    return options.boost.seed;
  }
}

/// "60 trees; errors on the training samples 0.10 %."
template <class Round>
std::string ending_of(const Learned<Round>& learned) {
  const Round& last = learned.path[learned.rounds - 1];
  const std::string errors =
      to_string({last.training_errors, learned.training, last.validation_errors, learned.validation});
  return learned.size + "; " + errors +
         (learned.afterwards.empty() ? "." : ", before " + learned.afterwards + ".");
}

/// A learner as an algorithm: trains on samples with its options, reports its state after each round, and
/// resumes from a state.
template <class Options, class State>
class LearnerAlgorithm final : public AlgorithmWith<Options> {
 public:
  using Round = typename decltype(State::rounds)::value_type;
  using Train = std::function<Learned<Round>(const Samples&, const Options&, const LearnerWatch<State>&,
                                             std::stop_token)>;

  /// `activity` is what the progress line shows: "boosting trees".
  LearnerAlgorithm(const char* name, const char* title, const char* activity, Train train, Options options)
      : AlgorithmWith<Options>(name, title, std::move(options)),
        activity_(activity),
        train_(std::move(train)) {}

  std::uint64_t seed() const override { return seed_of(this->chosen()); }
  bool takes_sample_weights() const override {
    if constexpr (requires { Options::kTakesSampleWeights; }) return Options::kTakesSampleWeights;
    return true;
  }
  bool can_use_colors() const override {
    if constexpr (requires { this->chosen().can_use_colors(); }) return this->chosen().can_use_colors();
    return false;
  }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    Learned<Round> learned = train_(samples, this->chosen(),
                                    {session.watcher<State>(activity_, max_rounds(this->chosen())),
                                     session.progress(), session.state_to_resume<State>()},
                                    std::move(stop));
    std::string ending = ending_of(learned);
    const HeldOutErrors held_out{learned.path[learned.rounds - 1].validation_errors, learned.validation};
    return {std::move(learned.classifier), std::move(ending), held_out};
  }

 private:
  const char* activity_;
  Train train_;
};

template <class Options, class State, class Round>
std::unique_ptr<ClassifierAlgorithm> algorithm_of(const char* name, const char* title, const char* activity,
                                                  Learned<Round> (*train)(const Samples&, const Options&,
                                                                          const LearnerWatch<State>&,
                                                                          std::stop_token),
                                                  Options options = {}) {
  return std::make_unique<LearnerAlgorithm<Options, State>>(name, title, activity, train, std::move(options));
}

/// A boosting of stumps that needs no more than its learner.
template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm_of_stumps(const char* name, const char* title,
                                                         StumpLearner<Boost> learner) {
  using Options = PreparedBoosting<Boost>;
  const auto train = [learner](const Samples& samples, const Options& options,
                               const StumpTrainingWatch& watch, std::stop_token stop) {
    return train_stumps(samples, boosting(learner, options.boost, options.preparation.seed),
                        options.preparation, watch, std::move(stop));
  };
  return std::make_unique<LearnerAlgorithm<Options, StumpBoostState>>(name, title, "boosting stumps", train,
                                                                      Options());
}

/// A boosting of trees that needs no more than its learner.
template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm_of_trees(const char* name, const char* title,
                                                        TreeLearner<Boost> learner,
                                                        PreparedBoosting<Boost> options = {}) {
  using Options = PreparedBoosting<Boost>;
  const auto train = [learner](const Samples& samples, const Options& own, const TreeTrainingWatch& watch,
                               std::stop_token stop) {
    own.validate();
    return train_trees(samples, boosting(learner, own), own.preparation, watch, std::move(stop));
  };
  return std::make_unique<LearnerAlgorithm<Options, TreeBoostState>>(name, title, "boosting trees", train,
                                                                     std::move(options));
}

/// For algorithms that choose among others, with the options they chose.
std::unique_ptr<ClassifierAlgorithm> share_boost_algorithm(ClassifierTrainingOptions options);
std::unique_ptr<ClassifierAlgorithm> tree_algorithm(const TreeTrainingOptions& options);

}  // namespace ocelli::internal
