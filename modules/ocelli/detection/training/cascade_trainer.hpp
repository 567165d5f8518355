#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Options of the cascade training. Optional values must be set: only DetectorTraining derives them from the
/// data.
struct CascadeTrainerOptions {
  std::string label = "object";
  int stages = 15;
  std::optional<double> min_hit_rate = 0.995;  ///< share of validation objects that each stage must keep
  /// A stage must keep every validation object at least up to this number of weak classifiers. 0: it may lose
  /// some from the start.
  std::optional<int> lossless_weak = 0;
  double max_false_alarm_rate = 0.4;        ///< share of mined negatives that each stage may pass
  double cascade_false_alarm_rate = 1e-7;   ///< of the whole cascade; training stops when it is reached
  std::optional<int> max_weak_count = 150;  ///< maximum per stage
  std::optional<int> mined = 20'000;     ///< negative windows for each stage, a fifth of them for validation
  std::optional<int> features = 25'000;  ///< drawn for each stage from the pool of Haar-like features
  int min_side = 2;                      ///< shortest side of a feature's rectangles
  int joint = 2;                         ///< features per weak classifier
  int bins = 8;                          ///< of each feature in a weak classifier's histogram
  /// In gray levels. Windows with a lower standard deviation are normalized by this value.
  double min_deviation = 4;
  double smoothing = 10;  ///< constant added to histogram bins, in mean sample weights
  /// Features are compared on the heaviest windows, which together have this share of the weight.
  double weight_trimming = 0.99;
  /// Share of each class's windows whose weights are capped at the largest weight of the rest.
  double weight_capping = 0.03;
  std::optional<int> backtrack = 1000;  ///< maximum removals after each weak classifier; empty: RealBoost
  double mining_step = 1.2;             ///< ratio of successive window sizes during negative mining
  int memory = 4096;  ///< MiB for feature responses; fewer features are drawn if they do not fit
  std::uint64_t seed = 1;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("label", self.label, "name of the object", option::any().basic());
    visit("stages", self.stages, "maximum number of stages", option::from(1).to(200).may_change().basic());
    visit("min-hit-rate", self.min_hit_rate,
          "minimum share of the objects that each stage keeps (auto: from the data)",
          option::above(0.5).to(1).basic().or_auto());
    visit("lossless-weak", self.lossless_weak,
          "a stage keeps every object up to this number of weak classifiers, or up to as many as all stages "
          "before it have (auto: from the data)",
          option::from(0).to(10'000).or_auto().fixed());
    visit("max-false-alarm-rate", self.max_false_alarm_rate,
          "maximum share of the negatives that each stage passes", option::above(0).below(1).basic());
    visit("cascade-false-alarm-rate", self.cascade_false_alarm_rate,
          "false alarm rate of the whole cascade at which training stops",
          option::above(0).below(1).may_change());
    visit("max-weak-count", self.max_weak_count,
          "maximum number of weak classifiers in a stage (auto: from the data)",
          option::from(1).to(10'000).or_auto());
    visit("mined", self.mined,
          "negative windows mined for each stage, including a fifth for validation (auto: from the data)",
          option::from(200).to(10'000'000).or_auto());
    visit("features", self.features, "Haar features drawn at random for each stage (auto: from the data)",
          option::from(1).to(10'000'000).basic().or_auto());
    visit("min-side", self.min_side, "minimum side of the rectangles of a Haar feature",
          option::from(1).to(64).in("pixels").fixed());
    visit("joint", self.joint, "features per weak classifier", option::from(1).to(2).fixed());
    visit("bins", self.bins, "bins per feature in the lookup table of a weak classifier",
          option::from(2).to(Cascade::kMaxBins).fixed());
    visit("min-deviation", self.min_deviation, "minimum standard deviation for the normalization of windows",
          option::from(0.001).to(255).in("gray levels").fixed());
    visit("smoothing", self.smoothing, "constant added to each histogram bin",
          option::above(0).in("mean sample weights").fixed());
    visit("weight-trimming", self.weight_trimming,
          "features are chosen on the windows with the largest weights, which together have this share of "
          "the total weight",
          option::above(0).to(1));
    visit("weight-capping", self.weight_capping,
          "share of the windows of each class whose weights are capped at the largest weight of the rest",
          option::from(0).to(0.5).fixed());
    visit("backtrack", self.backtrack,
          "maximum number of weak classifiers that FloatBoost removes after it adds one (none: RealBoost)",
          option::from(1).or_none(0));
    visit("mining-step", self.mining_step, "ratio of successive window sizes during negative mining",
          option::from(1.01).to(4).fixed());
    visit("memory", self.memory, "maximum memory for feature responses", option::from(16).in("MiB"));
    visit("seed", self.seed, "seed of the random numbers", option::any().basic());
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The result of one round of a stage, for the log.
struct RoundReport {
  std::size_t stage = 0, round = 0, weak = 0;  ///< from 1
  double loss = 0, error = 0;                  ///< J(H) and eps(H) of FloatBoost on the training part
  double false_alarm = 0;   ///< of the stage, on the validation part, at its detection goal
  std::size_t removed = 0;  ///< weak classifiers removed by backtracking
};

/// The result of a finished stage, for the log.
struct StageReport {
  std::size_t stage = 0, weak = 0;           ///< from 1; weak classifiers in the stage
  std::size_t positives = 0, negatives = 0;  ///< training windows
  double detection = 0;                      ///< share of all validation objects that pass all stages so far
  double false_alarm = 0;                    ///< of this stage on validation negatives
  double cascade_false_alarm = 0;            ///< estimate for all stages so far
};

/// Observers of a training. Empty functions are ignored.
template <class State>
struct TrainingWatchOf {
  ProgressSink progress;
  std::function<void(const RoundReport&)> round;
  std::function<void(const StageReport&)> stage;
  std::function<void(const State&)> checkpoint;  ///< after mining and after every round and stage
};

using TrainingWatch = TrainingWatchOf<TrainingState>;

/// The training data. Positives are windows of the cascade's size. The validation part shares no image with
/// the training part.
struct TrainingData {
  TrainingWindows positives, validation;
  NegativeImages negatives;
  std::uint64_t negatives_fingerprint = 0;  ///< changes when the list of images changes
  /// Trained stages to start from, which later stages share; empty: none.
  std::optional<Cascade> first = {};
  std::vector<float> shapes = {};  ///< of the objects (CascadeParts::shapes), equal to those of `first`
};

struct TrainingResult {
  Cascade cascade;
  std::string ending;   ///< why training ended, as a sentence
  TrainingState state;  ///< training resumed from it ends at once
};

/// Trains a cascade of FloatBoost stages, after the first ones if the data has any. So stages for objects in
/// every pose can follow stages for the usual pose, which reject most windows at the lowest cost (floatboost
/// section 4: views share the first stages).
///
/// For each stage, until the cascade reaches its false-alarm rate or its number of stages:
///   1. Keep the training objects that pass all stages so far; mine new false positives as negatives.
///   2. Add weak classifiers, starting from the score of the previous stages, until the stage meets its
///      false-alarm goal on validation negatives at its hit rate on validation objects.
///   3. Lower the threshold as far as the false-alarm goal allows.
///
/// Reproducible: the result depends only on options and data, not on the number of threads. If `from` is the
/// state of the last checkpoint, it does not depend on interruptions either.
/// Throws  Error(Kind::training), with the reason, if the data do not allow the training;
/// Error(Kind::canceled) on `stop`, when the last checkpoint contains all finished work.
/// Cost    memory: features x (positives + negatives) bytes, at most options.memory MiB.
/// Source  floatboost fig. 2; Viola and Jones 2001 for the cascade.
TrainingResult train_cascade(const CascadeTrainerOptions& options, const TrainingData& data,
                             const std::optional<TrainingState>& from, const TrainingWatch& watch,
                             std::stop_token stop);

}  // namespace ocelli::internal
