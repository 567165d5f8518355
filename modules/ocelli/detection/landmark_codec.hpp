#pragma once

#include "ocelli/detection/landmarks.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts a landmark regressor's parts to and from the schema.
/// LandmarkRegressor validates the unpacked parts.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::LandmarkTrees> pack(flatbuffers::FlatBufferBuilder& builder,
                                                const LandmarkParts& parts);
/// Throws Error(Kind::model) for a mean shape of another size.
LandmarkParts unpack(const schema::LandmarkTrees& packed);

}  // namespace ocelli::internal::format
