#include "ocelli/features/feature_codec.hpp"

#include <optional>
#include <variant>

#include "ocelli/core/error.hpp"
#include "ocelli/features/feature_kinds.hpp"

namespace ocelli::format {

PackedFeatures pack(flatbuffers::FlatBufferBuilder& builder, const FeatureSet& features) {
  const auto pack_one = [&]<class Features>(const Features& set) -> PackedFeatures {
    return {schema::FeatureSetTraits<typename Features::Packed>::enum_value, set.pack(builder).Union()};
  };
  return std::visit(pack_one, features);
}

FeatureSet unpack_features(const schema::Classifier& packed) {
  std::optional<FeatureSet> features;
  for_each_kind([&]<class Features>(std::type_identity<Features>) {
    using Table = typename Features::Packed;
    if (packed.features_type() != schema::FeatureSetTraits<Table>::enum_value) return;
    features = Features::unpack(*packed.features_as<Table>());
  });
  require(features.has_value(), Kind::model, "has an unknown kind of features: use a newer Ocelli");
  return *std::move(features);
}

}  // namespace ocelli::format
