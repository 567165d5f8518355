#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

inline constexpr std::size_t kMaxTreeLeaves = 1024;

/// The size of a boosting's trees, and the columns they split on.
struct TreeShape {
  std::size_t leaves = 32;
  /// Columns that a tree may use, drawn for each tree. Empty: some_columns().
  std::optional<std::size_t> columns = {};
  std::size_t pairs = 64;  ///< sums and differences of two inputs
  std::size_t bins = 64;
  std::size_t least = 1;  ///< minimum samples per leaf

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("leaves", self.leaves, "maximum number of leaves of a tree",
          option::from(2).to(kMaxTreeLeaves).basic());
    visit("tree-columns", self.columns,
          "inputs and pairs that each tree may split on, drawn at random (auto: 30 percent, at most 64)",
          option::from(1).or_auto(0).fixed());
    visit("pairs", self.pairs, "random sums and differences of two inputs to split on as well",
          option::from(0).to(10'000));
    visit("bins", self.bins, "maximum number of bins of an input or pair", option::from(2).to(255).fixed());
    visit("leaf-samples", self.least, "minimum number of samples in a leaf", option::from(1));
  }
};

/// The default number of columns per tree: three in ten, at most 64.
inline std::size_t some_columns(std::size_t all) { return std::min<std::size_t>((3 * all + 9) / 10, 64); }

}  // namespace ocelli::internal
