#pragma once

#include <cstdint>
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
/// The validation part has the number of blocks nearest to its share, but at least one when the share
/// is above 0, and training keeps at least one. With fewer than two blocks, the block size becomes half
/// the items.
/// Throws Error(Kind::usage) for a share outside [0, 1) or an empty block.
Split split_by_blocks(std::uint32_t count, const SplitOptions& options);

}  // namespace ocelli::internal
