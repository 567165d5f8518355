#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli_generated.h"

/// Inside the model file; not part of the room's interface. The cascade's parts to and from the schema: what
/// is unpacked has the shapes of the structs, and whether it makes sense is left to Cascade.
namespace ocelli::format {

/// Copies numbers. By bytes, as the verifier does not see to the alignment of a vector's 8-byte numbers.
template <class T>
std::vector<T> unpack(const flatbuffers::Vector<T>& packed) {
  std::vector<T> values(packed.size());
  std::copy_n(packed.Data(), packed.size() * sizeof(T), reinterpret_cast<std::uint8_t*>(values.data()));
  std::ranges::transform(values, values.begin(), flatbuffers::EndianScalar<T>);
  return values;
}

std::vector<schema::BinnedFeature> pack(const std::vector<BinnedFeature>& features);
/// Throws Error(Kind::model) for a feature of more rectangles than HaarFeature can hold.
std::vector<BinnedFeature> unpack(const flatbuffers::Vector<const schema::BinnedFeature*>& features);

flatbuffers::Offset<schema::Cascade> pack(flatbuffers::FlatBufferBuilder& builder, const CascadeParts& parts);
CascadeParts unpack(const schema::Cascade& packed);

}  // namespace ocelli::format
