#include "ocelli/recognition/classifier_model.hpp"

#include <cstdint>
#include <optional>

#include "ocelli/model_io/card_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/recognition/classifier_codec.hpp"

namespace ocelli::internal {
namespace {

/// Programs of earlier versions would read dates as text and large numbers without their offset.
constexpr std::uint32_t kVersionWithOffsets = 3;

bool is_of_first_version(const std::optional<TableColumns>& table) {
  return !table || (table->kinds.empty() && table->offsets.empty() && table->decimal_marks.empty());
}

}  // namespace

ClassifierModel format::parse_classifier(const Bytes& payload) {
  const auto& packed = content<schema::ClassifierModel>(payload);
  ClassifierModel model{unpack(*packed.classifier(), payload.size()), unpack(*packed.card(), payload.size())};
  if (packed.table() == nullptr) return model;
  model.table = unpack(*packed.table(), payload.size());
  require(model.table->width() == inputs(model.classifier.features()), Kind::model,
          "the inputs of its table do not match those of its features");
  return model;
}

ClassifierModel load_classifier(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_classifier);
}

ClassifierModel load_classifier(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_classifier);
}

std::vector<std::byte> serialize(const ClassifierModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  const auto classifier = format::pack(builder, model.classifier);
  const auto card = format::pack(builder, model.card);
  flatbuffers::Offset<schema::TableColumns> table;  // null: omitted from the file
  if (model.table) table = format::pack(builder, *model.table);
  return format::finish(builder, schema::CreateClassifierModel(builder, classifier, card, table),
                        kMaxModelBytes, format::parse_classifier,
                        is_of_first_version(model.table) ? format::kFirstVersion : kVersionWithOffsets);
}

void save_model(const std::filesystem::path& path, const ClassifierModel& model) {
  format::save(path, model);
}

}  // namespace ocelli::internal
