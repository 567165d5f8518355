#include "ocelli/boosting/stumps/stump_kernel.hpp"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/stumps/stump_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::stump_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using VF = hn::Vec<F>;
using U = hn::RebindToUnsigned<F>;
using VU = hn::Vec<U>;
using Order = std::span<const SortedInputs::Ranked>;

/// Best thresholds for `Registers` registers of targets, starting at target `first`. Sums stay in registers.
template <std::size_t Registers>
void scan(Order order, const WeightRows& weights, std::size_t first, const float* totals, float* edges,
          std::uint32_t* below) {
  const F f;
  const U u;
  const std::size_t lanes = hn::Lanes(f);
  VF total[Registers], sums[Registers], best[Registers];
  VU place[Registers];
  for (std::size_t r = 0; r < Registers; ++r) {
    total[r] = hn::LoadU(f, totals + first + r * lanes);
    sums[r] = best[r] = hn::Zero(f);
    place[r] = hn::Zero(u);
  }
  for (std::size_t t = 0; t < order.size(); ++t) {
    const float* const row = weights.rows + order[t].sample * weights.stride + first;
    for (std::size_t r = 0; r < Registers; ++r) sums[r] = hn::Add(sums[r], hn::LoadU(f, row + r * lanes));
    if (!order[t].ends_value) continue;
    const VU here = hn::Set(u, static_cast<std::uint32_t>(t + 1));
    for (std::size_t r = 0; r < Registers; ++r) {
      const VF edge = hn::Sub(total[r], hn::Add(sums[r], sums[r]));
      const auto better = hn::Gt(hn::Abs(edge), hn::Abs(best[r]));
      best[r] = hn::IfThenElse(better, edge, best[r]);
      place[r] = hn::IfThenElse(hn::RebindMask(u, better), here, place[r]);
    }
  }
  for (std::size_t r = 0; r < Registers; ++r) {
    hn::StoreU(best[r], f, edges + first + r * lanes);
    hn::StoreU(place[r], u, below + first + r * lanes);
  }
}

void BestThresholds(Order order, const WeightRows& weights, std::span<const float> totals,
                    std::span<float> edges, std::span<std::uint32_t> below) {
  const std::size_t lanes = hn::Lanes(F());
  std::size_t first = 0;
  const auto run = [&](auto registers) {
    for (; first + registers * lanes <= weights.stride; first += registers * lanes) {
      scan<registers>(order, weights, first, totals.data(), edges.data(), below.data());
    }
  };
  run(std::integral_constant<std::size_t, 4>());
  run(std::integral_constant<std::size_t, 2>());
  run(std::integral_constant<std::size_t, 1>());
}

SharedThreshold BestSharedThreshold(Order order, const WeightRows& weights, std::span<const float> totals) {
  const F f;
  const std::size_t lanes = hn::Lanes(f);
  std::vector<float> sums(weights.stride);
  SharedThreshold best;
  for (std::size_t t = 0; t < order.size(); ++t) {
    const float* const row = weights.rows + order[t].sample * weights.stride;
    for (std::size_t c = 0; c < weights.stride; c += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(f, sums.data() + c), hn::LoadU(f, row + c)), f, sums.data() + c);
    }
    if (!order[t].ends_value) continue;
    VF norms = hn::Zero(f);
    for (std::size_t c = 0; c < weights.stride; c += lanes) {
      const VF sum = hn::LoadU(f, sums.data() + c);
      norms = hn::Add(norms, hn::Abs(hn::Sub(hn::LoadU(f, totals.data() + c), hn::Add(sum, sum))));
    }
    const float norm = hn::GetLane(hn::SumOfLanes(f, norms));
    if (norm > best.norm) best = {norm, static_cast<std::uint32_t>(t + 1)};
  }
  return best;
}

}  // namespace ocelli::internal::stump_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::stump_kernel {

HWY_EXPORT(BestThresholds);
HWY_EXPORT(BestSharedThreshold);

void best_thresholds(std::span<const SortedInputs::Ranked> order, const WeightRows& weights,
                     std::span<const float> totals, std::span<float> edges, std::span<std::uint32_t> below) {
  HWY_DYNAMIC_DISPATCH(BestThresholds)(order, weights, totals, edges, below);
}

SharedThreshold best_shared_threshold(std::span<const SortedInputs::Ranked> order, const WeightRows& weights,
                                      std::span<const float> totals) {
  return HWY_DYNAMIC_DISPATCH(BestSharedThreshold)(order, weights, totals);
}

}  // namespace ocelli::internal::stump_kernel
#endif  // HWY_ONCE
