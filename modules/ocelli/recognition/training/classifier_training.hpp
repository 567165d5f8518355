#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/progress.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/template_tuning.hpp"
#include "ocelli/recognition/training/training_samples.hpp"

namespace ocelli {

/// Without any regularisation, weights run away once the classes are told apart.
inline ShareBoostOptions lightly_regularised() {
  ShareBoostOptions options;
  options.regulariser.frobenius = 1e-5;
  return options;
}

/// A training that chooses one feature after the other from candidates.
struct GreedyTrainingOptions : SamplePreparation {
  CandidateOptions candidates;
  std::string rule = "gradient";  ///< gradient, line-search or free-column
  ShareBoostOptions boost = lightly_regularised();

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    visit("rule", self.rule, "how the next feature is chosen: gradient, line-search or free-column",
          option::one_of("gradient|line-search|free-column"));
    ShareBoostOptions::describe(self.boost, visit);
    SamplePreparation::describe(self, visit);
  }

  /// `boost` with the rule.
  ShareBoostOptions boosting() const;
};

struct ClassifierTrainingOptions : GreedyTrainingOptions {
  std::size_t choose_from = 0;  ///< samples that features are chosen by, so that it takes less time; 0: all
  TuningOptions tuning;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    GreedyTrainingOptions::describe(self, visit);
    visit("choose-from", self.choose_from,
          "number of randomly drawn samples to choose features with; tuning uses all (0: all)",
          option::from(0));
    TuningOptions::describe(self.tuning, visit);
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
