#include "ocelli/text/language_codec.hpp"

#include <limits>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/card_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace format {
namespace {

constexpr int kStepBits = 7;
constexpr std::uint8_t kMore = 0x80;  ///< set in all bytes of a step except the last

flatbuffers::Offset<schema::LanguageFile> pack_language(flatbuffers::FlatBufferBuilder& builder,
                                                        const LanguageFile& file) {
  const auto& [code, characters, model] = file.language;
  const LanguageColumns columns = columns_of(model);
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto packed_code = builder.CreateString(code);
  const auto packed_characters = builder.CreateString(characters);
  const auto hashes = builder.CreateVector(columns.hashes);
  const auto costs = builder.CreateVector(columns.costs);
  const auto unseen = builder.CreateVector(columns.unseen);
  const auto steps = builder.CreateVector(pack_sorted(model.words()));
  const auto card = pack(builder, file.card);
  return schema::CreateLanguageFile(builder, packed_code, packed_characters, hashes, costs, unseen, steps,
                                    card);
}

}  // namespace

LanguageColumns columns_of(const LanguageModel& model) {
  LanguageColumns columns;
  for (const LanguageModel::Entry& entry : model.table()) {
    columns.hashes.push_back(entry.hash);
    columns.costs.push_back(entry.cost);
    columns.unseen.push_back(entry.unseen);
  }
  return columns;
}

std::vector<LanguageModel::Entry> table_of(const LanguageColumns& columns) {
  const auto& [hashes, costs, unseen] = columns;
  require(costs.size() == hashes.size() && unseen.size() == hashes.size(), Kind::model,
          "the columns of its language table differ in length");
  std::vector<LanguageModel::Entry> table;
  table.reserve(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) table.push_back({hashes[i], costs[i], unseen[i]});
  return table;
}

std::vector<std::uint8_t> pack_sorted(std::span<const std::uint32_t> numbers) {
  std::vector<std::uint8_t> steps;
  std::uint32_t last = 0;
  for (const std::uint32_t number : numbers) {
    std::uint32_t left = number - std::exchange(last, number);
    for (; left >= kMore; left >>= kStepBits) steps.push_back(static_cast<std::uint8_t>(left | kMore));
    steps.push_back(static_cast<std::uint8_t>(left));
  }
  return steps;
}

std::vector<std::uint32_t> unpack_sorted(std::span<const std::uint8_t> steps) {
  std::vector<std::uint32_t> numbers;
  std::uint64_t number = 0;
  int shift = 0;
  for (const std::uint8_t byte : steps) {
    number += static_cast<std::uint64_t>(byte & ~kMore) << shift;
    require(number <= std::numeric_limits<std::uint32_t>::max(), Kind::model,
            "has a word list with numbers beyond 32 bits");
    const bool more = (byte & kMore) != 0;
    shift = more ? shift + kStepBits : 0;
    require(shift < std::numeric_limits<std::uint32_t>::digits + kStepBits, Kind::model,
            "has a word list with a number of too many bytes");
    if (!more) numbers.push_back(static_cast<std::uint32_t>(number));
  }
  require(shift == 0, Kind::model, "has a word list that ends within a number");
  return numbers;
}

LanguageFile parse_language(const Bytes& payload) {
  const auto& packed = content<schema::LanguageFile>(payload);
  const std::vector<std::uint8_t> steps = unpack(*packed.word_steps());
  LanguageModel model(table_of({unpack(*packed.hashes()), unpack(*packed.costs()), unpack(*packed.unseen())}),
                      unpack_sorted(steps));
  return {.language = {packed.code()->str(), packed.characters()->str(), std::move(model)},
          .card = unpack(*packed.card(), payload.size())};
}

}  // namespace format

LanguageFile load_language(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_language);
}

LanguageFile load_language(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_language);
}

std::vector<std::byte> serialize(const LanguageFile& file) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::pack_language(builder, file), kMaxModelBytes,
                        format::parse_language);
}

void save_model(const std::filesystem::path& path, const LanguageFile& file) { format::save(path, file); }

}  // namespace ocelli::internal
