#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "ocelli/baselines/output_code.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::baselines {

struct AdaBoostMoTreesOptions : TreeBoostOptions {
  std::size_t code_length = 0;  ///< columns of the code; 0: OutputCode::default_columns()

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    TreeBoostOptions::describe(self, visit);
    visit("code-length", self.code_length,
          "binary problems of the output code (0: 10 log2 of the number of classes)",
          option::from(0).to(4096));
  }
};

/// AdaBoost.MO with trees. Each class has a code word, and each round grows one tree for all columns of the
/// code. Its leaves vote for each column as those of boost_trees() do for each class. Minimizes the mean of
/// exp(-code(y_i, l) f_l(x_i)). The state contains a leaf's votes for classes, sum_l code(c, l) v_l.
///
/// Resumes from `state` bit for bit. The result does not depend on the number of threads.
/// Throws  as boost_trees().
/// Source  Schapire and Singer 1999, sections 4 and 8; classes are decided by the linear loss, as in
/// ada_boost_mo().
TreeBoostState ada_boost_mo_trees(const StumpSamples& samples, const AdaBoostMoTreesOptions& options,
                                  TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                                  std::stop_token stop = {});

struct AdaBoostEccTreesOptions : TreeBoostOptions {};

/// AdaBoost.ECC with trees. Each round labels a random half of the classes +1 and the others -1, and grows
/// one tree on these labels. A leaf votes for the classes of its label and against the others. Minimizes the
/// mean over samples and wrong classes of exp((F_c(x_i) - F_yi(x_i)) / 2).
///
/// Resumes from `state` bit for bit. The result does not depend on the number of threads.
/// Throws  as boost_trees().
/// Source  Guruswami and Sahai, Multiclass learning, boosting, and error-correcting codes, COLT 1999;
/// real-valued votes as in Schapire and Singer 1999, section 4.
TreeBoostState ada_boost_ecc_trees(const StumpSamples& samples, const AdaBoostEccTreesOptions& options,
                                   TreeBoostState state = {}, const TreeBoostWatcher& watch = {},
                                   std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
