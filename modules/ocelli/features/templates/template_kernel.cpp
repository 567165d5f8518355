#include "ocelli/features/templates/template_kernel.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/templates/template_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::template_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using I = hn::ScalableTag<std::int32_t>;
using VF = hn::Vec<F>;

std::size_t Lanes() { return hn::Lanes(F()); }

/// Whether responses up to `bound` can still raise the best response of any lane.
HWY_INLINE bool can_win(float bound, const float* best) {
  const F d;
  return !hn::AllFalse(d, hn::Lt(hn::LoadU(d, best), hn::Set(d, bound)));
}

/// Whether the tile can win under one of the masks.
HWY_INLINE bool can_win(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
                        std::size_t tile, const float* best) {
  const std::size_t lanes = Lanes();
  for (std::size_t m = 0; m < block.masks.size(); ++m, best += lanes) {
    if (can_win(windows.bounds[tile] * masks[block.masks[m]].largest[tile], best)) return true;
  }
  return false;
}

/// Keeps the largest of the masked responses.
struct KeepBest {
  HWY_INLINE void operator()(const VF (&r)[kTilePlaces], const std::array<float, kTilePlaces>& g,
                             std::uint32_t, float* best, std::size_t) const {
    const F d;
    // As a tree: in a chain, each maximum would wait for the previous one.
    VF max[kTilePlaces];
    for (std::size_t p = 0; p < kTilePlaces; ++p) max[p] = hn::Mul(r[p], hn::Set(d, g[p]));
    for (std::size_t half = kTilePlaces / 2; half > 0; half /= 2) {
      for (std::size_t p = 0; p < half; ++p) max[p] = hn::Max(max[p], max[p + half]);
    }
    hn::StoreU(hn::Max(hn::LoadU(d, best), max[0]), d, best);
  }
};

/// Also keeps where it was found.
struct KeepBestAndPlace {
  std::int32_t* places;

  HWY_INLINE void operator()(const VF (&r)[kTilePlaces], const std::array<float, kTilePlaces>& g,
                             std::uint32_t tile, float* best, std::size_t slot) const {
    const F d;
    const I di;
    VF max = hn::LoadU(d, best);
    auto place = hn::LoadU(di, places + slot);
    for (std::size_t p = 0; p < kTilePlaces; ++p) {
      const VF response = hn::Mul(r[p], hn::Set(d, g[p]));
      const auto better = hn::RebindMask(di, hn::Gt(response, max));
      place = hn::IfThenElse(better, hn::Set(di, static_cast<std::int32_t>(tile * kTilePlaces + p)), place);
      max = hn::Max(max, response);
    }
    hn::StoreU(max, d, best);
    hn::StoreU(place, di, places + slot);
  }
};

/// Rows of a tile that are convolved together, limited by the number of registers, 16 or 32.
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3
constexpr std::size_t kRowsAtOnce = 2;
#else
constexpr std::size_t kRowsAtOnce = 4;
#endif

/// Adds the products of the block's patches and the windows of some rows of a tile.
HWY_INLINE void convolve_rows(const Block& block, const float* first, std::size_t stride, VF* r) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  const float* weights = block.weights.data();
  for (std::size_t y = 0; y < block.side; ++y) {
    const float* rows[kRowsAtOnce];
    for (std::size_t row = 0; row < kRowsAtOnce; ++row) rows[row] = first + (y + row) * stride;
    for (std::size_t x = 0; x < block.side; ++x, weights += lanes) {
      const VF w = hn::LoadU(d, weights);
      for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
        for (std::size_t place = 0; place < kTileWidth; ++place) {
          VF& sum = r[row * kTileWidth + place];
          sum = hn::MulAdd(hn::Set(d, rows[row][x + place]), w, sum);
        }
      }
    }
  }
}

/// Convolves one tile and keeps the best responses under each mask.
template <class Keep>
HWY_INLINE void visit(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
                      std::uint32_t tile, float* best, const Keep& keep) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  VF r[kTilePlaces];
  std::fill(std::begin(r), std::end(r), hn::Zero(d));
  const float* const start = windows.padded.data() + windows.starts[tile];
  for (std::size_t row = 0; row < kTileHeight; row += kRowsAtOnce) {
    convolve_rows(block, start + row * windows.stride, windows.stride, r + row * kTileWidth);
  }
  for (std::size_t m = 0; m < block.masks.size(); ++m) {
    const TiledMask& mask = masks[block.masks[m]];
    if (mask.largest[tile] > 0) keep(r, mask.values[tile], tile, best + m * lanes, m * lanes);
  }
}

/// The most promising tile comes first: its responses rule out most others.
template <class Keep>
HWY_INLINE void convolve(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
                         std::span<float> best, const Keep& keep) {
  std::copy(block.start.begin(), block.start.end(), best.begin());
  std::uint32_t first = 0;
  float max = 0;
  for (const auto& [tile, weight] : block.tiles) {
    if (windows.bounds[tile] * weight > max) {
      max = windows.bounds[tile] * weight;
      first = tile;
    }
  }
  if (max == 0) return;
  visit(block, masks, windows, first, best.data(), keep);
  for (const auto& [tile, weight] : block.tiles) {
    if (tile == first || !can_win(block, masks, windows, tile, best.data())) continue;
    visit(block, masks, windows, tile, best.data(), keep);
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

}  // namespace ocelli::internal::template_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::template_kernel {

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

}  // namespace ocelli::internal::template_kernel
#endif  // HWY_ONCE
