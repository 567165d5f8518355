#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <opencv2/core/types.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/stage_trainer.hpp"

/// Internal to the trainers of cascades; not part of the module's interface.
namespace ocelli::internal {

/// Trains a cascade stage by stage, for any kind of stage: mines negatives, splits them, trains a stage until
/// it is done, closes it, and calls the observers. The type `Stages` has
///
///   // Fingerprint, cascade, negatives and mining, as in TrainingState, and the current stage.
///   using State = ...;
///   // done(), round() and weak(), as in StageTrainer.
///   using Stage = ...;
///   // Whether a search with stride 2 finds all windows that pass.
///   static constexpr bool kSearchesCoarsely;
///   // No stages yet.
///   State start() const;
///   // Throws for a state that this training cannot have reached.
///   void require_fit(const State&) const;
///   // Searches for windows that pass the stages.
///   WindowSearch search(const State&, const ScanOptions&) const;
///   // The windows that pass the stages.
///   ScoredWindows passing(const State&, const TrainingWindows&) const;
///   // The current stage, without weak classifiers.
///   Stage open(const State&, const StageData&) const;
///   // Adds the weak classifiers of the state to the stage.
///   void restore(Stage&, const State&) const;
///   // Saves the stage to the state.
///   void keep(const Stage&, State&) const;
///   // Appends the stage and returns its false-alarm rate.
///   double close(const Stage&, State&) const;
template <class Stages>
class CascadeTraining {
 public:
  using State = typename Stages::State;

  CascadeTraining(const Stages& stages, const CascadeTrainerOptions& options, const TrainingData& data,
                  const TrainingWatchOf<State>& watch, std::stop_token stop)
      : stages_(stages),
        options_(options),
        data_(data),
        watch_(watch),
        stop_(std::move(stop)),
        state_(stages.start()) {}

  void resume(const State& state) {
    require(state.fingerprint == state_.fingerprint, Kind::training,
            "the checkpoint is from a training with different options or data; use the same ones to resume, "
            "or start over");
    stages_.require_fit(state);
    state_ = state;
  }

  /// Returns why training ended, as a sentence.
  std::string run() {
    while (static_cast<int>(state_.cascade.stages.size()) < options_.stages) {
      if (state_.negatives.empty()) mine();
      if (const std::string ending = reason_to_end(); !ending.empty()) return complete(ending);
      train_stage();
    }
    return complete("all " + std::to_string(options_.stages) + " stages are trained");
  }

  const State& state() const { return state_; }

 private:
  /// A stage needs at least this many training negatives to be meaningful.
  static constexpr std::size_t kMinNegatives = 100;
  /// Lower rates are treated as this one when planning a mining pass.
  static constexpr double kMinRate = 1e-12;
  /// If a larger share of all windows must be evaluated, evaluating all of them coarse to fine is faster.
  /// With few images, a pass soon evaluates every window and needs all of them.
  static constexpr double kCoarseShare = 0.3;
  static constexpr std::uint32_t kManyImages = 2000;

  static std::string complete(const std::string& why) { return "Training is complete: " + why + "."; }

  static std::string to_string(double rate) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2e", rate);
    return text;
  }

  cv::Size window() const { return {state_.cascade.width, state_.cascade.height}; }

  MiningOptions mining_options() const {
    return {.wanted = static_cast<std::size_t>(options_.mined.value()),
            .seed = options_.seed,
            .scan = {.scale_step = options_.mining_step, .stride = 1, .shapes = data_.shapes}};
  }

  void mine() {
    const double stages_so_far = state_.mining.evaluated ? state_.mining.false_alarm_rate() : 1.0;
    const double expected =
        state_.cascade.stages.empty() ? 1.0 : stages_so_far * options_.max_false_alarm_rate;
    const double rate = std::max(expected, kMinRate);
    MiningOptions options = mining_options();
    if (Stages::kSearchesCoarsely && data_.negatives.count >= kManyImages &&
        share_to_mine(data_.negatives, window(), options, rate) > kCoarseShare) {
      options.scan.stride = 2;
    }
    MinedNegatives mined = mine_negatives(data_.negatives, stages_.search(state_, options.scan),
                                          options.wanted, options.seed, rate, watch_.progress, stop_);
    state_.negatives = std::move(mined.windows);
    state_.mining = mined.report;
    save();
  }

