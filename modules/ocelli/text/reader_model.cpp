#include "ocelli/text/reader_model.hpp"

#include "ocelli/model_io/card_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/text/reader_codec.hpp"

namespace ocelli::internal {

ReaderModel format::parse_reader(const Bytes& payload) {
  const auto& packed = content<schema::ReaderModel>(payload);
  return {.reader = unpack(packed, payload.size()), .card = unpack(*packed.card(), payload.size())};
}

ReaderModel load_reader(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_reader);
}

ReaderModel load_reader(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_reader);
}

std::vector<std::byte> serialize(const ReaderModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  const auto card = format::pack(builder, model.card);
  return format::finish(builder, format::pack(builder, model.reader, card), kMaxModelBytes,
                        format::parse_reader);
}

void save_model(const std::filesystem::path& path, const ReaderModel& model) { format::save(path, model); }

}  // namespace ocelli::internal
