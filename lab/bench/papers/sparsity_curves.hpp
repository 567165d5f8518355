#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../table.hpp"
#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal::bench {

/// The state of a method with a given number of features.
struct SparsePoint {
  std::size_t features = 0;
  double training_error = 0, test_error = 0;  ///< as shares
  double seconds = 0;                         ///< of processor time, from the start of training
};

/// A method's path from few features to many, on one data set.
struct SparsityCurve {
  std::string set, columns, method;  ///< `columns`: the kind of features, "products" or "stumps"
  std::vector<SparsePoint> points;   ///< in training order; the number of features may decrease in between

  /// The largest number of features reached.
  /// Requires  a point.
  std::size_t most_features() const;
  /// The last point with at most this many features; null if the curve starts with more or never reaches it.
  const SparsePoint* at(std::size_t features) const;
  /// The first point with the lowest test error.
  const SparsePoint& best() const;
};

/// Every point of every curve, one per row.
Table points_table(const std::vector<SparsityCurve>& curves);

/// Test error against features for the curves of one set and kind of columns.
LineChart sparsity_chart(const std::vector<SparsityCurve>& curves, std::string_view set,
                         std::string_view columns);

/// Test errors at a few numbers of features, lowest errors and training times of the curves with these
/// columns.
Table summary_table(const std::vector<SparsityCurve>& curves, std::string_view columns);

/// A comparison of two methods at one number of features, over all sets on which both reach it.
struct Duel {
  std::size_t wins = 0, losses = 0, ties = 0;
  std::vector<std::string> lost_on;
};
Duel duel(const std::vector<SparsityCurve>& curves, std::string_view columns, std::string_view method,
          std::string_view rival, std::size_t features);

}  // namespace ocelli::internal::bench
