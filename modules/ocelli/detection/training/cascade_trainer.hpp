#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/progress.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli {

/// Options of the cascade training.
struct CascadeTrainerOptions {
  std::string label = "object";
  int stages = 15;
  double stage_detection = 0.995;  ///< minimum hit rate of each stage on validation objects
  /// Up to at least this many weak classifiers a stage must keep every validation object; 0: no such stages.
  int lossless_weak = 0;
  double stage_false_alarm = 0.4;  ///< maximum false-alarm rate of each stage on mined negatives
  double false_alarm = 1e-7;       ///< of the whole cascade: training stops when it is reached
  int stage_weak = 150;            ///< maximum weak classifiers per stage
  int mined = 20'000;              ///< negative windows per stage; a fifth is for validation
  int features = 25'000;           ///< drawn for each stage from the pool of Haar-like features
  int min_side = 2;                ///< shortest side of a feature's rectangles
  int joint = 2;                   ///< features per weak classifier
  int bins = 8;                    ///< of each feature in a weak classifier's lookup table
  double min_deviation =
      4;                  ///< grey levels; windows with a lower standard deviation are normalised by this one
  double smoothing = 10;  ///< of histograms, in mean sample weights
  double weight_share =
      0.99;  ///< weight trimming: features are compared on the heaviest windows with this share of the weight
  double outliers = 0.03;    ///< weight capping: share of each class's windows whose weight is capped
  int backtrack = 1000;      ///< maximum removals after each weak classifier; 0 is RealBoost
  double mining_step = 1.2;  ///< ratio of successive window sizes in negative mining
  int memory = 4096;         ///< MiB for feature responses; fewer features are drawn if they do not fit
  std::uint64_t seed = 1;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("label", self.label, "what the detector finds");
    visit("stages", self.stages, "maximum number of stages");
    visit("stage-detection", self.stage_detection, "minimum hit rate of each stage (0: from the data)");
    visit("lossless-weak", self.lossless_weak,
          "weak classifiers up to which a stage keeps every object, or as many as all stages before it "
          "(-1: from the data)");
    visit("stage-false-alarm", self.stage_false_alarm, "maximum false-alarm rate of each stage");
    visit("false-alarm", self.false_alarm, "false-alarm rate of the whole cascade at which training stops");
    visit("stage-weak", self.stage_weak, "maximum number of weak classifiers per stage (0: from the data)");
    visit("mined", self.mined,
          "negative windows mined for each stage, a fifth of them for validation (0: from the data)");
    visit("features", self.features, "features drawn for each stage (0: from the data)");
    visit("min-side", self.min_side, "shortest side of a feature's rectangles, pixels");
    visit("joint", self.joint, "features per weak classifier, 1 or 2");
    visit("bins", self.bins, "bins per feature in a weak classifier's lookup table");
    visit("min-deviation", self.min_deviation,
          "least standard deviation when windows are normalised, grey levels");
    visit("smoothing", self.smoothing, "added to each bin of a histogram, in mean sample weights");
    visit("weight-share", self.weight_share,
          "weight trimming: features are compared on the heaviest windows with this share of the weight");
    visit(
        "outliers", self.outliers,
        "weight capping: share of each class's windows whose weight is capped to the largest of the others");
    visit("backtrack", self.backtrack,
          "maximum number of removals after each weak classifier (0: RealBoost, not FloatBoost)");
    visit("mining-step", self.mining_step, "ratio of successive window sizes in negative mining");
    visit("memory", self.memory, "MiB for feature responses");
    visit("seed", self.seed, "seed of the random numbers");
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

/// Observers of the training. Empty functions are ignored.
struct TrainingWatch {
  ProgressSink progress;
  std::function<void(const RoundReport&)> round;
  std::function<void(const StageReport&)> stage;
  std::function<void(const TrainingState&)> checkpoint;  ///< after mining and after every round and stage
};

/// The training data. Positives are windows of the cascade's size; the validation part shares no image
/// with the training part.
struct TrainingData {
  TrainingWindows positives, validation;
  NegativeImages negatives;
  std::uint64_t negatives_fingerprint = 0;  ///< changes when the list of images does
};

struct TrainingResult {
  Cascade cascade;
  std::string ending;  ///< why it ended, as a sentence
};

/// Trains a cascade of FloatBoost stages (floatboost fig. 2; Viola and Jones 2001 for the cascade).
///
/// Each stage starts from the score of the previous stages, uses the training objects that still pass and
/// newly mined false positives, and ends when its false-alarm goal is met on validation negatives
/// at its hit rate on validation objects. Its threshold is then lowered as far as the false-alarm goal
/// allows. Throws Error(Kind::training) when the data do not allow the requested training, with the reason;
/// Error(Kind::cancelled) when asked to stop (the last checkpoint then contains all finished work). The result
/// depends on options and data only: not on threads, nor on interruptions, if `from` is the state of the
/// last checkpoint. Memory: features x (positives + negatives) bytes, bounded by options.memory.
TrainingResult train_cascade(const CascadeTrainerOptions& options, const TrainingData& data,
                             const std::optional<TrainingState>& from, const TrainingWatch& watch,
                             std::stop_token stop);

}  // namespace ocelli
