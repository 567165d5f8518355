#pragma once

#include <cstddef>

#include "ocelli/model_io/payload.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts a reader to and from the schema.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::ReaderModel> pack(flatbuffers::FlatBufferBuilder& builder, const Reader& reader,
                                              flatbuffers::Offset<schema::ModelCard> card);

/// Converts the reader of a verified file. Throws Error(Kind::model) for anything that Reader or its parts
/// reject.
Reader unpack(const schema::ReaderModel& packed, std::size_t text_limit);

/// Parses a payload and runs all checks. Throws Error(Kind::model), without the file's name.
ReaderModel parse_reader(const Bytes& payload);

}  // namespace ocelli::internal::format
