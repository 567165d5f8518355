#include <utility>

#include "ocelli/boosting/baselines/ada_boost_trees.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw_trees.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/round_figures.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

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

std::size_t most_trees(const MultiBoostCwTreesOptions& options) { return options.generation.rounds; }
std::size_t most_trees(const TreeBoostOptions& options) { return options.rounds; }

/// A further boosting of trees.
template <class Boost>
class OtherTreeAlgorithm final : public AlgorithmWith<PreparedBoosting<Boost>> {
 public:
  OtherTreeAlgorithm(const char* name, const char* title, TreeLearner<Boost> learner)
      : AlgorithmWith<PreparedBoosting<Boost>>(name, title), learner_(learner) {}

  std::uint64_t seed() const override { return this->chosen().preparation.seed; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    const auto& [boost, preparation] = this->chosen();
    return with_ending(train_trees(samples, boosting(learner_, this->chosen()), preparation,
                                   watch_of(session, most_trees(boost)), std::move(stop)));
  }

 private:
  TreeLearner<Boost> learner_;
};

template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm_of_trees(const char* name, const char* title,
                                                        TreeLearner<Boost> learner) {
  return std::make_unique<OtherTreeAlgorithm<Boost>>(name, title, learner);
}

}  // namespace

std::unique_ptr<ClassifierAlgorithm> tree_algorithm(TreeTrainingOptions options) {
  return std::make_unique<TreeAlgorithm>(options);
}

// A further boosting of trees is a learner and a line here.
std::vector<std::unique_ptr<ClassifierAlgorithm>> tree_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  all.push_back(tree_algorithm(TreeTrainingOptions()));
  all.push_back(algorithm_of_trees("multiboost-cw-trees", "MultiBoost-cw", multi_boost_cw_trees));
  all.push_back(algorithm_of_trees("adaboost-ecc-trees", "AdaBoost.ECC", baselines::ada_boost_ecc_trees));
  all.push_back(algorithm_of_trees("adaboost-mo-trees", "AdaBoost.MO", baselines::ada_boost_mo_trees));
  return all;
}

}  // namespace ocelli::internal
