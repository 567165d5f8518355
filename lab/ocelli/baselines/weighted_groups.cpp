#include "ocelli/baselines/weighted_groups.hpp"

#include "ocelli/boosting/shareboost/resumed_state.hpp"

namespace ocelli::internal::baselines {

void require_fit(const WeightedGroups& classifier, const ColumnPool& pool, std::size_t classes) {
  require_groups(classifier.groups, pool);
  require_weights(classifier.weights, classes, classifier.groups.size(), pool);
  require_finite(scores_of(pool, classifier), pool.samples());
}

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

}  // namespace ocelli::internal::baselines
