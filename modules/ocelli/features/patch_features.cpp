#include "ocelli/features/patch_features.hpp"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "ocelli/core/error.hpp"
#include "ocelli/features/patch_kernel.hpp"

namespace ocelli {
namespace {

using patch_kernel::kTileHeight;
using patch_kernel::kTilePlaces;
using patch_kernel::kTileWidth;
using Starts = std::vector<std::array<std::uint32_t, kTilePlaces>>;

/// A response of 1 in the kernel's whole numbers.
constexpr float kUnit = 1 / (kPatchScale * kGreyLevels);

/// The places of an image's tiles; tiles over the edge repeat the last place.
class Tiling {
 public:
  explicit Tiling(ImageShape shape)
      : shape_(shape),
        across_((shape.width + kTileWidth - 1) / kTileWidth),
        down_((shape.height + kTileHeight - 1) / kTileHeight) {}

  std::size_t count() const { return across_ * down_; }
  std::size_t x(std::size_t tile, std::size_t place) const {
    return std::min<std::size_t>(tile % across_ * kTileWidth + place % kTileWidth, shape_.width - 1);
  }
  std::size_t y(std::size_t tile, std::size_t place) const {
    return std::min<std::size_t>(tile / across_ * kTileHeight + place / kTileWidth, shape_.height - 1);
  }
  std::size_t pixel(std::size_t tile, std::size_t place) const {
    return y(tile, place) * static_cast<std::size_t>(shape_.width) + x(tile, place);
  }

 private:
  ImageShape shape_;
  std::size_t across_, down_;
};

patch_kernel::TiledMask tiled(std::span<const float> mask, const Tiling& tiling) {
  patch_kernel::TiledMask tiles;
  for (std::size_t t = 0; t < tiling.count(); ++t) {
    auto& values = tiles.values.emplace_back();
    for (std::size_t p = 0; p < kTilePlaces; ++p) values[p] = mask[tiling.pixel(t, p)];
    tiles.largest.push_back(std::ranges::max(values));
  }
  return tiles;
}

double length(const ImagePatch& patch) {
  double sum = 0;
  for (const double w : patch.weights) sum += w * w;
  return std::sqrt(sum);
}

}  // namespace

ImagePatch normalised_patch(int side, std::span<const float> weights) {
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  double squares = 0;
  for (const double w : weights) squares += (w - mean) * (w - mean);
  const double scale = squares > 1e-12 ? kPatchScale / std::sqrt(squares) : 0;
  ImagePatch patch{side, {}};
  for (const double w : weights) {
    patch.weights.push_back(static_cast<std::int16_t>(std::lround((w - mean) * scale)));
  }
  return patch;
}

std::vector<float> PlaceMasks::mask(std::size_t index, ImageShape shape) const {
  const auto centre = [&](std::size_t i, int side) {
    return (static_cast<double>(i) + 0.5) * side / grid - 0.5;
  };
  const double cy = centre(index / static_cast<std::size_t>(grid), shape.height);
  const double cx = centre(index % static_cast<std::size_t>(grid), shape.width);
  std::vector<float> values;
  values.reserve(shape.pixels());
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const double squared = (y - cy) * (y - cy) + (x - cx) * (x - cx);
      const bool near = squared <= reach * reach * sigma * sigma;
      values.push_back(near ? static_cast<float>(std::exp(-squared / (2 * sigma * sigma))) : 0.0f);
    }
  }
  return values;
}

/// Templates as the kernel takes them: lanes of patches, in blocks that share a side and look under few masks.
struct PatchFeatures::Program {
  struct Side {
    std::size_t side;
    float length = 0;  ///< of its longest patch
    Starts starts;
  };
  struct Scratch {
    std::vector<float> padded, sums, squares, lengths, bounds, best;
    std::vector<std::int32_t> places;
  };

  Program(ImageShape image, const PlaceMasks& place_masks, const std::vector<ImagePatch>& patches,
          const std::vector<PatchTemplate>& templates);

  /// Calls convolve(block, windows, first slot, slots) for each block.
  template <class Convolve>
  void for_each_block(std::span<const float> image, Scratch& scratch, const Convolve& convolve) const;
  void pad(std::span<const float> image, std::vector<float>& padded) const;
  void find_bounds(const Side& side, Scratch& scratch) const;

