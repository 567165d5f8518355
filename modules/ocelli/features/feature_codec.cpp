#include "ocelli/features/feature_codec.hpp"

#include <optional>
#include <variant>

#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_kinds.hpp"

namespace ocelli::internal::format {

PackedFeatures pack(flatbuffers::FlatBufferBuilder& builder, const FeatureSet& features) {
  const auto pack_one = [&]<class Features>(const Features& set) -> PackedFeatures {
    return {schema::FeatureSetTraits<typename Features::Packed>::enum_value, set.pack(builder).Union()};
  };
  return std::visit(pack_one, features);
}

namespace {

/// Of a table that holds a feature set.
template <class Holder>
FeatureSet features_of(const Holder& packed) {
  std::optional<FeatureSet> features;
  for_each_kind([&]<class Features>(std::type_identity<Features>) {
    using Table = typename Features::Packed;
    if (packed.features_type() != schema::FeatureSetTraits<Table>::enum_value) return;
    features = Features::unpack(*packed.template features_as<Table>());
  });
  require(features.has_value(), Kind::model, "has an unknown kind of features: use a newer Ocelli");
  return *std::move(features);
}

}  // namespace

FeatureSet unpack_features(const schema::Classifier& packed) { return features_of(packed); }
FeatureSet unpack_features(const schema::FeaturePart& packed) { return features_of(packed); }

}  // namespace ocelli::internal::format
