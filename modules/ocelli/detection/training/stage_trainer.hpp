#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/float_boost.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/features/haar/responses.hpp"
#include "ocelli/features/haar/window_integrals.hpp"

namespace ocelli {

/// Windows and what the cascade so far scores them.
struct ScoredWindows {
  TrainingWindows windows;
  std::vector<float> scores;
};

/// What one stage is trained on: windows that pass the stages before it.
struct StageData {
  ScoredWindows positives, negatives, validation_positives, validation_negatives;
};

/// Trains one stage of a cascade: draws its feature pool, runs FloatBoost rounds and watches the validation
/// part.
class StageTrainer {
 public:
  /// Backtracking may keep a stage from growing; after this many rounds for each weak classifier allowed it is closed.
  static constexpr std::size_t kRoundsPerWeak = 3;

  /// For the next stage of a cascade. Keeps a reference to the data and the options.
  StageTrainer(const CascadeTrainerOptions& options, const CascadeParts& cascade, const StageData& data);

  /// Goes on from an interrupted training of the same stage on the same data.
  void restore(std::span<const LookupTable> weak, std::span<const double> least_error, std::size_t rounds);

  /// Whether the false-alarm goal or a bound on size or rounds is reached.
  bool done() const;

  RoundReport round();

  std::span<const LookupTable> weak() const { return boost_.ensemble().weak(); }
  std::span<const double> least_error() const { return boost_.least_error(); }

  /// Adds the stage, as it is now, to a cascade. Its threshold is the lowest at which it still meets its false-alarm goal
  /// or, where it never did, at which no more validation negatives pass than at the detection goal: so no object is given
  /// up that costs nothing to keep. Returns the share of validation negatives that pass.
  double append_to(CascadeParts& cascade) const;

 private:
  /// Scores of the validation windows, positives first.
  struct Validation {
    WindowIntegrals positives, negatives;
    std::vector<float> positive_scores, negative_scores;
  };

  void validate_anew();
  void add_to_validation(const LookupTable& classifier);
  /// The features that a weak classifier looks at, as a cascade holds them.
  std::vector<BinnedFeature> binned(const LookupTable& classifier) const;
  void measure();
  /// The share of validation objects that the stage has to keep at its present size.
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

}  // namespace ocelli
