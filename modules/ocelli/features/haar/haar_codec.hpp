#pragma once

#include <array>
#include <cstddef>

#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts Haar-like features to and from the schema. All of its structs store
/// them as four rectangles and the number in use.
namespace ocelli::internal::format {

std::array<schema::WeightedRect, HaarFeature::kMaxRects> pack_rects(const HaarFeature& feature);

/// Throws  Error(Kind::model) for more rectangles than a HaarFeature has room for.
HaarFeature unpack_haar(const flatbuffers::Array<schema::WeightedRect, HaarFeature::kMaxRects>& rects,
                        std::size_t count);

}  // namespace ocelli::internal::format
