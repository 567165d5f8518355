#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Parts samples for cross-validation: the fold of each, 0 .. folds - 1.
///
/// Samples of one group are in one fold; without groups, each is on its own. Folds have about equally many
/// samples of every class: the groups, largest first and of equal ones in an order drawn by the seed, go
/// where there are fewest of their classes so far, then to the smallest fold, then to the first.
/// Requires  as
/// many groups as labels, or none. Ensures   no fold without samples.
/// Throws    Error(Kind::usage) naming
/// --folds for fewer than 2 folds, and for more folds than groups.
/// Cost      folds x (samples + groups).
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint16_t> labels,
                                            std::span<const std::uint32_t> groups, std::size_t folds,
                                            std::uint64_t seed);

}  // namespace ocelli::internal
