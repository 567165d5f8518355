#include "ocelli/features/templates/template_program.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

namespace ocelli::internal {
namespace {

using template_kernel::kTilePlaces;

/// A response of 1 in the kernel's integers.
constexpr float kUnit = 1 / (kPatchScale * kGrayLevels);

template_kernel::TiledMask tiled(std::span<const float> mask, const Tiling& tiling) {
  template_kernel::TiledMask tiles;
  for (std::size_t t = 0; t < tiling.count(); ++t) {
    auto& values = tiles.values.emplace_back();
    for (std::size_t p = 0; p < kTilePlaces; ++p) {
      values[p] = tiling.holds(t, p) ? mask[tiling.pixel(t, p)] : 0;
    }
    tiles.largest.push_back(std::ranges::max(values));
  }
  return tiles;
}

/// The position of a mask on a path through the grid without jumps: every other row runs backward.
std::uint32_t place_on_the_way(std::uint32_t mask, std::uint32_t grid) {
  const std::uint32_t row = mask / grid, column = mask % grid;
  return row * grid + (row % 2 == 0 ? column : grid - 1 - column);
}

float length(const ImagePatch& patch) {
  double sum = 0;
  for (const double w : patch.weights) sum += w * w;
  return static_cast<float>(std::sqrt(sum));
}

float sum(const ImagePatch& patch) {
  return static_cast<float>(std::accumulate(patch.weights.begin(), patch.weights.end(), 0));
}

}  // namespace

/// A patch and its features, one per mask.
struct TemplateProgram::Lane {
  const ImagePatch* patch;
  std::uint32_t place;  ///< of its first mask on the path through the grid
  std::vector<std::uint32_t> features;
};

struct TemplateProgram::Scratch {
  std::vector<float> padded, best;
  std::vector<std::int32_t> places;
  ResponseBounds bounds;
};

TemplateProgram::TemplateProgram(ImageShape shape, const PlaceMasks& masks,
                                 std::span<const ImagePatch> patches,
                                 std::span<const PatchTemplate> templates)
    : tiling_(shape), padding_{shape, tiling_.covered(), 0}, slots_(templates.size()) {
  for (std::size_t m = 0; m < masks.count(); ++m) masks_.push_back(tiled(masks.mask(m, shape), tiling_));
  const std::vector<Lane> lanes = lanes_of(masks, patches, templates);
  add_sides(lanes);
  for (std::size_t first = 0; first < lanes.size();) {
    std::size_t end = first;
    const auto fits = [&](const Lane& lane) { return lane.patch->side == lanes[first].patch->side; };
    while (end < lanes.size() && end < first + lane_count_ && fits(lanes[end])) ++end;
    add_block(std::span(lanes).subspan(first, end - first), templates);
    first = end;
  }
}

/// Lanes with the same side and nearby masks are adjacent.
std::vector<TemplateProgram::Lane> TemplateProgram::lanes_of(const PlaceMasks& masks,
                                                             std::span<const ImagePatch> patches,
                                                             std::span<const PatchTemplate> templates) {
  std::map<std::uint32_t, Lane> by_patch;
  for (std::uint32_t f = 0; f < templates.size(); ++f) {
    const auto [patch, mask] = templates[f];
    const Lane fresh{&patches[patch], place_on_the_way(mask, static_cast<std::uint32_t>(masks.grid)), {}};
    by_patch.try_emplace(patch, fresh).first->second.features.push_back(f);
  }
  std::vector<Lane> lanes;
  lanes.reserve(by_patch.size());
  for (auto& [patch, lane] : by_patch) lanes.push_back(std::move(lane));
  std::ranges::stable_sort(lanes, {}, [](const Lane& l) { return std::pair(l.patch->side, l.place); });
  return lanes;
}

void TemplateProgram::add_sides(std::span<const Lane> lanes) {
  for (const Lane& lane : lanes) {
    const auto side = static_cast<std::size_t>(lane.patch->side);
    if (sides_.empty() || sides_.back().limits.side != side) sides_.push_back({{.side = side}, {}});
    PatchLimits& limits = sides_.back().limits;
    limits.length = std::max(limits.length, length(*lane.patch));
    limits.sum = std::max(limits.sum, sum(*lane.patch));
    padding_.margin = std::max(padding_.margin, side / 2);
  }
  for (Side& side : sides_) {
    for (std::size_t t = 0; t < tiling_.count(); ++t) {
      const std::size_t start = padding_.window(tiling_.x(t, 0), tiling_.y(t, 0), side.limits.side);
      side.starts.push_back(static_cast<std::uint32_t>(start));
    }
  }
}

void TemplateProgram::add_block(std::span<const Lane> lanes, std::span<const PatchTemplate> templates) {
  template_kernel::Block block;
  block.side = static_cast<std::size_t>(lanes[0].patch->side);
  block.weights.assign(block.side * block.side * lane_count_, 0.0f);
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    const std::vector<std::int16_t>& weights = lanes[l].patch->weights;
    for (std::size_t tap = 0; tap < weights.size(); ++tap)
      block.weights[tap * lane_count_ + l] = weights[tap];
    for (const std::uint32_t f : lanes[l].features) {
      const auto known = std::ranges::find(block.masks, templates[f].mask);
      const std::size_t slot = static_cast<std::size_t>(known - block.masks.begin()) * lane_count_ + l;
      if (known == block.masks.end()) {
        block.masks.push_back(templates[f].mask);
        block.start.resize(block.masks.size() * lane_count_, std::numeric_limits<float>::infinity());
      }
      block.start[slot] = 0;
      slots_[f] = slot_count_ + slot;
    }
  }
  block.tiles = tiles_by_weight(block.masks);

