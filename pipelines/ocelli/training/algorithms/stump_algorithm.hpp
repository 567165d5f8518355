#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/round_figures.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {

/// "60 stumps in 20 rounds; errors on the training samples 0.10 %."
std::string ending_of(const TrainedStumps& trained);

/// A boosting of stumps: a learner with its options. `max_rounds(options)` is the number of its rounds.
template <class Boost>
class StumpAlgorithm final : public AlgorithmWith<PreparedBoosting<Boost>> {
 public:
  StumpAlgorithm(const char* name, const char* title, StumpLearner<Boost> learner)
      : AlgorithmWith<PreparedBoosting<Boost>>(name, title), learner_(learner) {}

  std::uint64_t seed() const override { return this->chosen().preparation.seed; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    const auto& [boost, preparation] = this->chosen();
    TrainedStumps trained =
        train_stumps(samples, boosting(learner_, boost, preparation.seed), preparation,
                     {session.watcher<StumpBoostState>("boosting stumps", max_rounds(boost), figures_of),
                      session.state_to_resume<StumpBoostState>()},
                     std::move(stop));
    std::string how = ending_of(trained);
    return {std::move(trained.classifier), std::move(how)};
  }

 private:
  StumpLearner<Boost> learner_;
};

template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm_of_stumps(const char* name, const char* title,
                                                         StumpLearner<Boost> learner) {
  return std::make_unique<StumpAlgorithm<Boost>>(name, title, learner);
}

}  // namespace ocelli::internal
