#include <utility>

#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli {
namespace {

RoundFigures tree_figures(const StumpRound& r) {
  return {{{"objective", r.objective},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          note_of("objective", r.objective)};
}

std::string tree_ending(const TrainedTrees& trained) {
  const StumpRound& last = trained.path.back();
  return std::to_string(groups(trained.classifier.features())) + " trees; " +
         in_words({last.training_errors, trained.training, last.validation_errors, trained.validation}) + ".";
}

class TreeAlgorithm final : public AlgorithmWith<TreeTrainingOptions> {
 public:
  explicit TreeAlgorithm(TreeTrainingOptions options) : AlgorithmWith("trees", "AdaBoost.MH", options) {}

  std::uint64_t seed() const override { return chosen().preparation.seed; }

  LearntClassifier learn(const Samples& samples, TrainingSession& session,
                         std::stop_token stop) const override {
    TrainedTrees trained =
        train_trees(samples, chosen(),
                    {session.watcher<TreeBoostState>("boosting trees", chosen().boost.rounds, tree_figures),
                     session.state_to_resume<TreeBoostState>()},
                    std::move(stop));
    std::string how = tree_ending(trained);
    return {std::move(trained.classifier), std::move(how)};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> tree_algorithm(TreeTrainingOptions options) {
  return std::make_unique<TreeAlgorithm>(options);
}
std::unique_ptr<ClassifierAlgorithm> tree_algorithm() { return tree_algorithm(TreeTrainingOptions()); }

}  // namespace ocelli
