#include "ocelli/text/reader_codec.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/vector_codec.hpp"
#include "ocelli/recognition/classifier_codec.hpp"

namespace ocelli::format {
namespace {

schema::GlyphPlace to_schema(const GlyphPlace& place) { return {place.top, place.bottom, place.width}; }

GlyphPlace from_schema(const schema::GlyphPlace& packed) {
  return {packed.top(), packed.bottom(), packed.width()};
}

schema::PlaceDistribution to_schema(const PlaceDistribution& of) {
  return {to_schema(of.mean), to_schema(of.deviation)};
}

PlaceDistribution from_schema(const schema::PlaceDistribution& packed) {
  return {from_schema(packed.mean()), from_schema(packed.deviation())};
}

flatbuffers::Offset<schema::LanguageModel> to_schema(flatbuffers::FlatBufferBuilder& builder,
                                                     const LanguageModel& model) {
  std::vector<std::uint16_t> hashes;
  std::vector<std::uint8_t> costs, unseen;
  for (const LanguageModel::Entry& entry : model.table()) {
    hashes.push_back(entry.hash);
    costs.push_back(entry.cost);
    unseen.push_back(entry.unseen);
  }
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto packed_hashes = builder.CreateVector(hashes);
  const auto packed_costs = builder.CreateVector(costs);
  const auto packed_unseen = builder.CreateVector(unseen);
  const auto words = builder.CreateVector(model.words());
  return schema::CreateLanguageModel(builder, packed_hashes, packed_costs, packed_unseen, words);
}

LanguageModel from_schema(const schema::LanguageModel& packed) {
  const std::vector<std::uint16_t> hashes = unpack(*packed.hashes());
  const std::vector<std::uint8_t> costs = unpack(*packed.costs()), unseen = unpack(*packed.unseen());
  require(costs.size() == hashes.size() && unseen.size() == hashes.size(), Kind::model,
          "the columns of its language table differ in length");
  std::vector<LanguageModel::Entry> table;
  table.reserve(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) table.push_back({hashes[i], costs[i], unseen[i]});
  return {std::move(table), unpack(*packed.words())};
}

ReadingWeights from_schema(const schema::ReadingWeights& packed) {
  const ReadingWeights weights{packed.place(), packed.language(), packed.word(), packed.glyph(),
                               packed.no_glyph()};
  for (const float weight :
       {weights.place, weights.language, weights.word, weights.glyph, weights.no_glyph}) {
    require(weight >= 0 && weight <= 1000, Kind::model, "has an invalid evidence weight");
  }
  return weights;
}

}  // namespace

flatbuffers::Offset<schema::ReaderModel> pack(flatbuffers::FlatBufferBuilder& builder, const Reader& reader,
                                              flatbuffers::Offset<schema::ModelCard> card) {
  const auto glyphs = pack(builder, reader.glyphs());
  const auto packed_places =
      pack_each(reader.places().classes(), [](const PlaceDistribution& of) { return to_schema(of); });
  const auto places = builder.CreateVectorOfStructs(packed_places);
  const auto language = to_schema(builder, reader.language());
  const ReadingWeights& of = reader.weights();
  const auto weights =
      schema::CreateReadingWeights(builder, of.place, of.language, of.word, of.glyph, of.no_glyph);
  return schema::CreateReaderModel(builder, glyphs, places, language, weights, card);
}

Reader unpack(const schema::ReaderModel& packed, std::size_t text_limit) {
  Classifier glyphs = unpack(*packed.glyphs(), text_limit);
  PlaceModel places(unpack_each(*packed.places(), [](const auto& of) { return from_schema(of); }));
  return {std::move(glyphs), std::move(places), from_schema(*packed.language()),
          from_schema(*packed.weights())};
}

}  // namespace ocelli::format
