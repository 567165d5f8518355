#include "ocelli/features/feature_codec.hpp"

#include <optional>
#include <variant>

#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_kinds.hpp"
#include "ocelli/model_io/stored_numbers.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {

namespace {

template <class Features>
concept Described = requires(const Features& features) {
  Features::of(features.parts());
};

template <class Features>
PackedFeatures pack_kind(flatbuffers::FlatBufferBuilder& builder, const Features& features) {
  if constexpr (Described<Features>) {
    const StoredNumbers numbers = numbers_of(features.parts());
    const auto kind = builder.CreateString(Features::kKind.data(), Features::kKind.size());
    const auto integers = builder.CreateVector(numbers.integers);
    const auto reals = builder.CreateVector(numbers.reals);
    return {schema::FeatureSet::DescribedFeatures,
            schema::CreateDescribedFeatures(builder, kind, integers, reals).Union()};
  } else {
    return {schema::FeatureSetTraits<typename Features::Packed>::enum_value, features.pack(builder).Union()};
  }
}

/// Unpacks the features of a table, if they are of this kind.
template <class Features, class Holder>
std::optional<FeatureSet> unpack_kind(const Holder& packed) {
  if constexpr (Described<Features>) {
    const auto* const table = packed.features_as_DescribedFeatures();
    if (table == nullptr || table->kind()->string_view() != Features::kKind) return std::nullopt;
    const StoredNumbers numbers{unpack(*table->integers()), unpack(*table->reals())};
    return Features::of(from_numbers<typename Features::Parts>(numbers));
  } else {
    using Table = typename Features::Packed;
    if (packed.features_type() != schema::FeatureSetTraits<Table>::enum_value) return std::nullopt;
    return Features::unpack(*packed.template features_as<Table>());
  }
}

template <class Holder>
FeatureSet features_of(const Holder& packed) {
  std::optional<FeatureSet> features;
  for_each_kind([&]<class Features>(std::type_identity<Features>) {
    if (!features) features = unpack_kind<Features>(packed);
  });
  require(features.has_value(), Kind::model, "has an unknown kind of features: use a newer Ocelli");
  return *std::move(features);
}

}  // namespace

PackedFeatures pack(flatbuffers::FlatBufferBuilder& builder, const FeatureSet& features) {
  return std::visit([&](const auto& set) { return pack_kind(builder, set); }, features);
}

FeatureSet unpack_features(const schema::Classifier& packed) { return features_of(packed); }
FeatureSet unpack_features(const schema::FeaturePart& packed) { return features_of(packed); }

}  // namespace ocelli::internal::format
