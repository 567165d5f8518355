#include "ocelli/baselines/mixed_norm.hpp"
#include "ocelli/baselines/training/mixed_norm_training.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal::baselines {
namespace {

RoundFigures path_figures(const MixedNormPoint& point) {
  return {{{"lambda", point.lambda},
           {"features", point.features()},
           {"objective", point.objective},
           {"gap", point.gap},
           {"training_errors", point.training_errors},
           {"validation_errors", point.validation_errors},
           {"steps", point.steps}},
          count_of(point.features(), "feature") + ", " + note_of("objective", point.objective)};
}

std::string ending(const TrainedMixedNorm& trained) {
  const MixedNormPoint& kept = trained.path[trained.point];
  return count_of(kept.features(), "feature") + " at point " + std::to_string(trained.point + 1) + " of " +
         std::to_string(trained.path.size()) + "; " +
         to_string({kept.training_errors, trained.training, kept.validation_errors, trained.validation}) +
         ".";
}

class MixedNorm final : public AlgorithmWith<MixedNormTrainingOptions> {
 public:
  MixedNorm() : AlgorithmWith("mixed-norm", "Mixed-norm") {}

  std::uint64_t seed() const override { return chosen().seed; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    TrainedMixedNorm trained = train_mixed_norm(
        samples, chosen(),
        {session.watcher<MixedNormState>("following the path", chosen().path.points, path_figures),
         session.state_to_resume<MixedNormState>()},
        std::move(stop));
    return {std::move(trained.classifier), ending(trained)};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> mixed_norm_algorithm() { return std::make_unique<MixedNorm>(); }

}  // namespace ocelli::internal::baselines
