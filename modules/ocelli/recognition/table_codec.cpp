#include "ocelli/recognition/table_codec.hpp"

#include <string>
#include <vector>

#include "ocelli/model_io/text_reader.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

const std::string kAuto = "auto";

/// Null, which is left out of the file, for what is to be found from each table.
flatbuffers::Offset<flatbuffers::String> pack_unless_auto(flatbuffers::FlatBufferBuilder& builder,
                                                          const std::string& told) {
  return told == kAuto ? 0 : builder.CreateString(told);
}

std::vector<std::vector<std::string>> unpack_categories(const schema::TableColumns& packed,
                                                        TextReader& text) {
  if (packed.categories() == nullptr || packed.category_ends() == nullptr) return {};
  JoinedLists<std::string> joined{{}, unpack(*packed.category_ends())};
  joined.items.reserve(packed.categories()->size());
  for (const flatbuffers::String* category : *packed.categories()) joined.items.push_back(text(category));
  return part_lists(joined);
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
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>> categories;
  flatbuffers::Offset<flatbuffers::Vector<std::uint32_t>> ends;
  flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> marks;
  if (!columns.categories.empty()) {
    const JoinedLists<std::string> joined = join_lists(columns.categories);
    categories = builder.CreateVectorOfStrings(joined.items);
    ends = builder.CreateVector(joined.ends);
  }
  if (!columns.missing_marks.empty()) marks = builder.CreateVector(columns.missing_marks);
  return schema::CreateTableColumns(builder, roles, names, fills, separator, header, categories, ends, marks);
}

TableColumns unpack(const schema::TableColumns& packed, std::size_t text_limit) {
  TableColumns columns;
  for (const std::uint8_t role : unpack(*packed.roles())) columns.roles.push_back(ColumnRole{role});
  TextReader text(text_limit);
  for (const flatbuffers::String* name : *packed.names()) columns.names.push_back(text(name));
  columns.fills = unpack(*packed.fills());
  if (packed.separator() != nullptr) columns.form.separator = text(packed.separator());
  if (packed.header() != nullptr) columns.form.header = text(packed.header());
  columns.categories = unpack_categories(packed, text);
  if (packed.missing_marks() != nullptr) columns.missing_marks = unpack(*packed.missing_marks());
  columns.require_sound();
  return columns;
}

}  // namespace ocelli::internal::format
