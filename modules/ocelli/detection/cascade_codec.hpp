#pragma once

#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli/model_io/vector_codec.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts the cascade's parts to and from the schema. Cascade validates the
/// unpacked parts.
namespace ocelli::internal::format {

std::vector<schema::BinnedFeature> pack(const std::vector<BinnedFeature>& features);
/// Throws Error(Kind::model) for a feature with more rectangles than HaarFeature can hold.
std::vector<BinnedFeature> unpack(const flatbuffers::Vector<const schema::BinnedFeature*>& features);

flatbuffers::Offset<schema::Cascade> pack(flatbuffers::FlatBufferBuilder& builder, const CascadeParts& parts);
CascadeParts unpack(const schema::Cascade& packed);

/// Parses a payload and runs all checks. Throws Error(Kind::model), without the file's name.
DetectorModel parse_detector(const Bytes& payload);

}  // namespace ocelli::internal::format
