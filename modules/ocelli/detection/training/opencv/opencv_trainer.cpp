#include "ocelli/detection/training/opencv/opencv_trainer.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/cascade_training.hpp"

namespace ocelli::internal {
namespace {

/// Stages of gentle AdaBoost, each independent of the others.
class OpenCvStages {
 public:
  using State = OpenCvTrainingState;
  using Stage = OpenCvStageTrainer;
  static constexpr bool kSearchesCoarsely = false;

  OpenCvStages(const CascadeTrainerOptions& goals, const OpenCvStageOptions& options,
               const TrainingData& data)
      : goals_(goals), options_(options), data_(data) {}

  State start() const {
    State state;
    Fingerprint print = training_fingerprint(goals_, data_);
    for (const auto& [name, value] : listed(options_)) print.add(name).add(value);
    state.fingerprint = print.value();
    state.cascade.width = data_.positives.width();
    state.cascade.height = data_.positives.height();
    state.cascade.label = goals_.label;
    if (options_.feature_kind == OpenCvFeatureKind::lbp) state.cascade.features = std::vector<OpenCvLbp>();
    return state;
  }

  void require_fit(const State& state) const {
    const State own = start();
    const auto require_of_state = [](bool holds, const char* what) {
      require(holds, Kind::training,
              [&] { return std::string("cannot resume from this state, start over: ") + what; });
    };
    require_of_state(state.cascade.width == own.cascade.width && state.cascade.height == own.cascade.height &&
                         state.cascade.features.index() == own.cascade.features.index() &&
                         state.cascade.label == own.cascade.label,
                     "its stages have another window size or other features");
    require_windows_fit(state.negatives, data_.negatives.count,
                        static_cast<std::size_t>(goals_.mined.value()));
    require_of_state(state.trees.size() <= static_cast<std::size_t>(goals_.max_weak_count.value()),
                     "it has more weak classifiers than a stage may");
  }

  WindowSearch search(const State& state, const ScanOptions& scan) const {
    return search_with(state.cascade, scan);
  }

  /// Returns no scores, since stages are independent.
  ScoredWindows passing(const State& state, const TrainingWindows& windows) const {
    return {windows.pick(passing_windows(state.cascade, windows)), {}};
  }

  Stage open(const State& state, const StageData& data) const {
    return Stage(goals_, options_, state.cascade, data);
  }

  void restore(Stage& stage, const State& state) const { stage.restore(state.trees); }

  void keep(const Stage& stage, State& state) const {
    state.trees.assign(stage.weak().begin(), stage.weak().end());
  }

  double close(const Stage& stage, State& state) const {
    const double false_alarm = stage.append_to(state.cascade);
    state.trees.clear();
    return false_alarm;
  }

 private:
  const CascadeTrainerOptions& goals_;
  const OpenCvStageOptions& options_;
  const TrainingData& data_;
};

}  // namespace

OpenCvTrainingResult train_opencv_cascade(const CascadeTrainerOptions& goals,
                                          const OpenCvStageOptions& options, const TrainingData& data,
                                          const std::optional<OpenCvTrainingState>& from,
                                          const OpenCvTrainingWatch& watch, std::stop_token stop) {
  goals.validate();
  options.validate();
  require_data(data);
  const CancellationScope scope(stop);
  const OpenCvStages stages(goals, options, data);
  CascadeTraining<OpenCvStages> training(stages, goals, data, watch, std::move(stop));
  if (from) training.resume(*from);
  std::string ending = training.run();
  return {OpenCvCascade(training.state().cascade), std::move(ending)};
}

}  // namespace ocelli::internal
