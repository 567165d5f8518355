#include "ocelli/boosting/baselines/ada_boost_ecc.hpp"
#include "ocelli/boosting/baselines/ada_boost_mh.hpp"
#include "ocelli/boosting/baselines/ada_boost_mo.hpp"
#include "ocelli/boosting/baselines/joint_boost.hpp"
#include "ocelli/boosting/baselines/multi_boost.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/round_figures.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

std::size_t rounds(const MultiBoostCwOptions& options) { return options.generation.rounds; }
std::size_t rounds(const baselines::MultiBoostOptions& options) { return options.generation.rounds; }
template <class Stages>
std::size_t rounds(const Stages& options) {
  return options.stages.rounds;
}

std::string ending(const TrainedStumps& trained) {
  const StumpRound& last = trained.path.back();
  return count_of(groups(trained.classifier.features()), "stump") + " in " +
         count_of(trained.path.size(), "round") + "; " +
         to_string({last.training_errors, trained.training, last.validation_errors, trained.validation}) +
         ".";
}

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
                     {session.watcher<StumpBoostState>("boosting stumps", rounds(boost), figures_of),
                      session.state_to_resume<StumpBoostState>()},
                     std::move(stop));
    std::string how = ending(trained);
    return {std::move(trained.classifier), std::move(how)};
  }

 private:
  StumpLearner<Boost> learner_;
};

template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm(const char* name, const char* title,
                                               StumpLearner<Boost> learner) {
  return std::make_unique<StumpAlgorithm<Boost>>(name, title, learner);
}

}  // namespace

// A further boosting of stumps is a learner and a line here.
std::vector<std::unique_ptr<ClassifierAlgorithm>> stump_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  all.push_back(algorithm("multiboost-cw", "MultiBoost-cw", multi_boost_cw));
  all.push_back(algorithm("multiboost", "MultiBoost", baselines::multi_boost));
  all.push_back(algorithm("adaboost-mh", "AdaBoost.MH", baselines::ada_boost_mh));
  all.push_back(algorithm("adaboost-ecc", "AdaBoost.ECC", baselines::ada_boost_ecc));
  all.push_back(algorithm("adaboost-mo", "AdaBoost.MO", baselines::ada_boost_mo));
  all.push_back(algorithm("jointboost", "JointBoost", baselines::joint_boost));
  return all;
}

}  // namespace ocelli::internal
