#include "ocelli/boosting/baselines/weighted_groups.hpp"

namespace ocelli::baselines {

BinnedResponses columns_of(const ColumnPool& pool, std::span<const std::uint64_t> groups) {
  BinnedResponses columns(groups.size() * pool.width(), pool.samples(), 256);
  for (std::size_t g = 0; g < groups.size(); ++g) pool.write(groups[g], columns, g * pool.width());
  return columns;
}

ClassTable scores_of(const ColumnPool& pool, const WeightedGroups& classifier) {
  const BinnedResponses columns = columns_of(pool, classifier.groups);
  const auto classes = static_cast<std::size_t>(classifier.weights.rows());
  return SoftmaxObjective(columns, columns.features(), {}, classes, {}).scores(classifier.weights);
}

}  // namespace ocelli::baselines
