#include "ocelli/text/reader_codec.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"
#include "ocelli/recognition/classifier_codec.hpp"
#include "ocelli/text/language_codec.hpp"

namespace ocelli::internal::format {
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
  const auto [hashes, costs, unseen] = columns_of(model);
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto packed_hashes = builder.CreateVector(hashes);
  const auto packed_costs = builder.CreateVector(costs);
  const auto packed_unseen = builder.CreateVector(unseen);
  const auto words = builder.CreateVector(model.words());
  return schema::CreateLanguageModel(builder, packed_hashes, packed_costs, packed_unseen, words);
}

LanguageModel from_schema(const schema::LanguageModel& packed) {
  return {table_of({unpack(*packed.hashes()), unpack(*packed.costs()), unpack(*packed.unseen())}),
          unpack(*packed.words())};
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
  if (reader.language_code().empty())
    return schema::CreateReaderModel(builder, glyphs, places, language, weights, card);
  const auto code = builder.CreateString(reader.language_code());
  const auto characters = builder.CreateString(characters_of(reader));
  return schema::CreateReaderModel(builder, glyphs, places, language, weights, card, code, characters);
}

Reader unpack(const schema::ReaderModel& packed, std::size_t text_limit) {
  Classifier glyphs = unpack(*packed.glyphs(), text_limit);
  PlaceModel places(unpack_each(*packed.places(), [](const auto& of) { return from_schema(of); }));
  Reader reader(std::move(glyphs), std::move(places), from_schema(*packed.language()),
                from_schema(*packed.weights()));
  if (packed.code() == nullptr || packed.characters() == nullptr) return reader;
  return reader.in({packed.code()->str(), packed.characters()->str(), reader.language()});
}

}  // namespace ocelli::internal::format
