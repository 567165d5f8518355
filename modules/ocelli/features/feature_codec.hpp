#pragma once

#include "ocelli/features/feature_set.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Feature sets to and from the schema.
namespace ocelli::format {

/// A member of the schema's union of feature sets.
struct PackedFeatures {
  schema::FeatureSet kind;
  flatbuffers::Offset<void> table;
};

PackedFeatures pack(flatbuffers::FlatBufferBuilder& builder, const FeatureSet& features);

/// The features of a verified file. Throws Error(Kind::model) for whatever the feature set's own constructor does not
/// take, for numbers so large that what is computed from them is none, and for features that would need far more memory
/// or time than the file's size suggests.
FeatureSet unpack_features(const schema::Classifier& packed);

}  // namespace ocelli::format
