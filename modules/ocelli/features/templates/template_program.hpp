#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/templates/image_windows.hpp"
#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/features/templates/template_kernel.hpp"

namespace ocelli::internal {

/// Template features in the layout of the kernel (internal): one lane per patch, regardless of its number of
/// masks, and lanes in blocks that share a side and few masks.
class TemplateProgram {
 public:
  TemplateProgram(ImageShape shape, const PlaceMasks& masks, std::span<const ImagePatch> patches,
                  std::span<const PatchTemplate> templates);

  /// As in TemplateFeatures.
  void respond(std::span<const float> image, std::span<float> responses) const;
  void locate(std::span<const float> image, std::span<float> responses,
              std::span<std::uint32_t> pixels) const;

 private:
  struct Lane;
  /// Data shared by patches of one side.
  struct Side {
    PatchLimits limits;
    std::vector<std::uint32_t> starts;  ///< of the window of each tile's first place
  };
  struct Block {
    template_kernel::Block patches;
    std::size_t side = 0;        ///< index into sides_
    std::size_t first_slot = 0;  ///< of its results
  };
  struct Scratch;

  static std::vector<Lane> lanes_of(const PlaceMasks& masks, std::span<const ImagePatch> patches,
                                    std::span<const PatchTemplate> templates);
  void add_sides(std::span<const Lane> lanes);
  void add_block(std::span<const Lane> lanes, std::span<const PatchTemplate> templates);
  std::vector<template_kernel::WeighedTile> tiles_by_weight(std::span<const std::uint32_t> masks) const;

  /// Calls convolve(block, windows) for each block, on the padded image.
  template <class Convolve>
  void for_each_block(std::span<const float> image, Scratch& scratch, const Convolve& convolve) const;

  Tiling tiling_;
  Padding padding_;
  std::size_t lane_count_ = template_kernel::lanes();
  std::vector<template_kernel::TiledMask> masks_;
  std::vector<Side> sides_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> slots_;  ///< the slot of each feature's response
  std::size_t slot_count_ = 0;
};

}  // namespace ocelli::internal
