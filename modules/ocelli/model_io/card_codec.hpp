#pragma once

#include "ocelli/model_io/model_card.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts the model card to and from the schema.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::ModelCard> pack(flatbuffers::FlatBufferBuilder& builder, const ModelCard& card);

/// Throws Error(Kind::model) when the total length of the card's strings exceeds `text_limit` bytes.
ModelCard unpack(const schema::ModelCard& packed, std::size_t text_limit);

}  // namespace ocelli::internal::format
