#include "ocelli/detection/detector_model.hpp"

#include <cstdint>
#include <utility>

#include "ocelli/detection/cascade_codec.hpp"
#include "ocelli/detection/landmark_codec.hpp"
#include "ocelli/detection/verifier_codec.hpp"
#include "ocelli/model_io/card_codec.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {
namespace {

/// Programs that know only version 1 would find objects of the window's shape alone.
constexpr std::uint32_t kVersionWithShapes = 2;

}  // namespace

DetectorModel format::parse_detector(const Bytes& payload) {
  const auto& packed = content<schema::DetectorModel>(payload);
  Cascade cascade(unpack(*packed.cascade()));
  require(cascade.weak_count() > 0, Kind::model,
          "its cascade has no weak classifiers, so it would find everything");
  DetectorModel model{.cascade = std::move(cascade), .card = unpack(*packed.card(), payload.size())};
  if (packed.object_verifier() != nullptr) model.verifier.emplace(unpack(*packed.object_verifier()));
  if (packed.landmarks() != nullptr) model.landmarks.emplace(unpack(*packed.landmarks()));
  return model;
}

DetectorModel load_detector(const std::filesystem::path& path) {
  return format::load(path, kMaxModelBytes, format::parse_detector);
}

DetectorModel load_detector(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxModelBytes, format::parse_detector);
}

std::vector<std::byte> serialize(const DetectorModel& model) {
  flatbuffers::FlatBufferBuilder builder;
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto cascade = format::pack(builder, model.cascade.parts());
  const auto card = format::pack(builder, model.card);
  flatbuffers::Offset<schema::Verifier> verifier;
  if (model.verifier) verifier = format::pack(builder, model.verifier->parts());
  flatbuffers::Offset<schema::LandmarkTrees> landmarks;
  if (model.landmarks) landmarks = format::pack(builder, model.landmarks->parts());
  return format::finish(builder, schema::CreateDetectorModel(builder, cascade, card, verifier, landmarks),
                        kMaxModelBytes, format::parse_detector,
                        model.cascade.shapes().empty() ? format::kFirstVersion : kVersionWithShapes);
}

void save_model(const std::filesystem::path& path, const DetectorModel& model) { format::save(path, model); }

}  // namespace ocelli::internal
