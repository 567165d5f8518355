#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"

namespace ocelli::internal {

/// How the next group of columns is chosen.
enum class GreedyRule : std::uint8_t {
  gradient,     ///< the largest L1 norm of the gradient (shareboost eq. 7)
  line_search,  ///< the largest decrease of the loss along the group's gradient (section 3.1)
  free_column,  ///< the largest decrease of the loss when the group's weights are free (section 3.1)
};
constexpr auto names_of(GreedyRule) {
  using enum GreedyRule;
  return std::array{std::pair{gradient, "gradient"}, std::pair{line_search, "line-search"},
                    std::pair{free_column, "free-column"}};
}

/// Step 4 of ShareBoost: the group to add next, given the current scores of all samples. Empty when every
/// group is taken or none has a gradient. `taken` is ascending.
///
/// The two slower rules evaluate the weights of the `shortlist` groups with the largest gradients one by one.
/// Cost  pool.leaders(). The slower rules also make a few passes over the samples per group of the shortlist.
std::optional<Candidate> choose(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                                GreedyRule rule, std::size_t shortlist, std::span<const std::uint64_t> taken);

/// Step 4 for several groups at once: up to `count` groups with the largest gradients, largest first. Omits
/// groups without a gradient.
/// Cost  pool.leaders().
std::vector<Candidate> leading(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                               std::size_t count, std::span<const std::uint64_t> taken);

}  // namespace ocelli::internal
