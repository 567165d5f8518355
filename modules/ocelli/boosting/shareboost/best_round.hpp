#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ocelli::internal {

/// Which round of a training is kept: the first with the fewest validation errors; the last one if nothing is
/// `measured`. Rounds have validation_errors.
///
/// Whether that is the last of `rounds`, given the previous `best`.
/// Requires  at least one round.
template <class Round>
bool last_is_best(const std::vector<Round>& rounds, std::size_t best, bool measured) {
  return rounds.size() == 1 || !measured || rounds.back().validation_errors < rounds[best].validation_errors;
}

/// Whether none of the last `patience` rounds, if there is such a number, was better than the best before
/// them.
template <class Round>
bool out_of_patience(const std::vector<Round>& rounds, std::size_t best,
                     const std::optional<std::size_t>& patience) {
  return patience && rounds.size() > best + *patience;
}

}  // namespace ocelli::internal
