#include <utility>

#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/round_figures.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli {
namespace {

LearntClassifier with_ending(TrainedTrees trained) {
  const StumpRound& last = trained.path.back();
  std::string how =
      std::to_string(groups(trained.classifier.features())) + " trees; " +
      in_words({last.training_errors, trained.training, last.validation_errors, trained.validation}) + ".";
  return {std::move(trained.classifier), std::move(how)};
}

TreeTrainingWatch watch_of(TrainingSession& session, std::size_t rounds) {
  return {session.watcher<TreeBoostState>("boosting trees", rounds, figures_of),
          session.state_to_resume<TreeBoostState>()};
}

class TreeAlgorithm final : public AlgorithmWith<TreeTrainingOptions> {
 public:
  explicit TreeAlgorithm(TreeTrainingOptions options) : AlgorithmWith("trees", "AdaBoost.MH", options) {}

  std::uint64_t seed() const override { return chosen().preparation.seed; }

  LearntClassifier learn(const Samples& samples, TrainingSession& session,
                         std::stop_token stop) const override {
    return with_ending(
        train_trees(samples, chosen(), watch_of(session, chosen().boost.rounds), std::move(stop)));
  }
};

class CorrectedTreeAlgorithm final : public AlgorithmWith<PreparedBoosting<MultiBoostCwTreesOptions>> {
 public:
  CorrectedTreeAlgorithm() : AlgorithmWith("multiboost-cw-trees", "MultiBoost-cw") {}

  std::uint64_t seed() const override { return chosen().preparation.seed; }

  LearntClassifier learn(const Samples& samples, TrainingSession& session,
                         std::stop_token stop) const override {
    const auto& [boost, preparation] = chosen();
    return with_ending(train_trees(samples, boosting(multi_boost_cw_trees, chosen()), preparation,
                                   watch_of(session, boost.generation.rounds), std::move(stop)));
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> tree_algorithm(TreeTrainingOptions options) {
  return std::make_unique<TreeAlgorithm>(options);
}
std::unique_ptr<ClassifierAlgorithm> tree_algorithm() { return tree_algorithm(TreeTrainingOptions()); }
std::unique_ptr<ClassifierAlgorithm> corrected_tree_algorithm() {
  return std::make_unique<CorrectedTreeAlgorithm>();
}

}  // namespace ocelli
