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
using I = hn::ScalableTag<std::int32_t>;
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

/// Keeps the largest of the masked responses.
struct KeepBest {
  HWY_INLINE void operator()(const VF (&r)[kTilePlaces], const std::array<float, kTilePlaces>& g,
                             std::uint32_t, float* best, std::size_t) const {
    const F d;
    VF most = hn::LoadU(d, best);
    for (std::size_t p = 0; p < kTilePlaces; ++p) most = hn::Max(most, hn::Mul(r[p], hn::Set(d, g[p])));
    hn::StoreU(most, d, best);
  }
};

/// And where it was found.
struct KeepBestAndPlace {
  std::int32_t* places;

  HWY_INLINE void operator()(const VF (&r)[kTilePlaces], const std::array<float, kTilePlaces>& g,
                             std::uint32_t tile, float* best, std::size_t slot) const {
    const F d;
    const I di;
    VF most = hn::LoadU(d, best);
    auto place = hn::LoadU(di, places + slot);
    for (std::size_t p = 0; p < kTilePlaces; ++p) {
      const VF response = hn::Mul(r[p], hn::Set(d, g[p]));
      const auto better = hn::RebindMask(di, hn::Gt(response, most));
      place = hn::IfThenElse(better, hn::Set(di, static_cast<std::int32_t>(tile * kTilePlaces + p)), place);
      most = hn::Max(most, response);
    }
    hn::StoreU(most, d, best);
    hn::StoreU(place, di, places + slot);
  }
};

template <class Keep>
HWY_INLINE void convolve(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
                         std::span<float> best, const Keep& keep) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::fill(best.begin(), best.end(), 0.0f);
  for (const std::uint32_t tile : block.order) {
    const float bound = windows.bounds[tile];
    if (bound == 0 || !can_win(block, masks, tile, bound, best.data())) continue;

    const auto& starts = windows.starts[tile];
    const float* const image = windows.padded.data();
    VF r[kTilePlaces];
    std::fill(std::begin(r), std::end(r), hn::Zero(d));
    const float* weights = block.weights.data();
    for (std::size_t y = 0; y < block.side; ++y) {
      const float* const row = image + y * windows.stride;
      for (std::size_t x = 0; x < block.side; ++x, weights += lanes) {
        const VF w = hn::LoadU(d, weights);
        for (std::size_t p = 0; p < kTilePlaces; ++p) {
          r[p] = hn::MulAdd(hn::Set(d, row[starts[p] + x]), w, r[p]);
        }
      }
    }
    for (std::size_t m = 0; m < block.masks.size(); ++m) {
      const TiledMask& mask = masks[block.masks[m]];
      float* const own = best.data() + m * lanes;
      if (!can_win(bound * mask.largest[tile], own)) continue;
      keep(r, mask.values[tile], tile, own, m * lanes);
    }
  }
}

void Respond(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
             std::span<float> best) {
  convolve(block, masks, windows, best, KeepBest{});
}

void Locate(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
            std::span<float> best, std::span<std::int32_t> places) {
  convolve(block, masks, windows, best, KeepBestAndPlace{places.data()});
}

}  // namespace ocelli::patch_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::patch_kernel {

HWY_EXPORT(Lanes);
HWY_EXPORT(Respond);
HWY_EXPORT(Locate);

std::size_t lanes() { return HWY_DYNAMIC_DISPATCH(Lanes)(); }

void respond(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
             std::span<float> best) {
  HWY_DYNAMIC_DISPATCH(Respond)(block, masks, windows, best);
}

void locate(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
            std::span<float> best, std::span<std::int32_t> places) {
  HWY_DYNAMIC_DISPATCH(Locate)(block, masks, windows, best, places);
}

}  // namespace ocelli::patch_kernel
#endif  // HWY_ONCE
