#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"

namespace ocelli::internal::baselines {

/// A linear classifier over some groups of a pool's columns.
struct WeightedGroups {
  std::vector<std::uint64_t> groups;
  /// classes x (groups x width + 1): the groups' columns in order, then the constant.
  ClassWeights weights;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("groups", self.groups);
    visit("weights", self.weights);
  }
};

/// Throws  Error(Kind::training) unless the classifier matches the pool and the number of classes, because it
/// may come from a file.
void require_fit(const WeightedGroups& classifier, const ColumnPool& pool, std::size_t classes);

/// The columns of these groups, in their order.
BinnedResponses columns_of(const ColumnPool& pool, std::span<const std::uint64_t> groups);

/// The scores of all the pool's samples.
ClassTable scores_of(const ColumnPool& pool, const WeightedGroups& classifier);

}  // namespace ocelli::internal::baselines
