#include "ocelli/boosting/stumps/stump_search.hpp"

#include <cmath>

#include "ocelli/boosting/stumps/stump_kernel.hpp"
#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

std::vector<float> totals_of(const TargetWeights& weights) {
  std::vector<double> sums(weights.stride());
  for (std::size_t i = 0; i < weights.samples(); ++i) {
    const float* const row = weights.rows() + i * weights.stride();
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += row[c];
  }
  return {sums.begin(), sums.end()};
}

}  // namespace

TargetWeights::TargetWeights(std::size_t samples, std::size_t targets)
    : samples_(samples),
      targets_(targets),
      stride_((targets + stump_kernel::kPadding - 1) / stump_kernel::kPadding * stump_kernel::kPadding),
      values_(samples * stride_) {}

std::vector<StumpEdge> best_stumps(const SortedInputs& inputs, const TargetWeights& weights) {
  const std::size_t stride = weights.stride();
  const std::vector<float> totals = totals_of(weights);
  std::vector<float> edges(inputs.inputs() * stride);
  std::vector<std::uint32_t> below(inputs.inputs() * stride);
  parallel_for(std::size_t{0}, inputs.inputs(), [&](std::size_t input) {
    stump_kernel::best_thresholds(inputs.order(input), {weights.rows(), stride}, totals,
                                  std::span(edges).subspan(input * stride, stride),
                                  std::span(below).subspan(input * stride, stride));
  });
  std::vector<StumpEdge> best(weights.targets());
  for (std::size_t input = 0; input < inputs.inputs(); ++input) {
    for (std::size_t c = 0; c < best.size(); ++c) {
      const std::size_t at = input * stride + c;
      if (std::abs(edges[at]) <= std::abs(best[c].edge)) continue;
      best[c] = {SortedInputs::name(input, below[at]), edges[at]};
    }
  }
  return best;
}

StumpEdge best_shared_stump(const SortedInputs& inputs, const TargetWeights& weights) {
  const std::vector<float> totals = totals_of(weights);
  std::vector<stump_kernel::SharedThreshold> found(inputs.inputs());
  parallel_for(std::size_t{0}, inputs.inputs(), [&](std::size_t input) {
    found[input] =
        stump_kernel::best_shared_threshold(inputs.order(input), {weights.rows(), weights.stride()}, totals);
  });
  StumpEdge best;
  for (std::size_t input = 0; input < found.size(); ++input) {
    if (found[input].norm <= best.edge) continue;
    best = {SortedInputs::name(input, found[input].below), found[input].norm};
  }
  return best;
}

}  // namespace ocelli::internal
