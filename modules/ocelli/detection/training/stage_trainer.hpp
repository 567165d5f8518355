#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/float_boost.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/features/haar/window_integrals.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// Windows and their scores in the cascade so far.
struct ScoredWindows {
  TrainingWindows windows;
  std::vector<float> scores;
};

/// The training data of one stage: windows that pass the previous stages.
struct StageData {
  ScoredWindows positives, negatives, validation_positives, validation_negatives;
};

/// The final threshold of a stage: the lowest at which it still meets its false-alarm goal. If it never met
/// the goal, the lowest at which no more validation negatives pass than at `threshold`, which meets the hit
/// rate goal. This way no object is lost needlessly.
float stage_threshold(float threshold, double false_alarm, double goal,
                      std::span<const float> negative_scores);

/// Trains one stage of a cascade: draws its feature pool, runs FloatBoost rounds and monitors the validation
/// part.
class StageTrainer {
 public:
  /// Backtracking may keep a stage from growing, so training ends after this many rounds per allowed weak
  /// classifier.
  static constexpr std::size_t kRoundsPerWeak = 3;

  /// Trains the next stage of a cascade. Keeps a reference to the data and the options.
  StageTrainer(const CascadeTrainerOptions& options, const CascadeParts& cascade, const StageData& data);

  /// Resumes an interrupted training of the same stage on the same data.
  void restore(std::span<const LookupTable> weak, std::span<const double> min_error, std::size_t rounds);

  /// Whether the stage has reached the false-alarm goal or a limit on size or rounds.
  bool done() const;

  RoundReport round();

  std::span<const LookupTable> weak() const { return boost_.ensemble().weak(); }
  std::span<const double> min_error() const { return boost_.min_error(); }
  std::size_t rounds() const { return rounds_; }

  /// Appends the current stage to a cascade, with its stage_threshold(). Returns the share of validation
  /// negatives that pass.
  double append_to(CascadeParts& cascade) const;

 private:
  /// Scores of the validation windows, positives first.
  struct Validation {
    WindowIntegrals positives, negatives;
    std::vector<float> positive_scores, negative_scores;
  };

  void validate_anew();
  void add_to_validation(const LookupTable& classifier);
  /// The features of a weak classifier in the form that a cascade stores.
  std::vector<BinnedFeature> binned(const LookupTable& classifier) const;
  void measure();
  /// The hit rate that the stage must reach at its current size.
  double detection_goal() const;

  const CascadeTrainerOptions& options_;
  std::size_t stage_;     ///< from 0
  std::size_t lossless_;  ///< weak classifiers up to which the stage keeps every validation object
  const StageData& data_;
  std::vector<HaarFeature> pool_;
  BinnedResponses responses_;
  FloatBoost boost_;
  Validation validation_;
  std::size_t rounds_ = 0;
  float threshold_ = 0;
  double false_alarm_ = 1;
};

}  // namespace ocelli::internal
