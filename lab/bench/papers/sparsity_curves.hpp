#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../table.hpp"
#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal::bench {

/// Where a method stands when it uses so many features.
struct SparsePoint {
  std::size_t features = 0;
  double training_error = 0, test_error = 0;  ///< shares
  double seconds = 0;                         ///< of the processor, from the start of training
};

/// A method's way from few features to many, on one data set.
struct SparsityCurve {
  std::string set, columns, method;  ///< columns: what its features are, "products" or "stumps"
  std::vector<SparsePoint> points;   ///< in the order of training; features may fall in between

  /// The most features that it gets to.
  /// Requires  a point.
  std::size_t most_features() const;
  /// The last point with at most so many features; none where the curve begins with more or never gets there.
  const SparsePoint* at(std::size_t features) const;
  /// The point with the least test error, the first of such.
  const SparsePoint& best() const;
};

/// Every point of every curve, a row each.
Table points_table(const std::vector<SparsityCurve>& curves);

/// Test error against features of the curves of one set and kind of columns.
LineChart sparsity_chart(const std::vector<SparsityCurve>& curves, std::string_view set,
                         std::string_view columns);

/// Test errors at a few numbers of features, least errors and training times of the curves with these
/// columns.
Table summary_table(const std::vector<SparsityCurve>& curves, std::string_view columns);

/// How two methods compare at one number of features, over all sets on which both get there.
struct Duel {
  std::size_t wins = 0, losses = 0, ties = 0;
  std::vector<std::string> lost_on;
};
Duel duel(const std::vector<SparsityCurve>& curves, std::string_view columns, std::string_view method,
          std::string_view rival, std::size_t features);

}  // namespace ocelli::internal::bench
