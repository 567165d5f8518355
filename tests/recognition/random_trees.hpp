#pragma once

#include <cstdint>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/features/tabular/tree_features.hpp"

namespace ocelli::internal::test {

/// Trees with tests of one and of two inputs, and with branches that share their targets.
inline TreeFeatures random_trees(std::size_t inputs, std::size_t count, std::uint64_t seed) {
  constexpr std::int32_t kBranches = 9, kLeaves = 6;
  Random random(seed);
  const auto number = [&] { return static_cast<float>(random.normal()); };
  const auto below = [&](std::size_t end) { return static_cast<std::uint32_t>(random.below(end)); };
  std::vector<TreeBranches> trees(count);
  for (TreeBranches& tree : trees) {
    for (std::int32_t b = 0; b < kBranches; ++b) {
      const auto target = [&] {
        const std::int32_t later = kBranches - 1 - b;
        if (later == 0 || random.below(3) == 0) return ~static_cast<std::int32_t>(random.below(kLeaves));
        return b + 1 + static_cast<std::int32_t>(random.below(static_cast<std::size_t>(later)));
      };
      const bool is_pair = random.below(3) == 0;
      tree.push_back({below(inputs), below(inputs), is_pair ? number() : 1, is_pair ? number() : 0, number(),
                      target(), target()});
    }
  }
  return {inputs, kLeaves, trees};
}

}  // namespace ocelli::internal::test
