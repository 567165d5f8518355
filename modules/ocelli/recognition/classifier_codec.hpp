#pragma once

#include <cstddef>

#include "ocelli/model_io/payload.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/table_columns.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts the classifier and table columns to and from the schema.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::Classifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                             const Classifier& classifier);

/// The classifier of a verified file.
/// Throws  Error(Kind::model) for anything that Classifier or its features reject, and when the total length
/// of its class names exceeds `text_limit` bytes.
Classifier unpack(const schema::Classifier& packed, std::size_t text_limit);

/// The model in a payload, after all checks.
/// Throws  Error(Kind::model), without the file's name.
ClassifierModel parse_classifier(const Bytes& payload);

flatbuffers::Offset<schema::TableColumns> pack(flatbuffers::FlatBufferBuilder& builder,
                                               const TableColumns& columns);

/// Throws  Error(Kind::model) for invalid columns, and when the total length of their texts exceeds
/// `text_limit`.
TableColumns unpack(const schema::TableColumns& packed, std::size_t text_limit);

}  // namespace ocelli::internal::format
