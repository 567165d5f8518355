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

/// Tries ways to learn a table by successive halving. Returns them by number of errors, fewest first, and
/// then those that were dropped.
///
/// Candidates: boosted trees of 32 and of 8 leaves; ShareBoost with products (2 to 64 inputs), stumps, linear
/// features and Gaussians of three widths, each with three strengths of regularization. Each uses the number
/// of rounds with the fewest errors. Ties keep this order.
///
/// Each trial trains on three quarters of the samples and measures on the rest. The samples are split until
/// the best trial has 50 errors, at most five times and within half the budget; fewer than 2,000 at least
/// three times. Larger sets are first tried on a ninth and a third. After each split, the worse half of each
/// kind is dropped, and so are the worst kind and kinds that are too bad for a blend.
///
/// The best four trials of different kinds train again on up to three splits. A blend of them is chosen by
/// the log-loss of the held-out samples (blend_choice.hpp). The blend comes first unless it has more errors
/// than the best trial by over one standard deviation of a count.
///
/// The budget limits the rounds of trees and the number of Gaussians. If half of it does not suffice for all
/// samples, a part is drawn at random. It counts operations in advance, not time, so the result is the same
/// on any machine and for any number of threads. Weighted samples are thinned for the choice: each is kept
/// with a probability proportional to its weight. Requires  a table with labels. Throws Error(Kind::canceled)
/// on `stop`. Source    Jamieson and Talwalkar, Non-stochastic best arm identification, 2016 (successive
/// halving).
std::vector<TableTrial> choose_for_table(const Samples& samples, const TableBudget& budget,
                                         const std::stop_token& stop = {});

}  // namespace ocelli::internal
