#include "ocelli/features/haar/haar_codec.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::format {
namespace {

schema::WeightedRect pack(const WeightedRect& rect) { return {rect.x, rect.y, rect.w, rect.h, rect.weight}; }

WeightedRect unpack(const schema::WeightedRect& packed) {
  return {packed.x(), packed.y(), packed.w(), packed.h(), packed.weight()};
}

}  // namespace

std::array<schema::WeightedRect, HaarFeature::kMaxRects> pack_rects(const HaarFeature& feature) {
  std::array<schema::WeightedRect, HaarFeature::kMaxRects> rects;  // unused ones stay zero
  std::ranges::transform(feature.used(), rects.begin(), [](const WeightedRect& rect) { return pack(rect); });
  return rects;
}

HaarFeature unpack_haar(const flatbuffers::Array<schema::WeightedRect, HaarFeature::kMaxRects>& rects,
                        std::size_t count) {
  require(count <= HaarFeature::kMaxRects, Kind::model, "a feature has more than four rectangles");
  HaarFeature feature;
  for (std::size_t i = 0; i < count; ++i) {
    feature.add(unpack(*rects.Get(static_cast<flatbuffers::uoffset_t>(i))));
  }
  return feature;
}

}  // namespace ocelli::internal::format
