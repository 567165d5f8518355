#pragma once

#include <span>

#include "ocelli/boosting/trees/binned_inputs.hpp"
#include "ocelli/boosting/trees/histogram_kernel.hpp"

/// Internal to boosting: splits of columns with unordered bins.
namespace ocelli::internal {

/// A subset of a category's bins, and the gain of separating it from the others.
struct CategorySplit {
  float gain = 0;         ///< 0: no split
  ColumnBins above = {};  ///< never bin 0

  friend bool operator==(const CategorySplit&, const CategorySplit&) = default;
};

/// The best split into two subsets among those that cut the bins in the order of their mean weights along the
/// direction of their largest differences. That direction is the first principal component of the bins, each
/// weighted by its absolute weights. The gain is that of histogram_kernel::best_split(). With two targets of
/// opposite weights, these include the best subset overall, except for the smoothing of the means: each bin
/// counts one additional sample with the leaf's mean.
///
/// `histogram` has bins x stride floats. `totals` are their sums over bins, `stride` floats.
/// Cost    about ten products of a bin's weights per bin.
/// Source  Breiman, Friedman, Olshen and Stone, Classification and regression trees, 1984, theorem 4.5 (the
/// order, for two classes); Coppersmith, Hong and Hosking, Partitioning nominal attributes in decision trees,
/// 1999 (the component, for more).
CategorySplit best_category_split(std::span<const float> histogram, std::span<const float> totals,
                                  const histogram_kernel::RowLayout& layout, float min);

}  // namespace ocelli::internal
