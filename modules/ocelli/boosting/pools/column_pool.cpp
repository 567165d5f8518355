#include "ocelli/boosting/pools/column_pool.hpp"

#include <algorithm>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

void ColumnPool::write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  require(has(group), Kind::training,
          [&] { return "feature group " + std::to_string(group) + " is out of range"; });
  write_columns(group, columns, row);
}

std::vector<Candidate> best_candidates(std::vector<Candidate> candidates, std::size_t count,
                                       std::span<const std::uint64_t> taken) {
  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.gain != b.gain ? a.gain > b.gain : a.group < b.group;
  };
  // Sorts enough candidates even if all taken ones come first.
  const std::size_t in_order = std::min(candidates.size(), count + taken.size());
  std::ranges::partial_sort(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(in_order), before);
  candidates.resize(in_order);
  std::erase_if(candidates, [&](const Candidate& c) { return std::ranges::binary_search(taken, c.group); });
  candidates.resize(std::min(candidates.size(), count));
  return candidates;
}

}  // namespace ocelli::internal