  /// Returns nothing if another stage should be trained.
  std::string reason_to_end() const {
    require(state_.mining.evaluated > 0, Kind::training, "no negative image is as large as the window");
    const double rate = state_.mining.false_alarm_rate();
    if (rate <= options_.cascade_false_alarm_rate && !state_.cascade.stages.empty()) {
      return "the false-alarm rate goal is reached: " + to_string(rate) +
             " on the negative images. A lower --cascade-false-alarm-rate would continue";
    }
    if (state_.negatives.size() >= kMinNegatives) return {};
    require(!state_.cascade.stages.empty(), Kind::training, [&] {
      return "the negative images contain only " + std::to_string(state_.negatives.size()) +
             " windows; at least " + std::to_string(kMinNegatives) +
             " are needed. Add more images or larger ones";
    });
    return "the negative images contain no more false alarms to learn from (" +
           std::to_string(state_.negatives.size()) + " windows left, false-alarm rate " + to_string(rate) +
           "). A training with more negative images would continue";
  }

  /// Uses every fifth mined window for validation.
  StageData stage_data() const {
    const TrainingWindows negatives =
        crop_windows(data_.negatives, window(), mining_options().scan, state_.negatives);
    std::vector<std::uint32_t> training, validation;
    for (std::uint32_t i = 0; i < negatives.size(); ++i) (i % 5 == 4 ? validation : training).push_back(i);
    return {stages_.passing(state_, data_.positives), stages_.passing(state_, negatives.pick(training)),
            stages_.passing(state_, data_.validation), stages_.passing(state_, negatives.pick(validation))};
  }

  void train_stage() {
    const StageData data = stage_data();
    require(data.positives.windows.size() > 0 && data.validation_positives.windows.size() > 0, Kind::training,
            "no objects pass the stages so far; raise --min-hit-rate");
    typename Stages::Stage stage = stages_.open(state_, data);
    stages_.restore(stage, state_);
    while (!stage.done()) {
      if (stop_.stop_requested())
        throw Error(Kind::canceled, "stopped; --resume continues from the last checkpoint");
      const RoundReport report = stage.round();
      if (watch_.round) watch_.round(report);
      stages_.keep(stage, state_);
      save();
    }
    close_stage(stage, data);
  }

  void close_stage(const typename Stages::Stage& stage, const StageData& data) {
    const double false_alarm = stages_.close(stage, state_);
    StageReport report{.stage = state_.cascade.stages.size(),
                       .weak = stage.weak().size(),
                       .positives = data.positives.windows.size(),
                       .negatives = data.negatives.windows.size(),
                       .detection = 0,
                       .false_alarm = false_alarm,
                       .cascade_false_alarm = state_.mining.false_alarm_rate() * false_alarm};
    report.detection = static_cast<double>(stages_.passing(state_, data_.validation).windows.size()) /
                       static_cast<double>(data_.validation.size());
    if (watch_.stage) watch_.stage(report);  // before the checkpoint: reported twice rather than never
    state_.negatives.clear();
    save();
  }

  void save() const {
    if (watch_.checkpoint) watch_.checkpoint(state_);
  }

  const Stages& stages_;
  const CascadeTrainerOptions& options_;
  const TrainingData& data_;
  const TrainingWatchOf<State>& watch_;
  std::stop_token stop_;
  State state_;
};

/// Throws Error(Kind::training) unless there are windows and images of each role.
void require_data(const TrainingData& data);

/// Covers all options that the stages depend on, and the data.
Fingerprint training_fingerprint(const CascadeTrainerOptions& options, const TrainingData& data);

}  // namespace ocelli::internal
