#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ocelli/features/responses.hpp"
#include "ocelli/features/tabular/input_range.hpp"
#include "ocelli/features/tabular/principal_components.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts numbers that several kinds of features share to and from the schema.
namespace ocelli::internal::format {

/// Throws  Error(Kind::model) for numbers that are not finite, or so large that results overflow.
std::vector<float> unpack_numbers(const flatbuffers::Vector<float>& packed);

/// A table, row by row.
/// Throws  Error(Kind::model) when unpacking, as unpack_numbers() and for an incomplete row.
flatbuffers::Offset<flatbuffers::Vector<float>> pack_rows(flatbuffers::FlatBufferBuilder& builder,
                                                          const SampleValues& table);
SampleValues unpack_rows(const flatbuffers::Vector<float>& packed, std::size_t columns);

/// Throws  Error(Kind::model) when unpacking, as unpack_numbers().
flatbuffers::Offset<flatbuffers::Vector<const schema::InputRange*>> pack_ranges(
    flatbuffers::FlatBufferBuilder& builder, const std::vector<InputRange>& ranges);
std::vector<InputRange> unpack_ranges(const flatbuffers::Vector<const schema::InputRange*>& packed);

/// An empty optional is stored as a null table.
flatbuffers::Offset<schema::PrincipalComponents> pack_components(
    flatbuffers::FlatBufferBuilder& builder, const std::optional<PrincipalComponents>& components);
std::optional<PrincipalComponents> unpack_components(const schema::PrincipalComponents* packed);

flatbuffers::Offset<flatbuffers::Vector<const schema::Binning*>> pack_binnings(
    flatbuffers::FlatBufferBuilder& builder, const std::vector<Binning>& binnings);
std::vector<Binning> unpack_binnings(const flatbuffers::Vector<const schema::Binning*>& packed);

}  // namespace ocelli::internal::format
