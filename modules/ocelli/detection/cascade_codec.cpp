#include "ocelli/detection/cascade_codec.hpp"

#include "ocelli/features/haar/haar_codec.hpp"

namespace ocelli::internal::format {
namespace {

schema::BinnedFeature pack_binned(const BinnedFeature& binned) {
  return {pack_rects(binned.feature), binned.feature.count, binned.low, binned.scale};
}

BinnedFeature unpack_binned(const schema::BinnedFeature& packed) {
  return {
      .feature = unpack_haar(*packed.rects(), packed.count()), .low = packed.low(), .scale = packed.scale()};
}

}  // namespace

std::vector<schema::BinnedFeature> pack(const std::vector<BinnedFeature>& features) {
  return pack_each(features, [](const BinnedFeature& feature) { return pack_binned(feature); });
}

std::vector<BinnedFeature> unpack(const flatbuffers::Vector<const schema::BinnedFeature*>& features) {
  return unpack_each(features, [](const schema::BinnedFeature& feature) { return unpack_binned(feature); });
}

flatbuffers::Offset<schema::Cascade> pack(flatbuffers::FlatBufferBuilder& builder,
                                          const CascadeParts& parts) {
  std::vector<schema::CascadeStage> stages;
  for (const CascadeStage& stage : parts.stages) stages.emplace_back(stage.end, stage.threshold);
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto label = builder.CreateString(parts.label);
  const auto packed_features = builder.CreateVectorOfStructs(pack(parts.features));
  const auto packed_tables = builder.CreateVector(parts.tables);
  const auto packed_stages = builder.CreateVectorOfStructs(stages);
  flatbuffers::Offset<flatbuffers::Vector<float>> packed_shapes;
  if (!parts.shapes.empty()) packed_shapes = builder.CreateVector(parts.shapes);
  return schema::CreateCascade(builder, parts.width, parts.height, parts.bins, parts.min_deviation, label,
                               packed_features, packed_tables, packed_stages, parts.min_score, parts.joint,
                               parts.symmetric, packed_shapes);
}

CascadeParts unpack(const schema::Cascade& packed) {
  CascadeParts parts{.width = packed.width(),
                     .height = packed.height(),
                     .bins = packed.bins(),
                     .min_deviation = packed.min_deviation(),
                     .label = packed.label()->str(),
                     .features = unpack(*packed.features()),
                     .tables = unpack(*packed.tables()),
                     .stages = {},
                     .min_score = packed.min_score(),
                     .joint = packed.joint(),
                     .symmetric = packed.symmetric()};
  if (packed.shapes() != nullptr) parts.shapes = unpack(*packed.shapes());
  for (const auto* stage : *packed.stages()) parts.stages.push_back({stage->end(), stage->threshold()});
  return parts;
}

}  // namespace ocelli::internal::format
