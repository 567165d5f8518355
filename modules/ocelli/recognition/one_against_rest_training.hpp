#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/boosting/baselines/one_against_rest.hpp"
#include "ocelli/recognition/candidate_features.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/classifier_training.hpp"
#include "ocelli/recognition/training_samples.hpp"

namespace ocelli {

struct OneAgainstRestTrainingOptions : SamplePreparation {
  CandidateOptions candidates;
  std::string rule = "gradient";                    ///< gradient, line-search or free-column
  ShareBoostOptions boost = lightly_regularised();  ///< of each class's path

  /// Throws Error(Kind::usage) naming the option that makes no sense.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    visit("rule", self.rule, "how the next feature is chosen: gradient, line-search or free-column");
    ShareBoostOptions::describe(self.boost, visit);
    SamplePreparation::describe(self, visit);
  }
};

struct TrainedOneAgainstRest {
  Classifier classifier;
  std::vector<baselines::OneAgainstRestRound> path;  ///< all rounds; the classifier may be of an earlier one
  std::size_t round = 0;                             ///< the classifier's, counted from 0
  std::size_t training = 0, validation = 0;          ///< samples learnt from, and measured on
};

/// Prepares the samples, computes the candidates, and grows a path for each class. The classifier has all classes'
/// features, each once, and gives every class the score of its own path.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learnt from, Error(Kind::cancelled) on `stop`.
TrainedOneAgainstRest train_one_against_rest(const Samples& samples,
                                             const OneAgainstRestTrainingOptions& options,
                                             const baselines::OneAgainstRestWatcher& watch = {},
                                             std::stop_token stop = {});

}  // namespace ocelli
