#include "ocelli/features/patch_kernel.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/patch_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::patch_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using VF = hn::Vec<F>;

std::size_t Lanes() { return hn::Lanes(F()); }

/// Whether a tile whose responses stay below `bound` can still raise one of the lanes' best.
HWY_INLINE bool can_win(float bound, const float* best) {
  const F d;
  return !hn::AllFalse(d, hn::Lt(hn::LoadU(d, best), hn::Set(d, bound)));
}

HWY_INLINE bool can_win(const Block& block, std::span<const TiledMask> masks, std::size_t tile, float bound,
                        const float* best) {
  const std::size_t lanes = Lanes();
  for (std::size_t m = 0; m < block.masks.size(); ++m) {
    if (can_win(bound * masks[block.masks[m]].largest[tile], best + m * lanes)) return true;
  }
  return false;
}

void Respond(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
             std::span<float> best) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::fill(best.begin(), best.end(), 0.0f);
  for (const std::uint32_t tile : block.order) {
    const float bound = windows.bounds[tile];
    if (bound == 0 || !can_win(block, masks, tile, bound, best.data())) continue;

    const auto& starts = windows.starts[tile];
    const float* const image = windows.padded.data();
    VF r0 = hn::Zero(d), r1 = r0, r2 = r0, r3 = r0, r4 = r0, r5 = r0, r6 = r0, r7 = r0;
    const float* weights = block.weights.data();
    for (std::size_t y = 0; y < block.side; ++y) {
      const float* const row = image + y * windows.stride;
      for (std::size_t x = 0; x < block.side; ++x, weights += lanes) {
        const VF w = hn::LoadU(d, weights);
        r0 = hn::MulAdd(hn::Set(d, row[starts[0] + x]), w, r0);
        r1 = hn::MulAdd(hn::Set(d, row[starts[1] + x]), w, r1);
        r2 = hn::MulAdd(hn::Set(d, row[starts[2] + x]), w, r2);
        r3 = hn::MulAdd(hn::Set(d, row[starts[3] + x]), w, r3);
        r4 = hn::MulAdd(hn::Set(d, row[starts[4] + x]), w, r4);
        r5 = hn::MulAdd(hn::Set(d, row[starts[5] + x]), w, r5);
        r6 = hn::MulAdd(hn::Set(d, row[starts[6] + x]), w, r6);
        r7 = hn::MulAdd(hn::Set(d, row[starts[7] + x]), w, r7);
      }
    }
    for (std::size_t m = 0; m < block.masks.size(); ++m) {
      const TiledMask& mask = masks[block.masks[m]];
      float* const own = best.data() + m * lanes;
      if (!can_win(bound * mask.largest[tile], own)) continue;
      const auto& g = mask.values[tile];
      const VF a = hn::Max(hn::Mul(r0, hn::Set(d, g[0])), hn::Mul(r1, hn::Set(d, g[1])));
      const VF b = hn::Max(hn::Mul(r2, hn::Set(d, g[2])), hn::Mul(r3, hn::Set(d, g[3])));
      const VF c = hn::Max(hn::Mul(r4, hn::Set(d, g[4])), hn::Mul(r5, hn::Set(d, g[5])));
      const VF e = hn::Max(hn::Mul(r6, hn::Set(d, g[6])), hn::Mul(r7, hn::Set(d, g[7])));
      hn::StoreU(hn::Max(hn::LoadU(d, own), hn::Max(hn::Max(a, b), hn::Max(c, e))), d, own);
    }
  }
}

}  // namespace ocelli::patch_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::patch_kernel {

HWY_EXPORT(Lanes);
HWY_EXPORT(Respond);

std::size_t lanes() { return HWY_DYNAMIC_DISPATCH(Lanes)(); }

void respond(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
             std::span<float> best) {
  HWY_DYNAMIC_DISPATCH(Respond)(block, masks, windows, best);
}

}  // namespace ocelli::patch_kernel
#endif  // HWY_ONCE
