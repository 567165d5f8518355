#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "ocelli/baselines/mixed_norm.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/training_samples.hpp"

namespace ocelli::internal::baselines {

struct MixedNormTrainingOptions : SamplePreparation {
  CandidateOptions candidates;
  MixedNormOptions path;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
  std::size_t max_rounds() const { return path.points; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    MixedNormOptions::describe(self.path, visit);
    SamplePreparation::describe(self, visit);
  }
};

using MixedNormWatch = LearnerWatch<MixedNormState>;
using TrainedMixedNorm = Learned<MixedNormPoint>;

/// Prepares the samples, computes the candidates, and follows the path of the mixed norm. The result is the
/// first of its points with features that has the fewest validation errors; without validation, the last one.
///
/// The result does not depend on the number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
TrainedMixedNorm train_mixed_norm(const Samples& samples, const MixedNormTrainingOptions& options,
                                  const MixedNormWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
