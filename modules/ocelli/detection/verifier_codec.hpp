#pragma once

#include "ocelli/detection/verifier.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts a verifier's parts to and from the schema. Verifier validates the
/// unpacked parts.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::Verifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                           const VerifierParts& parts);
VerifierParts unpack(const schema::Verifier& packed);

}  // namespace ocelli::internal::format
