#include "ocelli/model_io/model_file.hpp"

#include "ocelli/model_io/card_schema.hpp"
#include "ocelli/model_io/cascade_schema.hpp"
#include "ocelli/model_io/classifier_schema.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/reader_schema.hpp"
#include "ocelli/model_io/table_schema.hpp"

namespace ocelli {
namespace format {

DetectorModel parse_detector(const Bytes& payload) {
  const auto& packed = content<schema::DetectorModel>(payload);
  Cascade cascade(unpack(*packed.cascade()));
  require(cascade.weak_count() > 0, Kind::model,
          "its cascade has no weak classifiers, so it would find everything");
  return {.cascade = std::move(cascade), .card = unpack(*packed.card(), payload.size())};
}

ClassifierModel parse_classifier(const Bytes& payload) {
  const auto& packed = content<schema::ClassifierModel>(payload);
  ClassifierModel model{unpack(*packed.classifier(), payload.size()), unpack(*packed.card(), payload.size())};
  if (packed.table() == nullptr) return model;
  model.table = unpack(*packed.table(), payload.size());
  require(model.table->inputs() == inputs(model.classifier.features()), Kind::model,
          "its table has not the inputs of its features");
  return model;
}

ReaderModel parse_reader(const Bytes& payload) {
  const auto& packed = content<schema::ReaderModel>(payload);
  return {.reader = unpack(packed, payload.size()), .card = unpack(*packed.card(), payload.size())};
}

Model parse_model(const Bytes& payload) {
  switch (verify(payload).content_type()) {
    case schema::Content::ClassifierModel:
      return parse_classifier(payload);
    case schema::Content::ReaderModel:
      return parse_reader(payload);
    default:
      return parse_detector(payload);
  }
}

}  // namespace format

Model load_model(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_model);
}

Model load_model(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_model);
}

DetectorModel load_detector(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_detector);
}

DetectorModel load_detector(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_detector);
}

ClassifierModel load_classifier(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_classifier);
}

ClassifierModel load_classifier(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_classifier);
}

ReaderModel load_reader(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_reader);
}

ReaderModel load_reader(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_reader);
}

std::vector<std::byte> serialise(const DetectorModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto cascade = format::pack(builder, model.cascade.parts());
  const auto card = format::pack(builder, model.card);
  return format::finish(builder, schema::CreateDetectorModel(builder, cascade, card), kMaxModelBytes,
                        format::parse_detector);
}

std::vector<std::byte> serialise(const ClassifierModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  const auto classifier = format::pack(builder, model.classifier);
  const auto card = format::pack(builder, model.card);
  flatbuffers::Offset<schema::TableColumns> table;  // null: left out of the file
  if (model.table) table = format::pack(builder, *model.table);
  return format::finish(builder, schema::CreateClassifierModel(builder, classifier, card, table),
                        kMaxModelBytes, format::parse_classifier);
}

std::vector<std::byte> serialise(const ReaderModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  const auto card = format::pack(builder, model.card);
  return format::finish(builder, format::pack(builder, model.reader, card), kMaxModelBytes,
                        format::parse_reader);
}

namespace {

template <class AnyModel>
void save(const std::filesystem::path& path, const AnyModel& model) {
  write_file_atomically(path, format::on_behalf_of(path.string(), [&] { return serialise(model); }));
}

}  // namespace

void save_model(const std::filesystem::path& path, const DetectorModel& model) { save(path, model); }

void save_model(const std::filesystem::path& path, const ClassifierModel& model) { save(path, model); }

void save_model(const std::filesystem::path& path, const ReaderModel& model) { save(path, model); }

}  // namespace ocelli