  const auto of_side = [](const Side& side) { return side.limits.side; };
  const auto side = static_cast<std::size_t>(std::ranges::find(sides_, block.side, of_side) - sides_.begin());
  const std::size_t slots = block.masks.size() * lane_count_;
  blocks_.push_back({std::move(block), side, slot_count_});
  slot_count_ += slots;
}

/// Tiles where a mask is large come first. Tiles where all masks are zero are omitted.
std::vector<template_kernel::WeighedTile> TemplateProgram::tiles_by_weight(
    std::span<const std::uint32_t> masks) const {
  std::vector<template_kernel::WeighedTile> tiles;
  for (std::uint32_t t = 0; t < tiling_.count(); ++t) {
    float weight = 0;
    for (const std::uint32_t m : masks) weight = std::max(weight, masks_[m].largest[t]);
    if (weight > 0) tiles.push_back({t, weight});
  }
  std::ranges::stable_sort(tiles, std::greater<>(), &template_kernel::WeighedTile::weight);
  return tiles;
}

template <class Convolve>
void TemplateProgram::for_each_block(std::span<const float> image, Scratch& scratch,
                                     const Convolve& convolve) const {
  padding_.pad(image, scratch.padded);
  scratch.best.resize(slot_count_);
  std::size_t bounded = sides_.size();
  for (const Block& block : blocks_) {
    const Side& side = sides_[block.side];
    if (bounded != block.side) scratch.bounds.find(scratch.padded, padding_, tiling_, side.limits);
    bounded = block.side;
    convolve(block, template_kernel::Windows{padding_.stride(), scratch.padded, side.starts,
                                             scratch.bounds.of_tiles()});
  }
}

void TemplateProgram::respond(std::span<const float> image, std::span<float> responses) const {
  thread_local Scratch scratch;
  for_each_block(image, scratch, [&](const Block& block, const template_kernel::Windows& windows) {
    const std::size_t slots = block.patches.masks.size() * lane_count_;
    template_kernel::respond(block.patches, masks_, windows,
                             std::span(scratch.best).subspan(block.first_slot, slots));
  });
  for (std::size_t f = 0; f < slots_.size(); ++f) responses[f] = scratch.best[slots_[f]] * kUnit;
}

void TemplateProgram::locate(std::span<const float> image, std::span<float> responses,
                             std::span<std::uint32_t> pixels) const {
  thread_local Scratch scratch;
  scratch.places.assign(slot_count_, 0);
  for_each_block(image, scratch, [&](const Block& block, const template_kernel::Windows& windows) {
    const std::size_t slots = block.patches.masks.size() * lane_count_;
    template_kernel::locate(block.patches, masks_, windows,
                            std::span(scratch.best).subspan(block.first_slot, slots),
                            std::span(scratch.places).subspan(block.first_slot, slots));
  });
  for (std::size_t f = 0; f < slots_.size(); ++f) {
    responses[f] = scratch.best[slots_[f]] * kUnit;
    const auto place = static_cast<std::size_t>(scratch.places[slots_[f]]);
    pixels[f] = static_cast<std::uint32_t>(tiling_.pixel(place / kTilePlaces, place % kTilePlaces));
  }
}

}  // namespace ocelli::internal
