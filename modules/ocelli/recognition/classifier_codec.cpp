#include "ocelli/recognition/classifier_codec.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/enum_words.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_codec.hpp"
#include "ocelli/model_io/text_reader.hpp"
#include "ocelli/model_io/vector_codec.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal::format {
namespace {

std::vector<std::string> unpack_classes(
    const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>& packed, std::size_t text_limit) {
  require(packed.size() <= kMaxClasses, Kind::model, "has too many classes");
  TextReader text(text_limit);
  std::vector<std::string> classes;
  for (const flatbuffers::String* name : packed) classes.push_back(text(name));
  return classes;
}

ScoreWeights unpack_weights(const flatbuffers::Vector<float>& packed, std::size_t classes,
                            std::size_t columns) {
  require(packed.size() == classes * (columns + 1), Kind::model,
          "its weights do not match its classes and columns");
  const std::vector<float> weights = unpack(packed);
  return Eigen::Map<const ScoreWeights>(weights.data(), static_cast<Eigen::Index>(classes),
                                        static_cast<Eigen::Index>(columns + 1));
}

std::optional<ImageShape> unpack_shape(int width, int height) {
  if (width == 0 && height == 0) return std::nullopt;
  return ImageShape{width, height};
}

}  // namespace

flatbuffers::Offset<schema::Classifier> pack(flatbuffers::FlatBufferBuilder& builder,
                                             const Classifier& classifier) {
  // In separate statements: the order of evaluating a call's arguments, and thus of the bytes, would be the
  // compiler's choice.
  const auto [kind, features] = pack(builder, classifier.features());
  const ScoreWeights& table = classifier.weights();
  const auto weights = builder.CreateVector(table.data(), static_cast<std::size_t>(table.size()));
  const auto classes = builder.CreateVectorOfStrings(classifier.classes());
  const ImageShape shape = classifier.shape().value_or(ImageShape{});
  return schema::CreateClassifier(builder, kind, features, weights, classes, shape.width, shape.height,
                                  classifier.normalized_side(), classifier.tilt(), classifier.temperature());
}

Classifier unpack(const schema::Classifier& packed, std::size_t text_limit) {
  FeatureSet features = unpack_features(packed);
  std::vector<std::string> classes = unpack_classes(*packed.classes(), text_limit);
  ScoreWeights weights = unpack_weights(*packed.weights(), classes.size(), columns(features));
  return Classifier({.features = std::move(features),
                     .weights = std::move(weights),
                     .classes = std::move(classes),
                     .shape = unpack_shape(packed.width(), packed.height()),
                     .normalized_side = packed.normalized_side(),
                     .tilt = packed.tilt(),
                     .temperature = packed.temperature()});
}

namespace {

/// Null, which the file omits, if each table determines the value itself.
template <NamedEnum Value>
flatbuffers::Offset<flatbuffers::String> pack_unless_auto(flatbuffers::FlatBufferBuilder& builder,
                                                          Value told) {
  return told == Value::automatic ? 0 : builder.CreateString(std::string(to_string(told)));
}

/// Throws  Error(Kind::model) for a word that does not name a value.
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
  // In separate statements: the order of evaluating a call's arguments, and thus of the bytes, would be the
  // compiler's choice.
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
  flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> kinds, decimal_marks;
  flatbuffers::Offset<flatbuffers::Vector<double>> offsets;
  flatbuffers::Offset<flatbuffers::String> na_values;
  if (!columns.kinds.empty())
    kinds = builder.CreateVector(
        pack_each(columns.kinds, [](InputKind kind) { return static_cast<std::uint8_t>(kind); }));
  if (!columns.offsets.empty()) offsets = builder.CreateVector(columns.offsets);
  if (!columns.decimal_marks.empty()) decimal_marks = builder.CreateVector(columns.decimal_marks);
  if (!columns.form.na_values.empty()) na_values = builder.CreateString(columns.form.na_values);
  return schema::CreateTableColumns(builder, roles, names, fills, separator, header, categories, ends, marks,
                                    kinds, offsets, decimal_marks, na_values);
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
  if (packed.kinds() != nullptr) {
    for (const std::uint8_t kind : unpack(*packed.kinds())) columns.kinds.push_back(InputKind{kind});
  }
  if (packed.offsets() != nullptr) columns.offsets = unpack(*packed.offsets());
  if (packed.decimal_marks() != nullptr) columns.decimal_marks = unpack(*packed.decimal_marks());
  if (packed.na_values() != nullptr) columns.form.na_values = text(packed.na_values());
  columns.require_sound();
  return columns;
}

}  // namespace ocelli::internal::format
