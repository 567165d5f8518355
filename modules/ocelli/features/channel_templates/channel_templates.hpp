#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/channel_templates/cell_channels.hpp"
#include "ocelli/features/channel_templates/channel_map.hpp"
#include "ocelli/features/input_share.hpp"
#include "ocelli/features/panel_product.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

namespace schema {
struct ChannelTemplates;
}

/// A small arrangement of gradients, colors or patterns: weights of the channels in 3 x 3 cells.
struct ChannelPatch {
  /// Scaled to length kScale; row by row of cells, with the channels of each cell together.
  std::vector<std::int16_t> weights;
  std::int32_t offset = 0;  ///< the weights' product with the mean of all windows

  friend bool operator==(const ChannelPatch&, const ChannelPatch&) = default;
};

/// Templates on the channels of cells instead of gray levels: how well an arrangement of gradients, or of
/// gradients and colors, fits near its place, independently of lighting and contrast.
///
///   channels  CellChannels of one grid, as bytes: 12 normalized gradient directions per cell, or other
///             kinds, or several kinds
///   window    the channels of the 3 x 3 cells around a cell; 0 beyond the image's edges
///   x         max(0, max over cells p of mask(p) * (<patch, window around p> - offset)) / (255 kScale)
///
/// Masks are those of templates, on cells instead of pixels. Sums are exact integers, so a response is the
/// same on every machine.
/// Source  shareboost section 7.4, on the channels of Dalal and Triggs 2005. Coates, Lee and Ng 2011 learn
/// dictionaries of patches by spherical k-means and classify the best responses in parts of the image
/// linearly.
class ChannelTemplates {
 public:
  static constexpr std::string_view kKind = "channel-templates";
  static constexpr float kScale = 1024;
  static constexpr std::size_t kMaxPatches = 10'000;

  /// Requires  patches of taps() weights; templates that refer to a known patch and mask; one binning per
  /// template.
  /// Throws    Error(Kind::model) otherwise.
  ChannelTemplates(CellChannels channels, PlaceMasks masks, std::vector<ChannelPatch> patches,
                   std::vector<PatchTemplate> templates, std::vector<Binning> binnings);

  ImageShape shape() const { return channels_.shape(); }
  const CellChannels& channels() const { return channels_; }
  /// Weights per patch.
  std::size_t taps() const { return ChannelMap::taps(channels_); }
  const PlaceMasks& masks() const { return masks_; }
  const std::vector<ChannelPatch>& patches() const { return patches_; }
  const std::vector<PatchTemplate>& templates() const { return templates_; }
  /// The weight of each pixel in a feature's mask, row by row.
  std::vector<float> pixel_mask(std::size_t feature) const;

  std::size_t inputs() const { return channels_.inputs(); }
  std::size_t groups() const { return templates_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const { return binnings_[column]; }

  /// One byte per feature.
  /// Requires  the same as CellChannels::encode().
  /// Cost  taps() multiply-adds per patch and cell, one per patch, mask and cell.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// The responses as real numbers.
  void respond(std::span<const float> image, std::span<float> responses) const;
  /// Computes the channels that the patches are matched against.
  /// Requires  the same as CellChannels::encode().
  void map_channels(std::span<const float> image, ChannelMap& map) const { map.compute(channels_, image); }
  /// The responses and the indices of their best cells, row by row (undefined where the response is 0).
  void locate(const ChannelMap& map, std::span<float> responses, std::span<std::uint32_t> cells) const;
  /// The grid of cells that the masks cover.
  ImageShape places() const;
  /// The weight of each cell in a mask.
  std::vector<float> cell_mask(std::size_t mask) const { return masks_.mask(mask, places()); }
  /// Selects these features, in this order, with only the patches that they use.
  ChannelTemplates select(std::span<const std::uint32_t> features) const;
  /// The same features with other patches, the same number of them.
  ChannelTemplates with_patches(std::vector<ChannelPatch> patches) const;
  /// The same features with binnings from 0 to the largest response in some of the samples.
  ChannelTemplates with_fitted_binnings(const Samples& samples) const;

  /// Multiply-adds for one image.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("channel_templates", patches_.size());
    visit("channel_grid", static_cast<int>(channels_.grid()));
    visit("channels", channels_.count());
    visit("channel_masks", masks_.count());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::ChannelTemplates;
  static ChannelTemplates unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const ChannelTemplates& a, const ChannelTemplates& b) {
    return a.channels_ == b.channels_ && a.masks_ == b.masks_ && a.patches_ == b.patches_ &&
           a.templates_ == b.templates_ && a.binnings_ == b.binnings_;
  }

 private:
  /// A mask that includes a cell, and the cell's weight in it.
  struct CellMask {
    std::uint32_t mask = 0;
    float part = 0;
  };

  /// Calls keep(mask, products minus offsets, part, cell) for each cell and each mask that includes it.
  template <class Keep>
  void visit_positions(const ChannelMap& map, Keep&& keep) const;

  CellChannels channels_;
  PlaceMasks masks_;
  std::vector<ChannelPatch> patches_;
  std::vector<PatchTemplate> templates_;
  std::vector<Binning> binnings_;
  std::vector<std::vector<CellMask>> cell_masks_;  ///< per cell
  PanelProduct product_;                           ///< with all patches
};

/// Options for the candidate channel templates.
struct ChannelTemplateOptions {
  std::size_t patches = 200;
  /// Cells along the shorter side of the image. Fewer if they would have less than two pixels.
  int grid = 12;
  std::string channels = "orientations";  ///< from channel_kind_names(), separated by commas
  static constexpr int kMaskGrid = 4;

  /// Whether colors are among the channels.
  /// Throws  as parse_channel_kinds().
  bool use_colors() const;
  /// Each patch with each mask is a feature.
  std::size_t features() const { return patches * kMaskGrid * kMaskGrid; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("channel-patches", self.patches, "patches that channel templates are made of",
          option::from(1).to(static_cast<double>(ChannelTemplates::kMaxPatches)));
    visit("channels", self.channels, "channels that channel templates use",
          option::some_of(channel_kind_names()));
    visit("channel-grid", self.grid, "cells along the shorter side of the image for channel templates",
          option::from(OrientationFeatures::kMinGrid).to(OrientationFeatures::kMaxGrid).fixed());
  }
};

/// Every patch with each of 4 x 4 masks, feature = patch * masks + mask, with fitted binnings. Patches are
/// the cluster centers of random windows of the samples, with their mean subtracted. The result is the same
/// for any number of threads.
/// Throws  Error(Kind::training) for samples that are not images, that are gray if the channels include
/// colors, or that have too few windows with structure.
ChannelTemplates channel_template_candidates(const Samples& samples, const ChannelTemplateOptions& options,
                                             std::uint64_t seed);

}  // namespace ocelli::internal
