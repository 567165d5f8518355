#pragma once

#include <span>

#include "ocelli/boosting/trees/binned_inputs.hpp"
#include "ocelli/boosting/trees/histogram_kernel.hpp"

/// Internal to boosting: splits of columns whose bins have no order.
namespace ocelli::internal {

/// A subset of a category's bins, and what parting it from the others gains.
struct CategorySplit {
  float gain = 0;         ///< 0: nowhere
  ColumnBins above = {};  ///< never bin 0

  friend bool operator==(const CategorySplit&, const CategorySplit&) = default;
};

/// The best of the splits into two subsets that part the bins in the order of their mean weights along the
/// direction in which these differ most: the first principal component of the bins, each by its absolute
/// weights. The gain is that of histogram_kernel::best_split(). With two targets of opposite weights, the
/// best of all subsets is among these, but for the smoothing of the means: as if each bin had one sample
/// more, of the leaf's mean.
///
/// `histogram` has bins x stride floats, and `totals`, their sums over bins, `stride`.
/// Cost  about ten
/// products of a bin's weights a bin.
/// Source  Breiman, Friedman, Olshen and Stone, Classification and
/// regression trees, 1984, theorem 4.5 (the order, for two classes);
///         Coppersmith, Hong and Hosking, Partitioning nominal attributes in decision trees, 1999 (the
///         component, for more).
CategorySplit best_category_split(std::span<const float> histogram, std::span<const float> totals,
                                  const histogram_kernel::RowLayout& layout, float min);

}  // namespace ocelli::internal
