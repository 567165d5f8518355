#include "ocelli/data/samples/split.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {
namespace {

void validate(const SplitOptions& options) {
  require(options.validation_share >= 0 && options.validation_share < 1, Kind::usage,
          "the validation share must be at least 0 and below 1");
  require(options.block > 0, Kind::usage, "a block must contain at least one item");
}

/// How many of the blocks go to validation.
std::uint32_t validation_blocks(std::uint32_t blocks, double share) {
  if (share == 0 || blocks < 2) return 0;
  const auto nearest = static_cast<std::uint32_t>(std::lround(share * blocks));
  return std::clamp(nearest, 1u, blocks - 1);
}

std::vector<bool> choose(std::uint32_t blocks, std::uint32_t chosen, std::uint64_t seed) {
  std::vector<bool> is_chosen(blocks, false);
  const std::vector<std::uint32_t> order = permutation(blocks, seed);
  for (std::uint32_t i = 0; i < chosen; ++i) is_chosen[order[i]] = true;
  return is_chosen;
}

}  // namespace

Split split_by_blocks(std::uint32_t count, const SplitOptions& options) {
  validate(options);
  const std::uint32_t block = std::clamp(count / 2, 1u, options.block);
  const std::uint32_t blocks = count / block + (count % block != 0);
  const std::uint32_t held_out = validation_blocks(blocks, options.validation_share);
  const std::vector<bool> is_validation = choose(blocks, held_out, options.seed);
  Split split;
  for (std::uint32_t item = 0; item < count; ++item) {
    (is_validation[item / block] ? split.validation : split.training).push_back(item);
  }
  return split;
}

}  // namespace ocelli::internal
