#pragma once

#include <algorithm>
#include <cstddef>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

inline constexpr std::size_t kMaxTreeLeaves = 1024;

/// How large the trees of a boosting are, and what they split by.
struct TreeShape {
  std::size_t leaves = 32;
  std::size_t columns = 0;  ///< that a tree may use, drawn for each tree; 0: some_columns()
  std::size_t pairs = 64;   ///< sums and differences of two inputs
  std::size_t bins = 64;
  std::size_t least = 1;  ///< samples in a leaf

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("leaves", self.leaves, "most leaves of a tree", option::from(2).to(kMaxTreeLeaves).basic());
    visit("tree-columns", self.columns,
          "inputs and pairs that a tree may split by, drawn anew for each tree (auto: three of ten, at most "
          "64)",
          option::from(0).auto_at(0));
    visit("pairs", self.pairs, "random sums and differences of two inputs to split by, too",
          option::from(0).to(10'000));
    visit("bins", self.bins, "most bins of an input or pair", option::from(2).to(255));
    visit("leaf-samples", self.least, "fewest samples in a leaf", option::from(1));
  }
};

/// The default number of columns that a tree uses: three of ten, at most 64.
inline std::size_t some_columns(std::size_t all) { return std::min<std::size_t>((3 * all + 9) / 10, 64); }

}  // namespace ocelli::internal
