#include "ocelli/boosting/shareboost/resumed_state.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/boosting/cascade/score_table.hpp"

namespace ocelli::internal {

void require_groups(std::span<const std::uint64_t> groups, const ColumnPool& pool) {
  require_of_state(std::ranges::all_of(groups, [&](std::uint64_t group) { return pool.has(group); }),
                   "it refers to an unknown group of features");
  std::vector<std::uint64_t> sorted(groups.begin(), groups.end());
  std::ranges::sort(sorted);
  require_of_state(std::ranges::adjacent_find(sorted) == sorted.end(), "it chose a group of features twice");
}

void require_weights(const ClassWeights& weights, std::size_t classes, std::size_t groups,
                     const ColumnPool& pool) {
  require_of_state(weights.rows() == static_cast<Eigen::Index>(classes) &&
                       weights.cols() == static_cast<Eigen::Index>(groups * pool.width() + 1),
                   "its weights do not match its features and classes");
  require_of_state(weights.allFinite(), "a weight is not finite");
}

template <class Scores>
void require_finite(const Scores& scores, std::size_t samples) {
  for (std::size_t c = 0; c < scores.classes(); ++c) {
    require_of_state(
        std::ranges::all_of(scores.of(c).first(samples), [](auto score) { return std::isfinite(score); }),
        "its weights are too large");
  }
}

template void require_finite(const ClassTable& scores, std::size_t samples);
template void require_finite(const ScoreTable& scores, std::size_t samples);

}  // namespace ocelli::internal
