#include "ocelli/boosting/greedy_rules.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace ocelli {
namespace {

constexpr std::size_t kBlock = 2048;

/// The residuals of the samples that are learnt from.
ClassTable residuals_of(const ClassTable& scores, const PoolLabels& labels) {
  ClassTable residuals(scores.classes(), labels.training);
  tbb::parallel_for(std::size_t{0}, (labels.training + kBlock - 1) / kBlock, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, labels.training - first);
    for (std::size_t c = 0; c < scores.classes(); ++c) {
      std::ranges::copy(scores.of(c).subspan(first, count), residuals.of(c).subspan(first).begin());
    }
    softmax_residuals(residuals, first, labels.labels.subspan(first, count));
  });
  return residuals;
}

}  // namespace

std::optional<Candidate> choose(const ColumnPool& pool, const ClassTable& scores, const PoolLabels& labels,
                                GreedyRule rule, std::size_t shortlist, std::span<const std::uint64_t> taken) {
  const ClassTable residuals = residuals_of(scores, labels);
  const std::vector<Candidate> leaders =
      pool.leaders(residuals, rule == GreedyRule::gradient ? 1 : shortlist, taken);
  if (leaders.empty() || leaders.front().gain == 0) return std::nullopt;
  return leaders.front();
}

}  // namespace ocelli
