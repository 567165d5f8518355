#pragma once

#include <stop_token>

#include "ocelli/baselines/stage_boost.hpp"

namespace ocelli::internal::baselines {

struct AdaBoostMhOptions {
  StageBoostOptions stages;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const { stages.validate(); }
  std::size_t max_rounds() const { return stages.rounds; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    StageBoostOptions::describe(self.stages, visit);
  }
};

/// AdaBoost.MH with stumps. Each round solves the binary problems "is this sample of class l?" of all classes
/// with one stump and one weight; the stump's sign may differ between classes. Minimizes the mean of
/// exp(-Y_il F_l(x_i)), Y_il = 1 for l = y_i and -1 otherwise.
///
/// Resumes from `state` bit for bit. The result does not depend on the number of threads.
/// Throws  as boost_by_stages().
/// Cost    per round: samples x inputs x classes additions, samples x classes exponentials.
/// Source  Schapire and Singer, Improved boosting algorithms using confidence-rated predictions, 1999,
/// section 6.
StumpBoostState ada_boost_mh(const StumpSamples& samples, const AdaBoostMhOptions& options,
                             StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                             std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
