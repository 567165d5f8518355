#include "ocelli/boosting/stumps/stump_boost_codec.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli {
namespace {

/// The options of a boosting of stumps: its own, and those that all of them have.
template <class Boost>
struct StumpOptions {
  Boost boost;
  SamplePreparation preparation;

  void validate() const {
    boost.validate();
    preparation.validate();
  }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    Boost::describe(self.boost, visit);
    SamplePreparation::describe(self.preparation, visit);
  }
};

std::size_t rounds(const MultiBoostCwOptions& options) { return options.generation.rounds; }
std::size_t rounds(const baselines::MultiBoostOptions& options) { return options.generation.rounds; }
template <class Stages>
std::size_t rounds(const Stages& options) {
  return options.stages.rounds;
}

RoundFigures report(const StumpRound& r) {
  return {{{"objective", r.objective},
           {"training_errors", r.training_errors},
           {"validation_errors", r.validation_errors}},
          note_of("objective", r.objective)};
}

std::string ending(const TrainedStumps& trained) {
  const StumpRound& last = trained.path.back();
  return std::to_string(groups(trained.classifier.features())) + " stumps in " +
         std::to_string(trained.path.size()) + " rounds; " +
         in_words({last.training_errors, trained.training, last.validation_errors, trained.validation}) + ".";
}

template <class Boost>
class StumpAlgorithm final : public AlgorithmWith<StumpOptions<Boost>> {
 public:
  using AlgorithmWith<StumpOptions<Boost>>::AlgorithmWith;

  std::uint64_t seed() const override { return this->chosen().preparation.seed; }
  bool may_change(std::string_view option) const override { return option == "rounds"; }

  LearntClassifier learn(const Samples& samples, TrainingSession& session,
                         std::stop_token stop) const override {
    const auto& [boost, preparation] = this->chosen();
    TrainedStumps trained =
        train_stumps(samples, boosting(boost, preparation.seed), preparation,
                     {session.watcher<StumpBoostState>("boosting stumps", rounds(boost), report),
                      session.state_to_resume<StumpBoostState>()},
                     std::move(stop));
    std::string how = ending(trained);
    return {std::move(trained.classifier), std::move(how)};
  }
};

template <class Boost>
std::unique_ptr<ClassifierAlgorithm> algorithm(const char* name, const char* title) {
  return std::make_unique<StumpAlgorithm<Boost>>(name, title);
}

}  // namespace

std::vector<std::unique_ptr<ClassifierAlgorithm>> stump_algorithms() {
  std::vector<std::unique_ptr<ClassifierAlgorithm>> all;
  all.push_back(algorithm<MultiBoostCwOptions>("multiboost-cw", "MultiBoost-cw"));
  all.push_back(algorithm<baselines::MultiBoostOptions>("multiboost", "MultiBoost"));
  all.push_back(algorithm<baselines::AdaBoostMhOptions>("adaboost-mh", "AdaBoost.MH"));
  all.push_back(algorithm<baselines::AdaBoostEccOptions>("adaboost-ecc", "AdaBoost.ECC"));
  all.push_back(algorithm<baselines::AdaBoostMoOptions>("adaboost-mo", "AdaBoost.MO"));
  all.push_back(algorithm<baselines::JointBoostOptions>("jointboost", "JointBoost"));
  return all;
}

}  // namespace ocelli
