#pragma once

#include "ocelli/features/points/disjunction_features.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts disjunctions and their features to and from the schema.
namespace ocelli::format {

schema::Disjunction pack(const Disjunction& disjunction);
Disjunction unpack(const schema::Disjunction& packed);

flatbuffers::Offset<schema::DisjunctionFeatures> pack(flatbuffers::FlatBufferBuilder& builder,
                                                      const DisjunctionFeatures& features);

/// Throws Error(Kind::model) for anything that DisjunctionFeatures reject, and for images, Gaussians and local features
/// that would need far more memory or time than the file's size suggests.
DisjunctionFeatures unpack(const schema::DisjunctionFeatures& packed);

}  // namespace ocelli::format
