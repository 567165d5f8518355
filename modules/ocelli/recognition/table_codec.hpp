#pragma once

#include <cstddef>

#include "ocelli/data/samples/table_columns.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts table columns to and from the schema.
namespace ocelli::internal::format {

flatbuffers::Offset<schema::TableColumns> pack(flatbuffers::FlatBufferBuilder& builder,
                                               const TableColumns& columns);

/// Throws Error(Kind::model) for invalid columns, and when the total length of its texts exceeds
/// `text_limit`.
TableColumns unpack(const schema::TableColumns& packed, std::size_t text_limit);

}  // namespace ocelli::internal::format
