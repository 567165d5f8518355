#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/recognition/training/multi_layer_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

RoundFigures multi_layer_figures(const MultiLayerRound& r) {
  return {
      {{"loss", r.loss}, {"training_errors", r.training_errors}, {"validation_errors", r.validation_errors}},
      note_of("loss", r.loss)};
}

std::string ending(const TrainedMultiLayer& trained, bool refitted) {
  const MultiLayerRound& last = trained.path.back();
  return count_of(trained.path.size(), "weak learner") + " for each class; " +
         to_string({last.training_errors, trained.training, last.validation_errors, trained.validation}) +
         (refitted ? ", before all weights were fitted together." : ".");
}

class MultiLayer final : public AlgorithmWith<MultiLayerTrainingOptions> {
 public:
  MultiLayer() : AlgorithmWith("multilayer", "Multi-layer") {}

  std::uint64_t seed() const override { return chosen().boost.seed; }
  bool takes_sample_weights() const override { return false; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    TrainedMultiLayer trained = train_multi_layer(
        samples, chosen(),
        {session.watcher<MultiLayerState>("boosting both layers", chosen().boost.rounds, multi_layer_figures),
         session.state_to_resume<MultiLayerState>()},
        std::move(stop));
    return {std::move(trained.classifier), ending(trained, chosen().refit.has_value())};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> multi_layer_algorithm() { return std::make_unique<MultiLayer>(); }

}  // namespace ocelli::internal
