#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/boosting/share_boost.hpp"
#include "ocelli/core/progress.hpp"
#include "ocelli/data/deformation.hpp"
#include "ocelli/data/samples.hpp"
#include "ocelli/recognition/candidate_features.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/template_tuning.hpp"

namespace ocelli {

/// Without any regularisation, weights run away once the classes are told apart.
inline ShareBoostOptions lightly_regularised() {
  ShareBoostOptions options;
  options.regulariser.frobenius = 1e-5;
  return options;
}

struct ClassifierTrainingOptions {
  double validation = 0;  ///< share of the samples that is kept from training, to measure on after each round
  int copies = 0;         ///< deformed copies of each sample to learn from as well
  DeformationOptions deformation;
  CandidateOptions candidates;
  std::string rule = "gradient";  ///< gradient, line-search or free-column
  ShareBoostOptions boost = lightly_regularised();
  double ink_side = 0;  ///< frame_ink() brings all images to this side, in training and in use; 0: none
  TuningOptions tuning;
  std::uint64_t seed = 1;

  /// Throws Error(Kind::usage) naming the option that makes no sense.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    visit("rule", self.rule, "how the next feature is chosen: gradient, line-search or free-column");
    ShareBoostOptions::describe(self.boost, visit);
    visit("validation", self.validation,
          "share of the samples kept to measure on; the best round is the result");
    visit("ink-side", self.ink_side,
          "bring the ink of images to this size, pixels, and to their middle (0: leave them)");
    visit("copies", self.copies, "deformed copies of each image to learn from as well");
    DeformationOptions::describe(self.deformation, visit);
    TuningOptions::describe(self.tuning, visit);
    visit("seed", self.seed, "of all that is drawn at random");
  }
};

/// Who is told, and what is known from before.
struct ClassifierTrainingWatch {
  ShareBoostWatcher round = {};
  ProgressSink progress = {};
  ShareBoostState resume = {};  ///< where an earlier run with the same samples and options stood
};

struct TrainedClassifier {
  Classifier classifier;
  std::vector<ShareBoostRound> path;  ///< all rounds; the classifier may be of an earlier one
  std::size_t round = 0;              ///< features chosen
  std::size_t training = 0;           ///< samples learnt from, deformed copies too
  std::size_t validation = 0;         ///< samples measured on
};

/// Splits off the validation part, adds deformed copies, computes the candidates, runs ShareBoost, and tunes the
/// patches if that is wanted: with copies, on a fresh deformation of each image in each epoch, else on the
/// images as they are. After tuning, all weights are fitted once more (step 6).
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learnt from, Error(Kind::cancelled) on `stop`.
TrainedClassifier train_classifier(const Samples& samples, const ClassifierTrainingOptions& options,
                                   const ClassifierTrainingWatch& watch, std::stop_token stop = {});

}  // namespace ocelli
