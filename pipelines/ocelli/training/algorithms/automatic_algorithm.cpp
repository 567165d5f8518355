#include <algorithm>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/calibration.hpp"
#include "ocelli/recognition/training/table_choice.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"
#include "ocelli/training/algorithms/blended_algorithm.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/learner_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {

std::unique_ptr<ClassifierAlgorithm> blend_algorithm(const std::vector<BlendedAlgorithm>& members);

namespace {

struct AutomaticOptions {
  double time = 60;
  std::uint64_t seed = 1;

  void validate() const { check_options(*this); }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("time", self.time,
          "approximate time for choosing and training on a table, counted in operations, so that the model "
          "does not depend on the machine",
          option::from(1).to(86400).in("seconds").basic());
    visit("seed", self.seed, "seed of the random numbers", option::any().basic());
  }
};

std::unique_ptr<ClassifierAlgorithm> made(TreeTrainingOptions options) { return tree_algorithm(options); }
std::unique_ptr<ClassifierAlgorithm> made(ClassifierTrainingOptions options) {
  return share_boost_algorithm(std::move(options));
}
std::unique_ptr<ClassifierAlgorithm> made(const TableBlend& blend) {
  std::vector<BlendedAlgorithm> members;
  for (const auto& [learner, weight] : blend.members)
    members.push_back({std::visit([&](const auto& options) { return made(options); }, learner), weight});
  return blend_algorithm(members);
}

/// The best trial for each name.
std::vector<FeatureTrial> best_of_each(const std::vector<TableTrial>& trials) {
  std::vector<FeatureTrial> best;
  for (const TableTrial& trial : trials) {
    if (std::ranges::find(best, trial.name, &FeatureTrial::kind) == best.end())
      best.push_back({trial.name, trial.errors, trial.samples});
  }
  return best;
}

class AutomaticAlgorithm final : public AlgorithmWith<AutomaticOptions> {
 public:
  AutomaticAlgorithm() : AlgorithmWith("auto", "Automatic") {}

  std::string resolve(const Samples& samples, const std::stop_token& stop) override {
    if (samples.shape) {
      ClassifierTrainingOptions options;
      options.seed = seed();
      chosen_ = made(options);
      return chosen_->resolve(samples, stop);
    }
    const std::vector<TableTrial> trials = choose_for_table(samples, {chosen().time, seed()}, stop);
    std::visit([&](const auto& options) { chosen_ = made(options); }, trials.front().options);
    const auto* const blend = std::get_if<TableBlend>(&trials.front().options);
    tried_ = {trials.front().errors, trials.front().samples};
    temperature_ = blend == nullptr ? 0 : blend->temperature;
    return describe_choice(
        chosen_->title(), best_of_each(trials),
        blend != nullptr ? "whose combined scores had the lowest log loss" : "which did best");
  }

  HeldOutErrors tried() const override { return tried_.samples > 0 || !chosen_ ? tried_ : chosen_->tried(); }
  const ClassifierAlgorithm& resolved() const override {
    if (chosen_) return *chosen_;
    return *this;
  }
  std::uint64_t seed() const override { return chosen().seed; }
  bool can_use_colors() const override { return true; }

  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    require(chosen_ != nullptr, Kind::usage, "must be resolved before it learns", "auto");
    LearnedClassifier learned = chosen_->learn(samples, session, stop);
    if (!samples.shape) add_probabilities(learned, samples, stop);
    return learned;
  }

 private:
  /// All samples are used for training. The temperature is that of a classifier trained on three quarters of
  /// them and measured on the rest.
  void add_probabilities(LearnedClassifier& learned, const Samples& samples,
                         const std::stop_token& stop) const {
    ClassifierParts parts = learned.classifier.parts();
    parts.temperature = temperature_ > 0 ? temperature_ : temperature_of_trial(samples, stop);
    learned.classifier = Classifier(std::move(parts));
  }

  /// 0 if there are too few samples.
  double temperature_of_trial(const Samples& samples, const std::stop_token& stop) const try {
    const TrialSamples parts = trial_samples(samples, seed());
    const TrainingObserver nobody;
    TrainingSession trial(nobody);
    const Classifier of_part = chosen_->learn(parts.learned, trial, stop).classifier;
    return parts.measured() == 0 ? 0 : calibrated(of_part, parts.rest()).temperature();
  } catch (const Error& error) {
    if (error.kind() != Kind::training) throw;
    return 0;
  }

  std::unique_ptr<ClassifierAlgorithm> chosen_;
  HeldOutErrors tried_;
  double temperature_ = 0;  ///< set if the choice fitted it
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> automatic_algorithm() { return std::make_unique<AutomaticAlgorithm>(); }

}  // namespace ocelli::internal
