#pragma once

#include "ocelli/features/feature_set.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts feature sets to and from the schema.
///
/// A kind stores its features in one of two ways. It may have its own table, with pack() and unpack() as in
/// LinearFeatures. Or it has parts that describe themselves (stored_numbers.hpp), as in ColorFeatures:
/// `Parts`, `Parts parts() const`, and `static Features of(Parts)`, which throws Error(Kind::model) for
/// inconsistent parts. Parts are stored as numbers of eight bytes each, in one table for all such kinds.
namespace ocelli::internal::format {

/// A member of the schema's union of feature sets.
struct PackedFeatures {
  schema::FeatureSet kind;
  flatbuffers::Offset<void> table;
};

PackedFeatures pack(flatbuffers::FlatBufferBuilder& builder, const FeatureSet& features);

/// The features of a verified file.
/// Throws  Error(Kind::model) for anything that the feature set's own constructor rejects, for numbers so
/// large that results overflow, and for features that need far more memory or time than the file's size
/// suggests.
FeatureSet unpack_features(const schema::Classifier& packed);
/// The same for a part of combined features.
FeatureSet unpack_features(const schema::FeaturePart& packed);

}  // namespace ocelli::internal::format