  ImageShape shape;
  Tiling tiling;
  std::size_t lanes = patch_kernel::lanes();
  std::size_t margin = 0, stride = 0;
  std::vector<Side> sides;
  std::vector<patch_kernel::TiledMask> masks;
  std::vector<patch_kernel::Block> blocks;
  std::vector<std::size_t> block_side, block_slot;  ///< index into sides; first of the block's results
  std::vector<std::size_t> slots;                   ///< where each feature's response is found
  std::size_t slot_count = 0;
};

PatchFeatures::Program::Program(ImageShape image, const PlaceMasks& place_masks,
                                const std::vector<ImagePatch>& patches,
                                const std::vector<PatchTemplate>& templates)
    : shape(image), tiling(image), slots(templates.size()) {
  for (std::size_t m = 0; m < place_masks.count(); ++m) {
    masks.push_back(tiled(place_masks.mask(m, shape), tiling));
  }
  // One lane a patch, whatever the number of its masks; lanes with the same side and near masks lie together.
  struct Lane {
    int side;
    std::uint32_t mask, patch;
    std::vector<std::uint32_t> features;
  };
  std::map<std::uint32_t, Lane> by_patch;
  for (std::uint32_t f = 0; f < templates.size(); ++f) {
    const auto [patch, mask] = templates[f];
    const auto place = by_patch.try_emplace(patch, Lane{patches[patch].side, mask, patch, {}}).first;
    place->second.features.push_back(f);
  }
  std::vector<Lane> in_order;
  for (auto& [patch, lane] : by_patch) in_order.push_back(std::move(lane));
  std::ranges::stable_sort(in_order, {}, [](const Lane& l) { return std::pair(l.side, l.mask); });

  for (const Lane& lane : in_order) {
    const auto side = static_cast<std::size_t>(lane.side);
    if (sides.empty() || sides.back().side != side) sides.push_back({side, 0, {}});
    sides.back().length = std::max(sides.back().length, static_cast<float>(length(patches[lane.patch])));
    margin = std::max(margin, side / 2);
  }
  stride = static_cast<std::size_t>(shape.width) + 2 * margin;
  for (Side& s : sides) {
    const std::size_t inset = margin - s.side / 2;
    for (std::size_t t = 0; t < tiling.count(); ++t) {
      auto& starts = s.starts.emplace_back();
      for (std::size_t p = 0; p < kTilePlaces; ++p) {
        starts[p] = static_cast<std::uint32_t>((tiling.y(t, p) + inset) * stride + tiling.x(t, p) + inset);
      }
    }
  }

  for (std::size_t first = 0; first < in_order.size();) {
    const int side = in_order[first].side;
    std::size_t end = first;
    while (end < in_order.size() && end < first + lanes && in_order[end].side == side) ++end;

    patch_kernel::Block block;
    block.side = static_cast<std::size_t>(side);
    block.weights.assign(block.side * block.side * lanes, 0.0f);
    for (std::size_t i = first; i < end; ++i) {
      const ImagePatch& patch = patches[in_order[i].patch];
      for (std::size_t tap = 0; tap < patch.weights.size(); ++tap) {
        block.weights[tap * lanes + (i - first)] = patch.weights[tap];
      }
      for (const std::uint32_t f : in_order[i].features) {
        const auto known = std::ranges::find(block.masks, templates[f].mask);
        slots[f] = slot_count + static_cast<std::size_t>(known - block.masks.begin()) * lanes + (i - first);
        if (known == block.masks.end()) block.masks.push_back(templates[f].mask);
      }
    }
    std::vector<float> weight(tiling.count());
    for (std::size_t t = 0; t < weight.size(); ++t) {
      for (const std::uint32_t m : block.masks) weight[t] = std::max(weight[t], masks[m].largest[t]);
    }
    block.order.resize(tiling.count());
    std::iota(block.order.begin(), block.order.end(), 0u);
    std::erase_if(block.order, [&](std::uint32_t t) { return weight[t] == 0; });
    std::ranges::stable_sort(block.order, std::greater<>(), [&](std::uint32_t t) { return weight[t]; });

    block_side.push_back(
        static_cast<std::size_t>(std::ranges::find(sides, block.side, &Side::side) - sides.begin()));
    block_slot.push_back(slot_count);
    slot_count += block.masks.size() * lanes;
    blocks.push_back(std::move(block));
    first = end;
  }
}

void PatchFeatures::Program::pad(std::span<const float> image, std::vector<float>& padded) const {
  padded.assign(stride * (static_cast<std::size_t>(shape.height) + 2 * margin), 0.0f);
  const auto width = static_cast<std::size_t>(shape.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(shape.height); ++y) {
    float* const row = padded.data() + (y + margin) * stride + margin;
    // Whole numbers, and positive ones: the cast rounds half up.
    for (std::size_t x = 0; x < width; ++x) {
      row[x] = static_cast<float>(static_cast<std::int32_t>(image[y * width + x] + 0.5f));
    }
  }
}

