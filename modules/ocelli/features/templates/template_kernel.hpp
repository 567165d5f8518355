#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The vector code of the patch convolutions (internal). Written once with Highway, compiled for
/// every instruction set, chosen at run time.
namespace ocelli::internal::template_kernel {

/// Places are processed in tiles of 4 x 4.
inline constexpr std::size_t kTileWidth = 4, kTileHeight = 4, kTilePlaces = kTileWidth * kTileHeight;

/// The number of patches convolved at once on this machine.
std::size_t lanes();

/// A mask divided into tiles: its value at each place, and the maximum of each tile.
struct TiledMask {
  std::vector<std::array<float, kTilePlaces>> values;
  std::vector<float> largest;
};

/// A tile and the maximum of a block's masks in it.
struct WeighedTile {
  std::uint32_t tile = 0;
  float weight = 0;
};

/// lanes() patches of one side, convolved together, and the masks for which their best response is needed.
struct Block {
  std::size_t side = 0;
  std::vector<float> weights;        ///< taps x lanes(), rows of the patch from the top
  std::vector<std::uint32_t> masks;  ///< indices
  /// Initial best responses, masks x lanes(): 0, or infinity where a patch is not needed under a mask, so
  /// that no tile can win there.
  std::vector<float> start;
  std::vector<WeighedTile> tiles;  ///< where a mask is not 0, by descending mask value
};

/// An image prepared for blocks of one side: padded on all sides, and the positions of its windows.
struct Windows {
  std::size_t stride = 0;         ///< of the padded image
  std::span<const float> padded;  ///< gray levels
  /// The start, in the padded image, of the window of each tile's first place. The other places are next to
  /// it and below it.
  std::span<const std::uint32_t> starts;
  /// Upper bound for every patch's inner product with a window, per tile.
  std::span<const float> bounds;
};

/// best[m * lanes() + l] = the largest of 0 and mask m * convolution over all places, for the block's mask m
/// and patch l, where needed.
/// Cost  at most side^2 + masks multiply-adds per place and lane; one comparison for tiles that cannot win.
void respond(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
             std::span<float> best);

/// The same with positions: places[...] = tile * kTilePlaces + place of the best response, undefined if that
/// is 0.
void locate(const Block& block, std::span<const TiledMask> masks, const Windows& windows,
            std::span<float> best, std::span<std::int32_t> places);

}  // namespace ocelli::internal::template_kernel
