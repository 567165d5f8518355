#pragma once

#include <cstdint>
#include <vector>

namespace ocelli {

/// Two disjoint parts of the items 0 .. count - 1, each in ascending order.
struct Split {
  std::vector<std::uint32_t> training, validation;

  friend bool operator==(const Split&, const Split&) = default;
};

/// How to part data into training and validation.
struct SplitOptions {
  double validation_share = 0.2;  ///< 0 .. 1 (exclusive)
  std::uint32_t block = 64;  ///< items that stay together: near copies lie close together in many data sets
  std::uint64_t seed = 1;
};

/// Splits by whole blocks of `block` neighbouring items, chosen by the seed alone.
///
/// The validation part gets the nearest whole number of blocks to its share, but at least one when the share
/// is above 0, and training keeps at least one. Where there are fewer than two blocks, blocks shrink to half
/// the items.
/// Throws Error(Kind::usage) for a share outside [0, 1) or an empty block.
Split split_by_blocks(std::uint32_t count, const SplitOptions& options);

}  // namespace ocelli
