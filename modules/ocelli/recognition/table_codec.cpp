#include "ocelli/recognition/table_codec.hpp"

#include <string>
#include <vector>

#include "ocelli/model_io/text_reader.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {
namespace {

const std::string kAuto = "auto";

/// Null, which is left out of the file, for what is to be found from each table.
flatbuffers::Offset<flatbuffers::String> pack_unless_auto(flatbuffers::FlatBufferBuilder& builder,
                                                          const std::string& told) {
  return told == kAuto ? 0 : builder.CreateString(told);
}

}  // namespace

flatbuffers::Offset<schema::TableColumns> pack(flatbuffers::FlatBufferBuilder& builder,
                                               const TableColumns& columns) {
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto roles = builder.CreateVector(
      pack_each(columns.roles, [](ColumnRole role) { return static_cast<std::uint8_t>(role); }));
  const auto names = builder.CreateVectorOfStrings(columns.names);
  const auto fills = builder.CreateVector(columns.fills);
  const auto separator = pack_unless_auto(builder, columns.form.separator);
  const auto header = pack_unless_auto(builder, columns.form.header);
  return schema::CreateTableColumns(builder, roles, names, fills, separator, header);
}

TableColumns unpack(const schema::TableColumns& packed, std::size_t text_limit) {
  TableColumns columns;
  for (const std::uint8_t role : unpack(*packed.roles())) columns.roles.push_back(ColumnRole{role});
  TextReader text(text_limit);
  for (const flatbuffers::String* name : *packed.names()) columns.names.push_back(text(name));
  columns.fills = unpack(*packed.fills());
  if (packed.separator() != nullptr) columns.form.separator = text(packed.separator());
  if (packed.header() != nullptr) columns.form.header = text(packed.header());
  columns.require_sound();
  return columns;
}

}  // namespace ocelli::format
