#include <cstdint>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

/// Limit on stored numbers: patch features keep each mask, and an order of places for every few patches.
constexpr std::int64_t kMaxPlaces = std::int64_t{1} << 26;

/// Checks a patch's size before copying it: in a malicious file, many patches can share a huge one.
ImagePatch unpack_patch(const schema::ImagePatch& packed) {
  const std::int64_t side = packed.side();
  require(packed.weights()->size() == side * side && side < 256, Kind::model,
          "a patch must have side x side weights");
  return {packed.side(), format::unpack(*packed.weights())};
}

PlaceMasks unpack_masks(const schema::TemplateFeatures& packed) {
  return {packed.mask_grid(), packed.mask_sigma(), packed.mask_reach()};
}

/// Checks the image size and the masks, which a few bytes can set, before allocating anything for them.
void require_moderate(const schema::TemplateFeatures& packed) {
  const std::int64_t width = packed.width(), height = packed.height();
  require(width > 0 && width <= 1024 && height > 0 && height <= 1024, Kind::model,
          "patch features need images of 1 to 1024 pixels a side");
  const PlaceMasks masks = unpack_masks(packed);
  masks.require_valid();
  require(width * height * static_cast<std::int64_t>(masks.count() + packed.patches()->size()) <= kMaxPlaces,
          Kind::model, "has more patches and masks than images of its size allow");
}

}  // namespace

TemplateFeatures TemplateFeatures::unpack(const Packed& packed) {
  require_moderate(packed);
  return {ImageShape{packed.width(), packed.height()}, unpack_masks(packed),
          format::unpack_each(*packed.patches(), unpack_patch),
          format::unpack_each(*packed.templates(),
                              [](const schema::PatchTemplate& one) {
                                return PatchTemplate{one.patch(), one.mask()};
                              }),
          format::unpack_binnings(*packed.binnings())};
}

flatbuffers::Offset<schema::TemplateFeatures> TemplateFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto patches = builder.CreateVector(format::pack_each(patches_, [&](const ImagePatch& patch) {
    return schema::CreateImagePatchDirect(builder, patch.side, &patch.weights);
  }));
  const auto templates = builder.CreateVectorOfStructs(format::pack_each(
      templates_, [](const PatchTemplate& one) { return schema::PatchTemplate(one.patch, one.mask); }));
  const auto binnings = format::pack_binnings(builder, binnings_);
  const auto [width, height] = shape_;
  const auto [grid, sigma, reach] = masks_;
  return schema::CreateTemplateFeatures(builder, width, height, grid, sigma, reach, patches, templates,
                                        binnings);
}

}  // namespace ocelli::internal
