#include "ocelli/model_io/card_codec.hpp"

#include <array>

#include "ocelli/model_io/text_reader.hpp"

namespace ocelli::internal::format {
namespace {

/// The texts in evaluation order. A braced list guarantees it, call arguments do not.
template <class... Text>
auto pack_texts(flatbuffers::FlatBufferBuilder& builder, const Text&... texts) {
  return std::array{builder.CreateString(texts)...};
}

template <class Table, class Item, class Pack>
auto pack_all(const std::vector<Item>& items, Pack&& pack_one) {
  std::vector<flatbuffers::Offset<Table>> packed;
  packed.reserve(items.size());
  for (const Item& item : items) packed.push_back(pack_one(item));
  return packed;
}

}  // namespace

flatbuffers::Offset<schema::ModelCard> pack(flatbuffers::FlatBufferBuilder& builder, const ModelCard& card) {
  const auto components = pack_all<schema::Component>(card.components, [&](const ModelPart& component) {
    const auto [name, contents] = pack_texts(builder, component.name, component.text);
    return schema::CreateComponent(builder, name, contents);
  });
  const auto data = pack_all<schema::DataSet>(card.data, [&](const DataSet& set) {
    const auto [name, role, checksum] = pack_texts(builder, set.name, set.role, set.checksum);
    return schema::CreateDataSet(builder, name, role, set.images, set.objects, checksum);
  });
  const auto options = pack_all<schema::Option>(card.options, [&](const auto& option) {
    const auto [name, value] = pack_texts(builder, option.first, option.second);
    return schema::CreateOption(builder, name, value);
  });
  const auto figures = pack_all<schema::Figure>(card.figures, [&](const Figure& figure) {
    const auto [name, value, set, command] =
        pack_texts(builder, figure.name, figure.value, figure.data, figure.command);
    return schema::CreateFigure(builder, name, value, set, command);
  });
  const auto [description, trained_by, license] =
      pack_texts(builder, card.description, card.trained_by, card.license);
  // One after the other: the compiler chooses the order of call arguments, and with it that of the bytes.
  const auto packed_components = builder.CreateVector(components);
  const auto packed_data = builder.CreateVector(data);
  const auto packed_options = builder.CreateVector(options);
  const auto packed_figures = builder.CreateVector(figures);
  return schema::CreateModelCard(builder, description, packed_components, trained_by, packed_data,
                                 packed_options, card.seed, packed_figures, license);
}

ModelCard unpack(const schema::ModelCard& packed, std::size_t text_limit) {
  TextReader text(text_limit);
  ModelCard card;
  card.description = text(packed.description());
  for (const schema::Component* component : *packed.components())
    card.components.push_back({.name = text(component->name()), .text = text(component->text())});
  card.trained_by = text(packed.trained_by());
  for (const schema::DataSet* set : *packed.data()) {
    card.data.push_back({.name = text(set->name()),
                         .role = text(set->role()),
                         .images = set->images(),
                         .objects = set->objects(),
                         .checksum = text(set->checksum())});
  }
  for (const schema::Option* option : *packed.options()) {
    card.options.emplace_back(text(option->name()), text(option->value()));
  }
  card.seed = packed.seed();
  for (const schema::Figure* figure : *packed.figures()) {
    card.figures.push_back({.name = text(figure->name()),
                            .value = text(figure->value()),
                            .data = text(figure->data()),
                            .command = text(figure->command())});
  }
  card.license = text(packed.license());
  return card;
}

}  // namespace ocelli::internal::format
