#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Two disjoint parts of the items 0 .. count - 1, each in ascending order.
struct Split {
  std::vector<std::uint32_t> training, validation;

  friend bool operator==(const Split&, const Split&) = default;
};

/// How to split data into training and validation parts.
struct SplitOptions {
  double validation_share = 0.2;  ///< 0 .. 1 (exclusive)
  std::uint32_t block = 64;       ///< items that stay together: near duplicates are often adjacent
  std::uint64_t seed = 1;
};

/// Splits by blocks of `block` neighboring items, chosen by the seed alone.
///
/// The validation part has the number of blocks nearest to its share, but at least one if the share is above
/// 0. Training keeps at least one block. With fewer than two blocks, the block size becomes half the items.
/// Throws  Error(Kind::usage) for a share outside [0, 1) or an empty block.
Split split_by_blocks(std::uint32_t count, const SplitOptions& options);

/// Splits samples for cross-validation. Returns the fold of each, 0 .. folds - 1.
///
/// Samples of one group are in one fold. Without groups, each sample is its own group. Folds have about the
/// same number of samples of every class. The groups are assigned largest first, equal ones in an order drawn
/// by the seed. Each goes to the fold with the fewest of its classes so far, then to the smallest fold, then
/// to the first.
/// Requires  as many groups as labels, or none.
/// Ensures   no fold without samples.
/// Throws    Error(Kind::usage) naming --folds for fewer than 2 folds, and for more folds than groups.
/// Cost      folds x (samples + groups).
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint16_t> labels,
                                            std::span<const std::uint32_t> groups, std::size_t folds,
                                            std::uint64_t seed);

}  // namespace ocelli::internal
