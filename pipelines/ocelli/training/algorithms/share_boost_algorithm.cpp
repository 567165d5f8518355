#include <utility>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/recognition/training/classifier_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/share_boost_report.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

std::string ending(const TrainedClassifier& trained, bool tuned) {
  const ShareBoostRound& last = trained.path[trained.round - 1];
  return count_of(trained.round, "feature") + " chosen; " +
         to_string({last.training_errors, trained.training, last.validation_errors, trained.validation}) +
         (tuned ? ", before the patches were tuned." : ".");
}

class ShareBoost final : public AlgorithmWith<ClassifierTrainingOptions> {
 public:
  explicit ShareBoost(ClassifierTrainingOptions options)
      : AlgorithmWith("shareboost", "ShareBoost", std::move(options)) {}

  std::uint64_t seed() const override { return chosen().seed; }
  bool can_use_colors() const override { return chosen().can_use_colors(); }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    TrainedClassifier trained = train_classifier(
        samples, chosen(),
        {session.watcher<ShareBoostState>("choosing features", chosen().boost.rounds.value(), report_of),
         session.progress(), session.state_to_resume<ShareBoostState>()},
        std::move(stop));
    return {std::move(trained.classifier), ending(trained, chosen().tuning.epochs.has_value())};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> share_boost_algorithm(ClassifierTrainingOptions options) {
  return std::make_unique<ShareBoost>(std::move(options));
}
std::unique_ptr<ClassifierAlgorithm> share_boost_algorithm() {
  return share_boost_algorithm(ClassifierTrainingOptions());
}

}  // namespace ocelli::internal
