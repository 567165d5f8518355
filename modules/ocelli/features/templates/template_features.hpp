#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

namespace schema {
struct TemplateFeatures;
}

/// Patch weights are integers, scaled to kPatchScale for unit length. Convolutions are then exact in float
/// arithmetic, in any order, so a response is the same on every machine.
inline constexpr float kPatchScale = 4096;

/// Responses refer to images with gray levels 0 .. kGrayLevels scaled to 0 .. 1.
inline constexpr float kGrayLevels = 255;

/// Patches have a center pixel, so their sides are odd: 3 .. 15.
constexpr bool is_patch_side(int side) { return side >= 3 && side <= 15 && side % 2 == 1; }

/// A square patch to correlate with images: zero mean, unit length up to the rounding of its weights.
struct ImagePatch {
  int side = 0;
  std::vector<std::int16_t> weights;  ///< side x side, row by row

  friend bool operator==(const ImagePatch&, const ImagePatch&) = default;
};

/// Subtracts the mean, scales to unit length and rounds. Constant weights become zero.
ImagePatch normalized_patch(int side, std::span<const float> weights);

/// Gaussian place masks: exp(-|p - c|^2 / (2 sigma^2)) around grid x grid centers spread evenly over the
/// image, and 0 beyond `reach` sigmas.
struct PlaceMasks {
  int grid = 4;
  double sigma = 5;    ///< pixels
  double reach = 1.7;  ///< sigmas; at 1.7 a mask has fallen to a quarter

  std::size_t count() const { return static_cast<std::size_t>(grid) * static_cast<std::size_t>(grid); }
  /// The mask's value at each pixel, row by row.
  std::vector<float> mask(std::size_t index, ImageShape shape) const;
  /// Throws  Error(Kind::model) unless the grid is 1 to 16, and sigma and reach are 0.01 to 1e6.
  void require_valid() const;
  friend bool operator==(const PlaceMasks&, const PlaceMasks&) = default;
};

/// A patch and the mask of the places where it is searched.
struct PatchTemplate {
  std::uint32_t patch = 0;
  std::uint32_t mask = 0;

  friend bool operator==(const PatchTemplate&, const PatchTemplate&) = default;
};

/// Templates with only the patches that they use, renumbered in order of first use.
struct UsedPatches {
  std::vector<std::uint32_t> patches;  ///< original indices
  std::vector<PatchTemplate> templates;
};
/// The `chosen` templates, in this order.
UsedPatches used_patches(std::span<const PatchTemplate> templates, std::span<const std::uint32_t> chosen);

class TemplateProgram;

/// Patch convolutions: the best match of a patch in the image, with places weighted down by their distance
/// from the mask's center.
///
///   x = max(0, max over places p of  mask(p) * <patch, window of the image around p>)
///
/// Gray levels are scaled to 0 .. 1 and are black beyond the image's edges. Every pixel is a place. Places
/// where even a window of the same contrast and ideal shape could not win are skipped, which never changes a
/// result (ResponseBounds).
/// Source  shareboost section 7.4.
class TemplateFeatures {
 public:
  static constexpr std::string_view kKind = "templates";

  /// Requires  odd sides, 3 .. 15; templates that refer to a known patch and mask; one binning per template.
  /// Throws    Error(Kind::model) otherwise.
  TemplateFeatures(ImageShape shape, PlaceMasks masks, std::vector<ImagePatch> patches,
                   std::vector<PatchTemplate> templates, std::vector<Binning> binnings);

  ImageShape shape() const { return shape_; }
  const PlaceMasks& masks() const { return masks_; }
  const std::vector<ImagePatch>& patches() const { return patches_; }
  const std::vector<PatchTemplate>& templates() const { return templates_; }
  const ImagePatch& patch(std::size_t feature) const { return patches_[templates_[feature].patch]; }

  std::size_t inputs() const { return shape_.pixels(); }
  std::size_t groups() const { return templates_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const { return binnings_[column]; }

  /// One byte per feature.
  /// Requires  gray levels 0 .. 255, row by row.
  void encode(std::span<const float> image, std::span<std::uint8_t> codes) const;
  /// The responses as real numbers.
  void respond(std::span<const float> image, std::span<float> responses) const;
  /// The responses and their best places as pixel indices (undefined where the response is 0).
  void locate(std::span<const float> image, std::span<float> responses,
              std::span<std::uint32_t> pixels) const;

  /// Selects these features, in this order, with only the patches that they use.
  TemplateFeatures select(std::span<const std::uint32_t> features) const;
  /// The same features with other patches, the same number of them.
  TemplateFeatures with_patches(std::vector<ImagePatch> patches) const;
  /// The same features with binnings from 0 to the largest response in the samples (at most 2,000, evenly
  /// spaced).
  TemplateFeatures with_fitted_binnings(const Samples& samples) const;

  /// Multiply-adds for one image when no place is skipped: taps x places x features, and the masks.
  std::size_t multiply_adds() const;

  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("templates", patches().size());
    visit("masks", masks().count());
    visit("mask_sigma", masks().sigma);
    visit("mask_reach", masks().reach);
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::TemplateFeatures;
  static TemplateFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

 private:
  ImageShape shape_;
  PlaceMasks masks_;
  std::vector<ImagePatch> patches_;
  std::vector<PatchTemplate> templates_;
  std::vector<Binning> binnings_;
  std::shared_ptr<const TemplateProgram> program_;  ///< the templates in the layout of the kernel
};

/// Every patch with every mask, feature = patch * masks + mask, with fitted binnings.
TemplateFeatures all_templates(const Samples& samples, const PlaceMasks& masks,
                               std::vector<ImagePatch> patches);

}  // namespace ocelli::internal