void PatchFeatures::Program::find_bounds(const Side& side, Scratch& scratch) const {
  const std::size_t n = side.side, inset = margin - n / 2;
  const auto width = static_cast<std::size_t>(shape.width), height = static_cast<std::size_t>(shape.height);
  const std::size_t across = width + n - 1;
  const float* const first = scratch.padded.data() + inset * stride + inset;
  scratch.sums.assign(across, 0.0f);
  scratch.squares.assign(across, 0.0f);
  scratch.lengths.resize(width * height);
  // Sums over n rows in each column, moved down row by row, then over n columns: whole numbers, exact in float.
  const auto add_row = [&](std::size_t row, float sign) {
    const float* const greys = first + row * stride;
    for (std::size_t x = 0; x < across; ++x) {
      scratch.sums[x] += sign * greys[x];
      scratch.squares[x] += sign * greys[x] * greys[x];
    }
  };
  for (std::size_t row = 0; row + 1 < n; ++row) add_row(row, 1);
  const float share = 1 / static_cast<float>(n * n);
  for (std::size_t y = 0; y < height; ++y) {
    add_row(y + n - 1, 1);
    float sum = std::accumulate(scratch.sums.begin(),
                                scratch.sums.begin() + static_cast<std::ptrdiff_t>(n - 1), 0.0f);
    float square = std::accumulate(scratch.squares.begin(),
                                   scratch.squares.begin() + static_cast<std::ptrdiff_t>(n - 1), 0.0f);
    for (std::size_t x = 0; x < width; ++x) {
      sum += scratch.sums[x + n - 1];
      square += scratch.squares[x + n - 1];
      scratch.lengths[y * width + x] = std::max(0.0f, square - sum * sum * share);
      sum -= scratch.sums[x];
      square -= scratch.squares[x];
    }
    add_row(y, -1);
  }
  scratch.bounds.resize(tiling.count());
  for (std::size_t t = 0; t < tiling.count(); ++t) {
    float most = 0;
    for (std::size_t p = 0; p < kTilePlaces; ++p) most = std::max(most, scratch.lengths[tiling.pixel(t, p)]);
    // A little more than the bound, for the rounding on the way here.
    scratch.bounds[t] = std::sqrt(most) * side.length * 1.0001f;
  }
}

template <class Convolve>
void PatchFeatures::Program::for_each_block(std::span<const float> image, Scratch& scratch,
                                            const Convolve& convolve) const {
  pad(image, scratch.padded);
  scratch.best.resize(slot_count);
  std::size_t bounded = sides.size();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Side& side = sides[block_side[b]];
    if (bounded != block_side[b]) find_bounds(side, scratch);
    bounded = block_side[b];
    const patch_kernel::Windows windows{stride, scratch.padded, side.starts, scratch.bounds};
    convolve(blocks[b], windows, block_slot[b], blocks[b].masks.size() * lanes);
  }
}

PatchFeatures::PatchFeatures(ImageShape shape, PlaceMasks masks, std::vector<ImagePatch> patches,
                             std::vector<PatchTemplate> templates, std::vector<Binning> binnings)
    : shape_(shape),
      masks_(masks),
      patches_(std::move(patches)),
      templates_(std::move(templates)),
      binnings_(std::move(binnings)) {
  require(shape.width > 0 && shape.height > 0 && shape.width <= 1024 && shape.height <= 1024, Kind::model,
          "patch features need images of 1 to 1024 pixels a side");
  require(masks_.grid >= 1 && masks_.grid <= 16 && masks_.sigma > 0 && masks_.reach > 0, Kind::model,
          "place masks need a grid of 1 to 16, a positive sigma and a positive reach");
  require(binnings_.size() == templates_.size(), Kind::model, "each template needs a binning");
  for (const ImagePatch& patch : patches_) {
    require(is_patch_side(patch.side), Kind::model, "patches need an odd side of 3 to 15");
    require(patch.weights.size() == static_cast<std::size_t>(patch.side * patch.side), Kind::model,
            "a patch has other than side x side weights");
  }
  for (const PatchTemplate& t : templates_) {
    require(t.patch < patches_.size() && t.mask < masks_.count(), Kind::model,
            "a template names a patch or mask that is not there");
  }
  program_ = std::make_shared<const Program>(shape_, masks_, patches_, templates_);
}

