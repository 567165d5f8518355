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

/// One learner's options for a table.
using TableLearner = std::variant<TreeTrainingOptions, ClassifierTrainingOptions>;

/// The weighted sum of the scores of several classifiers (blend.hpp).
struct TableBlend {
  struct Member {
    TableLearner learner;
    double weight = 1;
  };
  std::vector<Member> members;
  /// Fits the blend's scores on held-out samples. 0 if the blend was tried on only part of the samples.
  double temperature = 0;
};

/// A way to learn a table, and its errors on held-out samples.
struct TableTrial {
  std::string name;  ///< "trees of 32 leaves"
  std::variant<TreeTrainingOptions, ClassifierTrainingOptions, TableBlend> options;
  std::size_t errors = 0, samples = 0;
};

struct TableBudget {
  double seconds = 60;  ///< for the choice and the training, on one current core
  std::uint64_t seed = 1;
};

/// Tries ways to learn a table. Returns them by number of errors, fewest first. Ties keep this order: boosted
/// trees of 32 and of 8 leaves; ShareBoost with products (2 to 64 inputs), stumps, linear features and
/// Gaussians of three widths, each with three strengths of regularization. Each trial uses the number of
/// rounds with the fewest errors. The budget limits the rounds of trees and Gaussians.
///
/// The best four trials of different kinds train again. A blend of them is chosen by the log-loss of all
/// held-out samples (blend_choice.hpp). The blend comes first unless it has more errors than the best trial
/// by over one standard deviation of a count.
///
/// Each trial trains on three quarters of the samples and measures on the rest. Fewer than 2,000 samples are
/// split five times. Larger sets are split until the best trial has 50 errors, at most five times and within
/// half the budget. If half the budget does not suffice for all samples, a part is drawn at random. The
/// budget counts operations in advance, not time, so the result is the same on any machine and for any number
/// of threads. Weighted samples are thinned for the choice: each is kept with a probability proportional to
/// its weight.
/// Requires  a table with labels.
/// Throws    Error(Kind::canceled) on `stop`.
std::vector<TableTrial> choose_for_table(const Samples& samples, const TableBudget& budget,
                                         const std::stop_token& stop = {});

}  // namespace ocelli::internal
