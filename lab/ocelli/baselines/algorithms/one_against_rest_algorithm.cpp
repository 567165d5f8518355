#include "ocelli/baselines/one_against_rest.hpp"
#include "ocelli/baselines/training/one_against_rest_training.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal::baselines {
namespace {

RoundFigures one_against_rest_figures(const OneAgainstRestRound& r) {
  return {{{"features", r.features},
           {"distinct", r.distinct},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          count_of(r.distinct, "feature")};
}

std::string ending(const TrainedOneAgainstRest& trained) {
  const OneAgainstRestRound& kept = trained.path[trained.round];
  return count_of(trained.round + 1, "feature") + " chosen for each class, " + std::to_string(kept.distinct) +
         " different ones; " +
         to_string({kept.training_errors, trained.training, kept.validation_errors, trained.validation}) +
         ".";
}

class OneAgainstRest final : public AlgorithmWith<GreedyTrainingOptions> {
 public:
  OneAgainstRest() : AlgorithmWith("one-vs-rest", "One-against-rest") {}

  std::uint64_t seed() const override { return chosen().seed; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    TrainedOneAgainstRest trained = train_one_against_rest(
        samples, chosen(),
        {session.watcher<OneAgainstRestState>("choosing features for each class",
                                              chosen().boost.rounds.value(), one_against_rest_figures),
         session.state_to_resume<OneAgainstRestState>()},
        std::move(stop));
    return {std::move(trained.classifier), ending(trained)};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> one_against_rest_algorithm() {
  return std::make_unique<OneAgainstRest>();
}

}  // namespace ocelli::internal::baselines
