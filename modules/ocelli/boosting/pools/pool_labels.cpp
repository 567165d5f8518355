#include "ocelli/boosting/pools/pool_labels.hpp"

#include <algorithm>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

std::vector<float> of_mean_one(std::span<const float> weights) {
  const double mean = total_weight(weights, weights.size()) / static_cast<double>(weights.size());
  std::vector<float> scaled(weights.begin(), weights.end());
  for (float& weight : scaled) weight = static_cast<float>(weight / mean);
  return scaled;
}

}  // namespace

void PoolLabels::require_fit(std::size_t samples) const {
  require(labels.size() == samples && training <= samples, Kind::training,
          "there must be one label for each sample");
  require(weights.empty() || weights.size() == samples, Kind::training,
          "there must be one weight for each sample");
  require(training > 0 && classes >= 2, Kind::training, "learning needs samples of at least two classes");
  require(std::ranges::all_of(labels, [&](std::uint16_t y) { return y < classes; }), Kind::training,
          "a label is out of range");
}

std::size_t count_errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                         std::size_t end) {
  std::size_t wrong = 0;
  for (std::size_t i = first; i < end; ++i) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < scores.classes(); ++c) {
      if (scores.of(c)[i] > scores.of(best)[i]) best = c;
    }
    wrong += best != labels[i] ? 1 : 0;
  }
  return wrong;
}

ClassTable residuals_of(const ClassTable& scores, const PoolLabels& labels) {
  constexpr std::size_t kBlock = 2048;
  ClassTable residuals(scores.classes(), labels.training);
  const std::vector<float> weights = of_mean_one(labels.learned_weights());
  parallel_for(std::size_t{0}, (labels.training + kBlock - 1) / kBlock, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, labels.training - first);
    for (std::size_t c = 0; c < scores.classes(); ++c) {
      std::ranges::copy(scores.of(c).subspan(first, count), residuals.of(c).subspan(first).begin());
    }
    softmax_residuals(residuals, first, labels.labels.subspan(first, count),
                      weights_of_part(weights, first, count));
  });
  return residuals;
}

}  // namespace ocelli::internal
