#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/recognition/training/table_choice.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"

/// Internal to recognition: the ways to learn a table.
namespace ocelli::internal {

/// A way to learn, with its errors on held-out samples so far.
struct TableCandidate {
  TableTrial trial;
  std::vector<std::size_t> errors;  ///< after each round, summed over the splits
  std::size_t longest = 0;          ///< number of rounds in any split

  std::size_t min_errors() const;
  /// Forgets the errors so far.
  void restart();
  /// The trial with the number of rounds that had the fewest errors. Of several, the largest: it had the
  /// fewest errors more often.
  TableTrial with_best_rounds(const TableBudget& budget, const Samples& samples) const;
};

/// The features of a learner. Candidates of a kind differ in strengths and widths only.
std::string kind_of(const TableTrial& trial);

/// All candidates for a table, those that share their features next to each other. The budget limits the
/// number of Gaussians.
std::vector<TableCandidate> table_candidates(const Samples& samples, const TableBudget& budget);

/// Trains the candidates on a split and adds their errors.
/// Throws  Error(Kind::canceled) on `stop`.
void try_candidates(const TrialSamples& split, std::span<TableCandidate> candidates,
                    const std::stop_token& stop);

/// The number of samples that half the budget allows, counted once per split.
std::size_t samples_within(const TableBudget& budget, const Samples& samples);

}  // namespace ocelli::internal
