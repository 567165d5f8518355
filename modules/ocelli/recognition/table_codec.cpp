#include "ocelli/recognition/table_codec.hpp"

#include <string>
#include <vector>

#include "ocelli/core/enum_words.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/model_io/text_reader.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

/// Null, which is left out of the file, for what is to be found from each table.
template <NamedEnum Value>
flatbuffers::Offset<flatbuffers::String> pack_unless_auto(flatbuffers::FlatBufferBuilder& builder,
                                                          Value told) {
  return told == Value::automatic ? 0 : builder.CreateString(std::string(to_string(told)));
}

/// Throws Error(Kind::model) for a word that is no name of a value.
template <NamedEnum Value>
Value unpack_word(const flatbuffers::String* packed, TextReader& text) {
  if (packed == nullptr) return Value::automatic;
  const std::string word = text(packed);
  const std::optional<Value> value = enum_named<Value>(word);
  require(value.has_value(), Kind::model, [&] { return "the form of its table cannot be '" + word + "'"; });
  return *value;
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
  columns.form.separator = unpack_word<TableSeparator>(packed.separator(), text);
  columns.form.header = unpack_word<TableHeader>(packed.header(), text);
  columns.categories = unpack_categories(packed, text);
  if (packed.missing_marks() != nullptr) columns.missing_marks = unpack(*packed.missing_marks());
  columns.require_sound();
  return columns;
}

}  // namespace ocelli::internal::format
