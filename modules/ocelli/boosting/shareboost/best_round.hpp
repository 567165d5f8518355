#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace ocelli::internal {

/// The first round with the fewest validation errors; 0 without rounds.
template <class Round>
std::size_t best_round(const std::vector<Round>& rounds) {
  return static_cast<std::size_t>(
      std::ranges::distance(rounds.begin(), std::ranges::min_element(rounds, {}, &Round::validation_errors)));
}

/// Training keeps the first round with the fewest validation errors, or the last round if nothing is
/// `measured`. Rounds have validation_errors.
///
/// Returns whether the last of `rounds` is that round, given the previous `best`.
/// Requires  at least one round.
template <class Round>
bool last_is_best(const std::vector<Round>& rounds, std::size_t best, bool measured) {
  return rounds.size() == 1 || !measured || rounds.back().validation_errors < rounds[best].validation_errors;
}

/// Whether the last `patience` rounds brought no improvement on the best round before them. Never if
/// `patience` is empty.
template <class Round>
bool out_of_patience(const std::vector<Round>& rounds, std::size_t best,
                     const std::optional<std::size_t>& patience) {
  return patience && rounds.size() > best + *patience;
}

}  // namespace ocelli::internal
