#include "ocelli/training/algorithms/tree_algorithm.hpp"

#include <string>
#include <utility>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

class TreeAlgorithm final : public AlgorithmWith<TreeTrainingOptions> {
 public:
  explicit TreeAlgorithm(TreeTrainingOptions options) : AlgorithmWith("trees", "AdaBoost.MH", options) {}

  std::uint64_t seed() const override { return chosen().preparation.seed; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    return with_ending(
        train_trees(samples, chosen(), watch_of(session, chosen().boost.rounds), std::move(stop)));
  }
};

}  // namespace

LearnedClassifier with_ending(TrainedTrees trained) {
  const StumpRound& last = trained.path.back();
  std::string how =
      count_of(groups(trained.classifier.features()), "tree") + "; " +
      to_string({last.training_errors, trained.training, last.validation_errors, trained.validation}) + ".";
  return {std::move(trained.classifier), std::move(how)};
}

TreeTrainingWatch watch_of(TrainingSession& session, std::size_t rounds) {
  return {session.watcher<TreeBoostState>("boosting trees", rounds, figures_of),
          session.state_to_resume<TreeBoostState>()};
}

std::unique_ptr<ClassifierAlgorithm> tree_algorithm(TreeTrainingOptions options) {
  return std::make_unique<TreeAlgorithm>(options);
}
std::unique_ptr<ClassifierAlgorithm> tree_algorithm() { return tree_algorithm(TreeTrainingOptions()); }

}  // namespace ocelli::internal
