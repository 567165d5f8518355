#pragma once

#include <cstdint>
#include <stop_token>

#include "ocelli/baselines/stage_boost.hpp"

namespace ocelli::internal::baselines {

struct AdaBoostEccOptions {
  StageBoostOptions stages;
  std::uint64_t seed = 1;  ///< of the colorings (random class partitions)

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const { stages.validate(); }
  std::size_t max_rounds() const { return stages.rounds; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    StageBoostOptions::describe(self.stages, visit);
  }
};

/// AdaBoost.ECC with stumps. Each round labels a random half of the classes +1 and the others -1, and trains
/// one stump on these labels. Each of its two outputs has its own weight. Minimizes the mean over samples and
/// wrong classes of exp((F_y(x_i) - F_yi(x_i)) / 2).
///
/// Resumes from `state` bit for bit. The result does not depend on the number of threads.
/// Throws  as boost_by_stages().
/// Cost    per round: samples x inputs additions, samples x classes exponentials.
/// Source  Guruswami and Sahai, Multiclass learning, boosting, and error-correcting codes, COLT 1999.
StumpBoostState ada_boost_ecc(const StumpSamples& samples, const AdaBoostEccOptions& options,
                              StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                              std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