void PatchFeatures::respond(std::span<const float> image, std::span<float> responses) const {
  thread_local Program::Scratch scratch;
  const Program& program = *program_;
  program.for_each_block(image, scratch, [&](const auto& block, const auto& windows, auto slot, auto count) {
    patch_kernel::respond(block, program.masks, windows, std::span(scratch.best).subspan(slot, count));
  });
  for (std::size_t f = 0; f < groups(); ++f) responses[f] = scratch.best[program.slots[f]] * kUnit;
}

void PatchFeatures::locate(std::span<const float> image, std::span<float> responses,
                           std::span<std::uint32_t> pixels) const {
  thread_local Program::Scratch scratch;
  const Program& program = *program_;
  scratch.places.assign(program.slot_count, 0);
  program.for_each_block(image, scratch, [&](const auto& block, const auto& windows, auto slot, auto count) {
    patch_kernel::locate(block, program.masks, windows, std::span(scratch.best).subspan(slot, count),
                         std::span(scratch.places).subspan(slot, count));
  });
  for (std::size_t f = 0; f < groups(); ++f) {
    responses[f] = scratch.best[program.slots[f]] * kUnit;
    const auto place = static_cast<std::size_t>(scratch.places[program.slots[f]]);
    pixels[f] = static_cast<std::uint32_t>(program.tiling.pixel(place / kTilePlaces, place % kTilePlaces));
  }
}

void PatchFeatures::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> responses;
  responses.resize(groups());
  respond(image, responses);
  for (std::size_t f = 0; f < codes.size(); ++f) codes[f] = binnings_[f].bin(responses[f], 256);
}

PatchFeatures PatchFeatures::select(std::span<const std::uint32_t> features) const {
  std::map<std::uint32_t, std::uint32_t> renumbered;
  std::vector<ImagePatch> patches;
  std::vector<PatchTemplate> templates;
  std::vector<Binning> binnings;
  for (const std::uint32_t f : features) {
    const auto [place, fresh] =
        renumbered.try_emplace(templates_[f].patch, static_cast<std::uint32_t>(patches.size()));
    if (fresh) patches.push_back(patch(f));
    templates.push_back({place->second, templates_[f].mask});
    binnings.push_back(binnings_[f]);
  }
  return {shape_, masks_, std::move(patches), std::move(templates), std::move(binnings)};
}

std::size_t PatchFeatures::multiply_adds() const {
  std::size_t taps = 0;
  for (const PatchTemplate& t : templates_) taps += patches_[t.patch].weights.size() + 1;
  return taps * shape_.pixels();
}

PatchFeatures with_fitted_binnings(const PatchFeatures& features, const Samples& samples) {
  require(samples.count() > 0 && samples.width() == features.inputs(), Kind::training,
          "patch features need images of their shape");
  const std::size_t step = (samples.count() + 1999) / 2000, looked_at = (samples.count() + step - 1) / step;
  const auto raise = [](std::vector<float>& most, const std::vector<float>& responses) {
    std::ranges::transform(responses, most, most.begin(), [](float a, float b) { return std::max(a, b); });
  };
  // Features that no sample responds to get a narrow range: they can tell nothing anyway.
  constexpr float kLeastRange = 1e-3f;
  tbb::enumerable_thread_specific<std::vector<float>> most_of_thread(features.groups(), kLeastRange);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, looked_at), [&](const auto& range) {
    std::vector<float> responses(features.groups());
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      features.respond(samples.row(i * step), responses);
      raise(most_of_thread.local(), responses);
    }
  });
  std::vector<float> most(features.groups(), kLeastRange);
  for (const std::vector<float>& own : most_of_thread) raise(most, own);
  std::vector<Binning> binnings;
  for (const float last : most) binnings.push_back(Binning::bytes(0, last));
  return {features.shape(), features.masks(), features.patches(), features.templates(), std::move(binnings)};
}

PatchFeatures all_templates(const Samples& samples, const PlaceMasks& masks,
                            std::vector<ImagePatch> patches) {
  require(samples.shape.has_value(), Kind::training, "patch features need images");
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches.size(); ++p) {
    for (std::uint32_t m = 0; m < masks.count(); ++m) templates.push_back({p, m});
  }
  std::vector<Binning> unknown(templates.size());
  const PatchFeatures raw(*samples.shape, masks, std::move(patches), std::move(templates),
                          std::move(unknown));
  return with_fitted_binnings(raw, samples);
}

}  // namespace ocelli
