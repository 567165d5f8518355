#pragma once

#include <cstddef>
#include <stop_token>

#include "ocelli/baselines/stage_boost.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct JointBoostOptions {
  StageBoostOptions stages;
  std::size_t thresholds = 256;  ///< per input, at most

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
  std::size_t max_rounds() const { return stages.rounds; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    StageBoostOptions::describe(self.stages, visit);
    visit("thresholds", self.thresholds, "maximum number of thresholds to try per input, at even ranks",
          option::from(1));
  }
};

/// JointBoost: gentle boosting of one-vs-rest classifiers with regression stumps that classes share. Each
/// round adds the stump with the lowest weighted squared error among those of best_first(). Classes outside
/// its set get a constant. Minimizes the mean of exp(-z_ic F_c(x_i)), z_ic = 1 for c = y_i and -1 otherwise.
///
/// A round has one vote per class, all referring to its stump. Votes of classes that do not share the stump
/// have weight 0 and an offset. Resumes from `state` bit for bit. The result does not depend on the number of
/// threads.
/// Throws  as boost_by_stages().
/// Cost    per round: ThresholdSums and best_first().
/// Source  Torralba, Murphy and Freeman 2007, section 2.
StumpBoostState joint_boost(const StumpSamples& samples, const JointBoostOptions& options,
                            StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                            std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
