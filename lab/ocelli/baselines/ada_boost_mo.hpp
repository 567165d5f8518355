#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "ocelli/baselines/output_code.hpp"
#include "ocelli/baselines/stage_boost.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct AdaBoostMoOptions {
  StageBoostOptions stages;
  std::size_t code_length = 0;  ///< columns of the code; 0: OutputCode::default_columns()
  std::uint64_t seed = 1;       ///< of the code

  OutputCode code(std::size_t classes) const {
    return {classes, code_length > 0 ? code_length : OutputCode::default_columns(classes), seed};
  }

  /// Converts votes for columns of the code into votes for classes: code(y, l) times each vote for every
  /// class y.
  std::vector<StumpVote> class_votes(std::span<const StumpVote> votes, std::size_t classes) const;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
  std::size_t max_rounds() const { return stages.rounds; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    StageBoostOptions::describe(self.stages, visit);
    visit("code-length", self.code_length,
          "binary problems of the output code (0: 10 log2 of the number of classes)",
          option::from(0).to(4096));
  }
};

/// AdaBoost.MO with stumps. Each class has a code word, and each round trains one stump per column of the
/// code; all share the round's weight. Minimizes the mean of exp(-code(y_i, l) f_l(x_i)). The vote sums are
/// per column. The options' class_votes() converts them to class scores.
///
/// Resumes from `state` bit for bit. The result does not depend on the number of threads.
/// Throws  as boost_by_stages().
/// Cost    per round: samples x inputs x columns additions, samples x columns exponentials.
/// Source  Schapire and Singer 1999, section 8. They choose the class with the word closest to the signs of
/// f, or with the lowest exponential loss. Here it is the class with the lowest linear loss (Allwein,
/// Schapire and Singer 2000), sum_l code(y, l) f_l(x), which makes it a linear classifier like the others.
StumpBoostState ada_boost_mo(const StumpSamples& samples, const AdaBoostMoOptions& options,
                             StumpBoostState state = {}, const StumpBoostWatcher& watch = {},
                             std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
