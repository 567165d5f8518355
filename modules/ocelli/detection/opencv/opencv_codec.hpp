#pragma once

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts the parts of an OpenCV cascade to and from the schema. OpenCvCascade
/// validates the unpacked parts.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::OpenCvCascade> pack(flatbuffers::FlatBufferBuilder& builder,
                                                const OpenCvCascadeParts& parts);
/// Throws Error(Kind::model) for lists of inconsistent length.
OpenCvCascadeParts unpack(const schema::OpenCvCascade& packed);

/// Parses a payload and runs all checks. Throws Error(Kind::model), without the file's name.
OpenCvModel parse_opencv_model(const Bytes& payload);

}  // namespace ocelli::internal::format
