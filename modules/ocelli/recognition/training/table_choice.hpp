#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// A way to learn a table by one learner.
using TableLearner = std::variant<TreeTrainingOptions, ClassifierTrainingOptions>;

/// The weighted sum of the scores of several classifiers (blend.hpp).
struct TableBlend {
  struct Member {
    TableLearner learner;
    double weight = 1;
  };
  std::vector<Member> members;
  /// What fits its scores on samples that it had not learned from; 0 where it was tried on a part of the
  /// samples only.
  double temperature = 0;
};

/// A way to learn a table, and how it did on samples that it had not learned from.
struct TableTrial {
  std::string name;  ///< "trees of 32 leaves"
  std::variant<TreeTrainingOptions, ClassifierTrainingOptions, TableBlend> options;
  std::size_t errors = 0, samples = 0;
};

struct TableBudget {
  double seconds = 60;  ///< for the choice and the training, of a core of today
  std::uint64_t seed = 1;
};

/// Ways to learn a table, the one with the fewest errors first, of equal ones as they are listed here:
/// boosted trees of 32 and of 8 leaves; ShareBoost by products (of 2 to 64 inputs), stumps, linear features
/// and Gaussians of three widths, each with three strengths of regularization. Each has the number of rounds
/// with the fewest errors, of trees and Gaussians at most what the budget allows. The best four of them, each
/// of another kind, learn once more, so that a blend of them is chosen by the log-loss of all samples that
/// were measured on (blend_choice.hpp). It comes first unless it errs more often than the best of them by
/// more than one standard deviation of a count.
///
/// Learns from three quarters and measures on the others, five times over where there are fewer than 2,000
/// samples, and of more samples until the best has 50 errors, five times at most and as far as half the
/// budget goes. Of more samples than half the budget is enough for, a part is drawn at random. The budget is
/// one of operations, counted beforehand, not of time: the result is the same on any machine, for any number
/// of threads. Of weighted samples the choice is made by those that are kept when each stays as often as its
/// weight says.
/// Requires  a table with labels. Throws Error(Kind::canceled) on `stop`.
std::vector<TableTrial> choose_for_table(const Samples& samples, const TableBudget& budget,
                                         const std::stop_token& stop = {});

}  // namespace ocelli::internal
